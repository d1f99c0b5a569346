import { screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import type { SearchResponse } from '@carrel/shared/contract';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';

import {
  fakeShell,
  makeId,
  makeSearchResponse,
  makeUser,
  mockApi,
  renderScreen,
} from '../../testing/public.ts';
import { SearchScreen } from '../search-screen.tsx';

const ID = makeId(500);
const DATASETS = [{ id: makeId(600), name: 'Handbook' }];
const PATH = `api/v1/workspaces/${ID}/search`;

beforeEach(() => mockApi.start());
afterEach(() => mockApi.stop());

function open(query: string, role = 'Owner') {
  const scope = { kind: 'workspace', id: ID, name: 'Research', datasets: DATASETS } as const;
  const membership = { organization_name: 'Analytical Engines', role_name: role };
  const user = makeUser({ memberships: { [makeId(100)]: membership } });
  return renderScreen(<SearchScreen scope={scope} />, {
    path: `/${query}`,
    shell: fakeShell({ user }),
  });
}
const respond = (response: Partial<SearchResponse>) =>
  mockApi.post(PATH, () => ({ body: makeSearchResponse(response) }));

const href = (name: string) => screen.getByRole('link', { name }).getAttribute('href');

describe('nothing found', () => {
  test.each([
    ['no_datasets', 'No datasets are attached', 'Attach datasets', `/workspaces/${ID}/manage`],
    [
      'no_documents',
      'No document can be searched yet',
      'Upload documents',
      `/datasets/${makeId(600)}/archives`,
    ],
  ] as const)('%s leads to what is missing', async (empty, title, link, to) => {
    respond({ results: [], empty });
    open('?q=engine');
    expect(await screen.findByRole('heading', { name: title })).toBeDefined();
    expect(href(link)).toBe(to);
  });

  test('no_words says that only common words were asked for', async () => {
    respond({ results: [], empty: 'no_words' });
    open('?q=of+the');
    expect(
      await screen.findByRole('heading', { name: 'Only common words in “of the”' }),
    ).toBeDefined();
    expect(screen.getByText(/Try names or terms/)).toBeDefined();
  });

  test('no_match says what was searched, and what to try', async () => {
    respond({ results: [], empty: 'no_match' });
    open('?q=engnie');
    expect(
      await screen.findByRole('heading', { name: 'Nothing found for “engnie”' }),
    ).toBeDefined();
    expect(
      screen.getByText(
        'Searched 812 documents in 3 datasets. Try fewer or other words, and check the spelling.',
      ),
    ).toBeDefined();
  });

  test('filtered takes the filters away', async () => {
    mockApi.post(PATH, ({ body }) => ({
      body: (body as { filter: { kind?: string[] } }).filter.kind
        ? makeSearchResponse({ results: [], empty: 'filtered' })
        : makeSearchResponse(),
    }));
    const { location } = open('?q=engine&kind=mail');
    await screen.findByRole('heading', { name: 'Nothing found for “engine” with these filters' });
    await userEvent.click(
      screen.getAllByRole('button', { name: 'Clear filters' }).at(-1) as HTMLElement,
    );
    expect(await screen.findByRole('link', { name: 'engines.pdf' })).toBeDefined();
    expect(location().path).toBe('/?q=engine');
  });

  test('datasets that are gone are named as the reason', async () => {
    respond({ results: [], empty: 'no_datasets' });
    open(`?q=engine&datasets=${makeId(699)}`);
    expect(
      await screen.findByRole('heading', { name: 'None of the chosen datasets is attached' }),
    ).toBeDefined();
  });
});

describe('what a server can do', () => {
  const OFF =
    'Words only. The server has no embedding model, which finds passages by meaning as well.';
  const off = { mode: 'words', meaning: { state: 'off', done: null, total: null } } as const;

  test.each(['Owner', 'Admin'])(
    'without meaning an %s reads what to set, and is led to the models',
    async (role) => {
      respond(off);
      open('?q=engine', role);
      const note = await screen.findByText(/^Words only/, { selector: 'p' });
      expect(note.textContent).toBe(
        'Words only. An embedding model finds passages by meaning as well. Set EMBEDDINGS_MODEL; see Models in the organization’s settings.',
      );
      expect(href('Models')).toBe(`/organizations/${makeId(100)}/settings?view=models`);
    },
  );

  test.each(['Editor', 'Viewer'])(
    'without meaning an %s reads why, without a link',
    async (role) => {
      respond(off);
      open('?q=engine', role);
      expect(await screen.findByText(OFF, { selector: 'p' })).toBeDefined();
      expect(screen.queryByRole('link', { name: 'Models' })).toBeNull();
    },
  );

  test.each([
    ['Owner', ' See Models in the organization’s settings.'],
    ['Viewer', ''],
  ])('while the model cannot be used, an %s reads why', async (role, more) => {
    const reason = 'The embedding model is being loaded.';
    respond({ mode: 'words', meaning: { state: 'off', done: null, total: null, reason } });
    open('?q=engine', role);
    const note = await screen.findByText(/^Words only/, { selector: 'p' });
    expect(note.textContent).toBe(`Words only. ${reason}${more}`);
  });

  test('without meaning its modes are disabled with the reason', async () => {
    respond(off);
    open('?q=engine');
    await screen.findByText(/^Words only/, { selector: 'p' });
    for (const name of ['Meaning', 'Both']) {
      const radio = screen.getByRole<HTMLInputElement>('radio', { name });
      expect(radio.disabled).toBe(true);
      expect(radio.labels?.[0]?.title).toBe(OFF);
    }
    expect(screen.getByRole<HTMLInputElement>('radio', { name: 'Words' }).disabled).toBe(false);
  });

  test('vectors that are being made are counted', async () => {
    respond({ meaning: { state: 'building', done: 1200, total: 5000 } });
    open('?q=engine');
    expect(await screen.findByText('Making vectors of a new model: 1,200 of 5,000')).toBeDefined();
    expect(screen.getByRole('progressbar').getAttribute('aria-valuenow')).toBe('24');
  });

  test('what is missing from the results is said above them', async () => {
    respond({ partial: 'The embedding service did not respond in time.' });
    open('?q=engine');
    expect((await screen.findByRole('note')).textContent).toBe(
      'The embedding service did not respond in time.',
    );
  });

  test('one line has the size and the times of the search', async () => {
    respond({});
    open('?q=engine');
    expect(
      await screen.findByText(
        '1 result from 812 documents in 3 datasets, 18 ms (words 6, reading 4)',
      ),
    ).toBeDefined();
  });
});

describe('a suggestion', () => {
  test.each([
    ['with results', makeSearchResponse().results],
    ['without results', []],
  ])('%s is searched for where it is pressed, and not before', async (_, results) => {
    respond({ results, empty: 'no_match', did_you_mean: 'borrow checker' });
    const { location } = open('?q=borow%20checker&limit=50');
    const button = await screen.findByRole('button', { name: 'borrow checker' });
    expect(button.querySelector('strong')?.textContent).toBe('borrow');
    expect(mockApi.calls('POST')).toHaveLength(1);
    respond({});
    await userEvent.click(button);
    await waitFor(() => expect(location().path).toBe('/?q=borrow+checker'));
    expect(screen.getByRole<HTMLInputElement>('searchbox').value).toBe('borrow checker');
    expect(document.activeElement).toBe(screen.getByRole('searchbox'));
    await waitFor(() => expect(screen.queryByText(/Did you mean/)).toBeNull());
  });

  test('is not there where the server has none', async () => {
    respond({});
    open('?q=engine');
    await screen.findByRole('link', { name: 'engines.pdf' });
    expect(screen.queryByText(/Did you mean/)).toBeNull();
  });
});

test('the field says how a query can be narrowed, where it is wanted', async () => {
  respond({});
  open('?q=engine');
  await screen.findByRole('link', { name: 'engines.pdf' });
  expect(screen.queryByText('in:folder')).toBeNull();
  const button = screen.getByRole('button', { name: 'How to search', expanded: false });
  await userEvent.click(button);
  for (const written of ['"exact phrase"', '-word', 'in:folder', 'kind:pdf', 'name:report']) {
    expect(screen.getByText(written)).toBeDefined();
  }
  expect(button.getAttribute('aria-expanded')).toBe('true');
});

test.each([
  ['🚂', 'No words in “🚂”'],
  ['kind:pdf -word', 'Nothing to look for in “kind:pdf -word”'],
  ['-"the engine" in:"A B"', 'Nothing to look for in “-"the engine" in:"A B"”'],
  ['the of', 'Only common words in “the of”'],
])('a text without words, %s, is explained', async (q, title) => {
  respond({ results: [], empty: 'no_words' });
  open(`?q=${encodeURIComponent(q)}`);
  expect(await screen.findByRole('heading', { name: title })).toBeDefined();
});

describe('a failure', () => {
  test('is shown in the page, and tried again with the same text', async () => {
    mockApi.post(PATH, () => ({ status: 503, body: { message: 'Back in a minute' } }));
    open('?q=engine');
    expect(await screen.findByText('The search failed')).toBeDefined();
    expect(screen.getByText('Back in a minute')).toBeDefined();
    respond({});
    await userEvent.click(screen.getByRole('button', { name: 'Retry' }));
    expect(await screen.findByRole('link', { name: 'engines.pdf' })).toBeDefined();
    await waitFor(() => expect(screen.queryByText('The search failed')).toBeNull());
  });

  test('by too many requests says how long to wait', async () => {
    mockApi.post(PATH, () => ({
      status: 429,
      body: { message: 'Too many requests' },
      headers: { 'Retry-After': '12' },
    }));
    open('?q=engine');
    expect(await screen.findByText('Too many searches')).toBeDefined();
    expect(screen.getByText(/Try again in 12 seconds/)).toBeDefined();
  });

  test('of the text is said at the field', async () => {
    const message = 'Query must be at most 10 characters';
    mockApi.post(PATH, () => ({
      status: 422,
      body: { message: 'Not valid', issues: [{ path: 'query', message }] },
    }));
    open('?q=engine');
    expect(await screen.findByText(message)).toBeDefined();
    expect(screen.getByRole('searchbox').getAttribute('aria-invalid')).toBe('true');
    expect(screen.queryByText('The search failed')).toBeNull();
  });
});
