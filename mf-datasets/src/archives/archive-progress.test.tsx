import type { Archive, ArchiveProgress, DatasetProgress, Stalled } from '@carrel/shared/contract';
import {
  fakeShell,
  makeArchive,
  makeDataset,
  makeId,
  makeUser,
  mockApi,
  renderScreen,
} from '@carrel/shared/testing';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test } from 'vitest';

import { progressKey } from '../data/progress-key.ts';
import { ArchivesPage } from './archives-page.tsx';

const DATASET = makeId(600);
const ARCHIVES = `api/v1/datasets/${DATASET}/archives`;
const PROGRESS = `api/v1/datasets/${DATASET}/progress`;

const archive = (overrides: Partial<Archive> = {}) =>
  makeArchive({
    status: 'processing',
    paused: false,
    cancelled: false,
    counts: { added: 19_000, changed: 1000, refused: 0, failed: 0 },
    ...overrides,
  });

const progressOf = (overrides: Partial<ArchiveProgress> = {}): DatasetProgress => ({
  dataset: {
    waiting: 12_400,
    paused: 0,
    ahead: { archives: 0, documents: 0 },
    is_shared: false,
    stalled: null,
  },
  archives: [
    {
      id: archive().id,
      waiting: 12_400,
      ahead: { archives: 0, documents: 0 },
      paused: false,
      cancelling: false,
      stalled: null,
      ...overrides,
    },
  ],
});

const stalled: Stalled = {
  documents: 2,
  document_id: makeId(801),
  path: 'a/report.pdf',
  stage: 'embed',
  since: '2026-11-23T20:00:00.000Z',
  reason: 'embedding_service',
};

beforeEach(() => {
  mockApi.start();
  mockApi.get('api/v1/datasets', () => ({ body: { datasets: [makeDataset()] } }));
});
afterEach(() => mockApi.stop());

const serve = (list: readonly Archive[], progress?: DatasetProgress) => {
  mockApi.get(ARCHIVES, () => ({ body: { archives: list } }));
  if (progress !== undefined) mockApi.get(PROGRESS, () => ({ body: progress }));
};

function open(role_name = 'Owner') {
  const memberships = { [makeId(100)]: { organization_name: 'Engines', role_name } };
  const page = renderScreen(<ArchivesPage />, {
    shell: fakeShell({ user: makeUser({ memberships }) }),
    path: `/datasets/${DATASET}/archives`,
    route: '/datasets/:datasetId?/archives',
  });
  return { ...page, user: userEvent.setup() };
}

const row = async () => within(await screen.findByRole('row', { name: /handbook\.zip/ }));

test.each<[string, Partial<Archive>, Partial<ArchiveProgress>, string]>([
  ['is processed', {}, {}, '12,400 of 20,000 waiting'],
  ['is merged', { status: 'pending', counts: null }, { waiting: 90 }, '90 waiting'],
  [
    'waits for others',
    { status: 'pending', counts: null },
    { waiting: 0, ahead: { archives: 2, documents: 0 } },
    '2 archives before it',
  ],
  ['is paused', { paused: true }, { paused: true }, '12,400 of 20,000 waiting'],
  [
    'is being cancelled',
    { paused: true, cancelled: true },
    { paused: true, cancelling: true },
    '12,400 left',
  ],
  ['is stalled', {}, { stalled }, 'Stalled, waiting for the embedding service'],
  ['is stalled for a new reason', {}, { stalled: { ...stalled, reason: 'x' } }, 'Stalled'],
])('an archive that %s says so', async (_, changes, progress, text) => {
  serve([archive(changes)], progressOf(progress));
  open();
  expect(await (await row()).findByText(text)).toBeDefined();
});

test('the speed and the time left follow from what waited before', async () => {
  serve([archive()], progressOf());
  const { queryClient } = open();
  await (await row()).findByText('12,400 of 20,000 waiting');
  const before = { at: performance.now() - 20_000, waiting: 20_100 };
  queryClient.setQueryData(progressKey(makeId(100), DATASET), {
    progress: progressOf(),
    readings: { [archive().id]: [before] },
  });
  await queryClient.refetchQueries({ queryKey: progressKey(makeId(100), DATASET) });
  expect(await (await row()).findByText(/^38\d\/s · about [34]0 s left$/)).toBeDefined();
});

test.each<[Partial<Archive>, string]>([
  [{ paused: true }, 'Paused'],
  [{ paused: true, cancelled: true }, 'Cancelling'],
  [{ status: 'failed', error: 'Cancelled.', cancelled: true }, 'Cancelled'],
  [{ status: 'completed', counts: null }, 'Completed'],
])('an archive with %j is %s', async (changes, label) => {
  serve([archive(changes)], progressOf());
  open();
  expect(await (await row()).findByText(label)).toBeDefined();
});

test('an archive is paused and resumed', async () => {
  serve([archive()], progressOf());
  mockApi.post(`${ARCHIVES}/${archive().id}/pause`, () => ({ status: 204 }));
  mockApi.post(`${ARCHIVES}/${archive().id}/resume`, () => ({ status: 204 }));
  const { user } = open();
  await (await row()).findByText('Processing');
  serve([archive({ paused: true })], progressOf({ paused: true }));
  await user.click((await row()).getByRole('button', { name: 'Pause' }));
  await (await row()).findByText('Paused');
  serve([archive()], progressOf());
  await user.click((await row()).getByRole('button', { name: 'Resume' }));
  await (await row()).findByText('Processing');
  expect(mockApi.calls('POST')).toHaveLength(2);
});

test('an archive is cancelled once that is confirmed, with what becomes of its files', async () => {
  serve([archive()], progressOf());
  mockApi.post(`${ARCHIVES}/${archive().id}/cancel`, () => ({ status: 204 }));
  const { user } = open();
  await user.click(await (await row()).findByRole('button', { name: 'Cancel' }));
  const dialog = within(await screen.findByRole('alertdialog', { name: 'Cancel processing' }));
  expect(dialog.getByText('Files that are ready stay.')).toBeDefined();
  expect(dialog.getByText(/marked as cancelled and can be retried/)).toBeDefined();
  expect(mockApi.calls('POST')).toHaveLength(0);
  serve([archive({ paused: true, cancelled: true })], progressOf({ cancelling: true }));
  await user.click(dialog.getByRole('button', { name: 'Cancel processing' }));
  await (await row()).findByText('Cancelling');
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  expect((await row()).queryByRole('button', { name: 'Pause' })).toBeNull();
});

test('a refusal is shown', async () => {
  serve([archive()], progressOf());
  const message = 'This archive is not in progress any more.';
  mockApi.post(`${ARCHIVES}/${archive().id}/pause`, () => ({ status: 409, body: { message } }));
  const { user } = open();
  await user.click(await (await row()).findByRole('button', { name: 'Pause' }));
  expect(await screen.findByText(message)).toBeDefined();
});

test('nothing is asked while no archive is in progress, and nothing is offered', async () => {
  serve([archive({ status: 'completed' })]);
  open();
  await (await row()).findByText('Completed');
  expect(mockApi.calls('GET', PROGRESS)).toHaveLength(0);
  expect((await row()).queryByRole('button', { name: 'Pause' })).toBeNull();
});

test('a server without these calls shows neither, and is asked once', async () => {
  serve([archive({ paused: undefined, cancelled: undefined })]);
  mockApi.get(PROGRESS, () => ({ status: 404, body: { message: 'Not found' } }));
  const { queryClient } = open();
  await (await row()).findByText('Processing');
  const key = progressKey(makeId(100), DATASET);
  await waitFor(() => expect(queryClient.getQueryState(key)?.status).toBe('error'));
  expect(mockApi.calls('GET', PROGRESS)).toHaveLength(1);
  expect((await row()).queryByText(/waiting/)).toBeNull();
  expect((await row()).queryByRole('button', { name: 'Pause' })).toBeNull();
});

test('a Viewer sees how far it is, and can change nothing', async () => {
  serve([archive()], progressOf());
  open('Viewer');
  await (await row()).findByText('12,400 of 20,000 waiting');
  expect((await row()).queryByRole('button', { name: 'Pause' })).toBeNull();
  expect((await row()).queryByRole('button', { name: 'Cancel' })).toBeNull();
});
