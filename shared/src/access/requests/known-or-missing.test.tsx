import type { KnownObject } from '@carrel/shared/contract';
import { screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { fakeShell, makeId, makeUser, mockApi, renderScreen } from '../../testing/public.ts';
import { KnownOrMissing } from './known-or-missing.tsx';

const PATH = `api/v1/datasets/${makeId(1)}/access-request`;
const ASK = 'Ask for access';

let known: KnownObject;

beforeEach(() => {
  known = { name: 'Plans', requested_at: null, refused_at: null };
  vi.setSystemTime('2026-11-30T12:00:00.000Z');
  mockApi.start();
  mockApi.get(PATH, () => ({ body: known }));
  mockApi.post(PATH, () => {
    known = { ...known, requested_at: '2026-11-30T12:00:00.000Z', refused_at: null };
    return { status: 204 };
  });
});
afterEach(() => {
  mockApi.stop();
  vi.useRealTimers();
});

function open(role_name = 'Viewer') {
  const memberships = { [makeId(100)]: { organization_name: 'Engines', role_name } };
  renderScreen(
    <KnownOrMissing
      object={{ kind: 'dataset', id: makeId(1) }}
      header={<h1>Dataset</h1>}
      missing={<p>Nothing here</p>}
    />,
    { shell: fakeShell({ user: makeUser({ memberships }) }) },
  );
  return userEvent.setup();
}

test('what is known is asked for with a reason, and then it says when', async () => {
  const user = open();
  expect(await screen.findByText('You cannot see Plans')).toBeDefined();
  expect(screen.queryByText('Nothing here')).toBeNull();
  await user.type(screen.getByLabelText('Reason'), 'I mend the engine.');
  await user.click(screen.getByRole('button', { name: ASK }));
  expect(await screen.findByText('You asked for access on Nov 30, 2026.')).toBeDefined();
  expect(screen.queryByRole('button', { name: ASK })).toBeNull();
  expect(mockApi.calls('POST', PATH).map(({ body }) => body)).toEqual([
    { reason: 'I mend the engine.' },
  ]);
});

test.each([
  ['one that nobody has', { status: 404, body: { message: 'This dataset was not found.' } }],
  ['one of which nothing could be read', { status: 503, body: { message: 'Away.' } }],
])('%s is missing', async (_, response) => {
  mockApi.get(PATH, () => response);
  open();
  expect(await screen.findByText('Nothing here')).toBeDefined();
  expect(screen.queryByRole('heading')).toBeNull();
  expect(screen.queryByRole('button', { name: ASK })).toBeNull();
});

test('a guest cannot ask, and nothing is read', async () => {
  open('Guest');
  expect(await screen.findByText('Nothing here')).toBeDefined();
  expect(mockApi.calls('GET', PATH)).toEqual([]);
});

test('who was refused is told when they can ask again', async () => {
  known = {
    ...known,
    requested_at: '2026-11-25T12:00:00.000Z',
    refused_at: '2026-11-26T12:00:00.000Z',
  };
  open();
  expect(
    await screen.findByText(
      'Your request was refused on Nov 26, 2026. You can ask again on Dec 3, 2026.',
    ),
  ).toBeDefined();
  expect(screen.queryByRole('button', { name: ASK })).toBeNull();
});

test('after seven days they can', async () => {
  known = {
    ...known,
    requested_at: '2026-11-20T12:00:00.000Z',
    refused_at: '2026-11-23T12:00:00.000Z',
  };
  const user = open();
  expect(await screen.findByText('Your request was refused on Nov 23, 2026.')).toBeDefined();
  await user.click(screen.getByRole('button', { name: ASK }));
  expect(await screen.findByText('You asked for access on Nov 30, 2026.')).toBeDefined();
});

test('a refusal of the server is told, and what was typed stays', async () => {
  const message = 'Too many people wait for access to this dataset. Please try again another day.';
  mockApi.post(PATH, () => ({ status: 409, body: { message } }));
  const user = open();
  await user.type(await screen.findByLabelText('Reason'), 'Please');
  await user.click(screen.getByRole('button', { name: ASK }));
  expect(await screen.findByText(message)).toBeDefined();
  expect(screen.getByLabelText('Reason')).toHaveProperty('value', 'Please');
});
