import {
  makeId,
  makeSearchResponse,
  makeSearchResult,
  makeUser,
  mockApi,
} from '@carrel/shared/testing';
import type { MockedResponse } from '@carrel/shared/testing';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test } from 'vitest';

import {
  open,
  serve,
  signIn,
  startConsole,
  stopConsole,
  twoOrganizations,
} from '../../../testing/console.tsx';

beforeEach(() => {
  startConsole();
  mockApi.get('api/v1/workspaces', () => ({ body: { workspaces: [] } }));
  mockApi.get('api/v1/datasets', () => ({ body: { datasets: [] } }));
  mockApi.post(SEARCH, () => ({ body: FOUND }));
});
afterEach(stopConsole);

const SEARCH = 'api/v1/search';
const RESULT = makeSearchResult();
const { document: DOCUMENT } = RESULT;
const FOUND = makeSearchResponse({
  results: [
    makeSearchResult({
      text: 'Words before it. A context manager closes files.',
      highlights: [
        [19, 26],
        [27, 34],
      ],
    }),
    makeSearchResult({
      chunk: { ...RESULT.chunk, number: 8 },
      text: 'Another context of it.',
      highlights: [[8, 15]],
    }),
    makeSearchResult({
      document: { ...DOCUMENT, id: makeId(802), name: 'Other.md' },
      text: 'The context of it.',
      highlights: [[4, 11]],
    }),
    makeSearchResult({
      document: { ...DOCUMENT, id: makeId(801), name: 'Context Managers.md' },
      highlights: [],
    }),
  ],
});

async function openPalette(user = twoOrganizations): Promise<void> {
  signIn();
  serve(user);
  open('/account');
  await screen.findByRole('heading', { level: 1 });
  await userEvent.keyboard('{Control>}k{/Control}');
  await screen.findByRole('combobox');
  await waitFor(() => expect(screen.queryAllByRole('option').length).toBeGreaterThan(0));
}

// In one event: keys may come slower than the pause.
const type = (value: string) =>
  fireEvent.change(screen.getByRole('combobox'), { target: { value } });

const searches = () => mockApi.calls('POST', SEARCH);
const active = () => document.querySelector('[aria-selected=true]')?.textContent;

test('documents by name and passages by word are found in the whole organization, the best passage of each first', async () => {
  await openPalette();
  type('context manager');
  const documents = within(await screen.findByRole('group', { name: 'Documents' }));
  expect(documents.getAllByRole('option').map(({ textContent }) => textContent)).toEqual([
    `Context Managers.md${DOCUMENT.dataset.name}`,
  ]);
  const passages = within(screen.getByRole('group', { name: 'Passages' }));
  expect(passages.getAllByRole('option').map(({ textContent }) => textContent)).toEqual([
    `${DOCUMENT.name}${DOCUMENT.dataset.name}Words before it. A context manager closes files.`,
    `Other.md${DOCUMENT.dataset.name}The context of it.`,
    `${DOCUMENT.name}${DOCUMENT.dataset.name}Another context of it.`,
  ]);
  expect([...document.querySelectorAll('mark')].map(({ textContent }) => textContent)).toEqual([
    'context',
    'manager',
    'context',
    'context',
  ]);
  expect(searches().map(({ body }) => body)).toMatchObject([
    { query: 'context manager', mode: 'words', final: false },
  ]);
  await userEvent.click(passages.getAllByRole('option')[0] as HTMLElement);
  expect(await screen.findByText(`At ${DOCUMENT.url}`)).toBeDefined();
});

test('what was chosen stays chosen when documents come, and leads to the search of everything', async () => {
  const late = Promise.withResolvers<MockedResponse>();
  mockApi.post(SEARCH, () => late.promise);
  await openPalette();
  type('account context');
  const last = 'Search everything for “account context”';
  await waitFor(() => expect(active()).toBe(last));
  await userEvent.keyboard('{ArrowDown}');
  await waitFor(() => expect(searches()).toHaveLength(1));
  late.resolve({ body: FOUND });
  await screen.findByRole('group', { name: 'Passages' });
  expect(active()).toBe(last);
  await userEvent.keyboard('{Enter}');
  expect(await screen.findByText('At /search?q=account+context')).toBeDefined();
});

test('the results before stay while the next are awaited, and a late search is aborted', async () => {
  await openPalette();
  type('context');
  await screen.findByRole('group', { name: 'Passages' });
  const late = Promise.withResolvers<MockedResponse>();
  mockApi.post(SEARCH, () => late.promise);
  type('context man');
  await waitFor(() => expect(searches()).toHaveLength(2));
  expect(screen.getByRole('group', { name: 'Passages' })).toBeDefined();
  type('context manager');
  await waitFor(() => expect(searches()).toHaveLength(3));
  expect(searches()[1]?.signal.aborted).toBe(true);
  expect(screen.queryByRole('alert')).toBeNull();
  expect(screen.getByRole('combobox')).toHaveProperty('value', 'context manager');
});

test('a server without the search, or that fails, leaves the commands, and is asked once', async () => {
  mockApi.post(SEARCH, () => ({ status: 404, body: { message: 'Not found' } }));
  await openPalette();
  type('dashb');
  await waitFor(() => expect(searches()).toHaveLength(1));
  expect(await screen.findByRole('option', { name: /^Dashboard/ })).toBeDefined();
  type('dashboard');
  await waitFor(() =>
    expect(screen.getByRole('option', { name: /for “dashboard”/ })).toBeDefined(),
  );
  expect(screen.queryByRole('group', { name: 'Documents' })).toBeNull();
  expect(screen.queryByRole('alert')).toBeNull();
  await userEvent.keyboard('{Enter}');
  expect(searches()).toHaveLength(1);
});

test('nothing is searched for one letter, or without an organization', async () => {
  await openPalette(makeUser({ memberships: {} }));
  type('passk');
  const option = await screen.findByRole('option', { name: /^Passkeys/ });
  expect(screen.queryByRole('option', { name: /Search everything/ })).toBeNull();
  expect(option).toBeDefined();
  expect(searches()).toHaveLength(0);
});

test.each([
  ['authenticator app', 'Two-step verification', '/account'],
  ['e-mail addresses', 'Email addresses', '/account'],
  ['audit', 'Activity', '/organizations/.*/settings\\?view=activity'],
  ['sso', 'Single sign-on', '/organizations/.*/settings\\?view=sign-in'],
])('the setting for “%s” is found by its word', async (typed, label, path) => {
  await openPalette();
  type(typed);
  await waitFor(() => expect(active()).toMatch(new RegExp(`^${label}`)));
  await userEvent.keyboard('{Enter}');
  expect(await screen.findByText(new RegExp(`^At ${path}$`))).toBeDefined();
});
