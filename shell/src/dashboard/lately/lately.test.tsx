import type { Overview } from '@carrel/shared/contract/organization';
import { makeId, mockApi } from '@carrel/shared/testing';
import { screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest';

import { open, serve, signIn, startConsole, stopConsole } from '../../testing/console.tsx';
import { LazyLately } from './lazy-lately.tsx';

beforeAll(LazyLately.load);
beforeEach(startConsole);
afterEach(stopConsole);

const TODAY = new Date().toISOString().slice(0, 10);
const OVERVIEW = `api/v1/organizations/${makeId(100)}/overview`;

const overview: Overview = {
  uploads: {
    days: [{ day: TODAY, ready: 1200, processing: 3, ingested: 2, errors: 1 }],
    complete: true,
  },
  storage: { used: 1024, limit: 4096 },
  working: [{ dataset_id: makeId(7), name: 'Ribbons', documents: 5 }],
  failures: {
    reasons: [
      {
        reason: 'The file is encrypted',
        documents: 1,
        dataset_id: makeId(8),
        last_at: `${TODAY}T00:00:00.000Z`,
      },
    ],
    complete: false,
  },
  searches: [{ day: TODAY, searches: 9, without_results: 4 }],
  unanswered: [{ workspace_id: makeId(9), name: 'Desk', without_results: 4 }],
};

/** Opens the dashboard with this overview; without one, the server does not have the call. */
function openWith(answer: Overview | undefined) {
  signIn();
  serve();
  mockApi.get(OVERVIEW, () => (answer === undefined ? { status: 404 } : { body: answer }));
  open('/dashboard');
}

const region = (name: string) => screen.findByRole('region', { name });

test('the last 30 days are plots with a table beside each', async () => {
  openWith(overview);
  const uploads = await screen.findByRole('table', { name: 'Documents by day' });
  expect(
    within(uploads)
      .getAllByRole('cell')
      .map((cell) => cell.textContent),
  ).toEqual(['1,200', '3', '2', '1']);
  const searches = screen.getByRole('table', { name: 'Searches by day' });
  expect(
    within(searches)
      .getAllByRole('cell')
      .map((cell) => cell.textContent),
  ).toEqual(['4', '5']);
});

test('failures lead to the documents that failed, and work to its dataset', async () => {
  openWith(overview);
  const failures = within(await region('Newest failures'));
  expect(failures.getByRole('link', { name: 'The file is encrypted' }).getAttribute('href')).toBe(
    `/datasets/${makeId(8)}/documents?show=failed&reason=The+file+is+encrypted`,
  );
  expect(failures.getByText(/^1 document,/)).toBeDefined();
  expect(failures.getByText('Not all documents that failed are counted.')).toBeDefined();
  const work = within(await region('Being processed'));
  expect(work.getByRole('link', { name: 'Ribbons' }).getAttribute('href')).toBe(
    `/datasets/${makeId(7)}/documents`,
  );
});

test('the storage leads to what is limited, and searches without results to the insights', async () => {
  openWith(overview);
  const storage = within(await region('Storage'));
  expect(storage.getByRole('link', { name: '1.0 KB of 4.0 KB' }).getAttribute('href')).toBe(
    `/organizations/${makeId(100)}/settings`,
  );
  const unanswered = within(screen.getByRole('region', { name: 'Searches without results' }));
  expect(unanswered.getByText('4 searches')).toBeDefined();
  expect(unanswered.getByRole('link', { name: 'Desk' }).getAttribute('href')).toBe(
    `/workspaces/${makeId(9)}/searches`,
  );
});

test('cards without anything say what will be there', async () => {
  openWith({
    uploads: { days: [], complete: true },
    storage: { used: 0 },
    working: [],
    failures: { reasons: [], complete: true },
    searches: [],
    unanswered: [],
  });
  expect(await screen.findByText(/^Documents are counted here/)).toBeDefined();
  expect(screen.getByText(/^Searches in workspaces are counted here/)).toBeDefined();
  expect(screen.getByText(/^No document has failed/)).toBeDefined();
  expect(screen.getByText(/^Nothing is waiting/)).toBeDefined();
  expect(screen.getByText(/^Workspaces are listed here/)).toBeDefined();
  expect(screen.getByRole('link', { name: '0 B' })).toBeDefined();
  expect(screen.queryByRole('table')).toBeNull();
});

test('who may not see searches reads who may', async () => {
  const { searches: _searches, unanswered: _unanswered, ...rest } = overview;
  openWith(rest);
  expect(within(await region('Searches by day')).getByText(/^Editors and above/)).toBeDefined();
  expect(screen.queryByRole('region', { name: 'Searches without results' })).toBeNull();
});

test('a failure is shown in place, and can be tried again', async () => {
  signIn();
  serve();
  mockApi.get(OVERVIEW, () => ({ status: 500, body: { message: 'The database is busy' } }));
  open('/dashboard');
  expect(await screen.findByText('Failed to load what happened lately')).toBeDefined();
  mockApi.get(OVERVIEW, () => ({ body: overview }));
  await userEvent.click(screen.getByRole('button', { name: 'Retry' }));
  expect(await region('Newest failures')).toBeDefined();
});

test('a server that does not say what happened lately shows nothing of it', async () => {
  openWith(undefined);
  expect(await region('Recent Datasets')).toBeDefined();
  expect(screen.queryByRole('region', { name: 'Newest failures' })).toBeNull();
});
