import type { Overview } from '@carrel/shared/contract';
import { makeId, mockApi } from '@carrel/shared/testing';
import { screen, within } from '@testing-library/react';
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
};

function openWith(answer: Overview | undefined) {
  signIn();
  serve();
  mockApi.get(OVERVIEW, () =>
    answer === undefined ? { status: 404, body: { message: 'Gone' } } : { body: answer },
  );
  open('/dashboard');
}

const region = (name: string) => screen.findByRole('region', { name });

test('the last 30 days are plots with a table beside each', async () => {
  openWith(overview);
  const uploads = await screen.findByRole('table', { name: 'Documents by day of upload' });
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
    `/datasets/${makeId(8)}/documents?show=failed`,
  );
  expect(failures.getByText(/at least 1 document,/)).toBeDefined();
  const work = within(await region('Being processed'));
  expect(work.getByRole('link', { name: 'Ribbons' }).getAttribute('href')).toBe(
    `/datasets/${makeId(7)}/documents`,
  );
  expect(work.getByText('1.0 KB of 4.0 KB')).toBeDefined();
});

test('who may not see searches reads who may', async () => {
  const { searches: _searches, ...rest } = overview;
  openWith(rest);
  expect(within(await region('Searches by day')).getByText(/^Editors and above/)).toBeDefined();
});

test('a server that does not say what happened lately shows nothing of it', async () => {
  openWith(undefined);
  expect(await region('Recent Datasets')).toBeDefined();
  expect(screen.queryByRole('region', { name: 'Newest failures' })).toBeNull();
});
