import type { BackgroundWork as Work, WorkRow } from '@carrel/shared/contract/organization';
import { fakeShell, makeId, makeUser, mockApi, renderScreen } from '@carrel/shared/testing';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test } from 'vitest';

import { BackgroundWork } from './background-work.tsx';

const WORK = `api/v1/organizations/${makeId(100)}/background-work`;
const DATASET = { id: makeId(600), name: 'Handbook' };
const ARCHIVE = { id: makeId(700), name: 'library.zip' };
const CONTROL = `api/v1/datasets/${DATASET.id}/archives/${ARCHIVE.id}`;

const row = (overrides: Partial<WorkRow> = {}): WorkRow => ({
  kind: 'documents',
  dataset: DATASET,
  archive: ARCHIVE,
  left: 1282,
  total: 2512,
  standing: null,
  stalled: null,
  ...overrides,
});

let work: Work;

beforeEach(() => {
  mockApi.start();
  mockApi.get(WORK, () => ({ body: work }));
});
afterEach(() => mockApi.stop());

async function open(rows: WorkRow[], { role_name = 'Editor', is_shared = false } = {}) {
  work = { rows, is_more: false, is_shared };
  const memberships = { [makeId(100)]: { organization_name: 'Engines', role_name } };
  renderScreen(<BackgroundWork open={false} />, {
    shell: fakeShell({ user: makeUser({ memberships }) }),
  });
  const name = rows.length === 0 ? 'Background work' : `Background work: ${rows.length}`;
  await userEvent.click(await screen.findByRole('button', { name }));
  return screen.findByRole('dialog', { name: 'Background work' });
}

test('without work the panel says so', async () => {
  const panel = await open([]);
  expect(await within(panel).findByText('Nothing is running.')).toBeDefined();
});

test('work is shown with its dataset, how far it is of its total, and a link', async () => {
  const panel = await open([row()], { is_shared: true });
  expect(within(panel).getByText('Processing documents')).toBeDefined();
  expect(within(panel).getByText('1,230 of 2,512 documents')).toBeDefined();
  expect(within(panel).getByRole('progressbar').getAttribute('aria-valuenow')).toBe('49');
  expect(within(panel).getByRole('link', { name: 'Handbook' }).getAttribute('href')).toBe(
    `/datasets/${DATASET.id}/documents`,
  );
  expect(within(panel).getByText('This server also works for others.')).toBeDefined();
  expect(screen.getByText('Background work is running')).toBeDefined();
});

test('work that stands says why', async () => {
  const standing = { reason: 'embedding_service', detail: 'It refuses the key.', next_try: null };
  const panel = await open([row({ kind: 'vectors', archive: null, standing })]);
  expect(
    within(panel).getByText('Waiting for the embedding service. It refuses the key.'),
  ).toBeDefined();
  expect(within(panel).queryByRole('button', { name: /Pause/ })).toBeNull();
  expect(screen.getByText('Background work is waiting')).toBeDefined();
});

test('an archive is paused and resumed', async () => {
  const panel = await open([row()]);
  mockApi.post(`${CONTROL}/pause`, () => {
    work.rows = [row({ standing: { reason: 'paused', detail: null, next_try: null } })];
    return { status: 204 };
  });
  mockApi.post(`${CONTROL}/resume`, () => {
    work.rows = [row()];
    return { status: 204 };
  });
  await userEvent.click(within(panel).getByRole('button', { name: 'Pause library.zip' }));
  expect(await within(panel).findByText('Paused')).toBeDefined();
  await userEvent.click(within(panel).getByRole('button', { name: 'Resume library.zip' }));
  await waitFor(() => expect(within(panel).queryByText('Paused')).toBeNull());
});

test('cancelling is asked for first', async () => {
  const panel = await open([row()]);
  mockApi.post(`${CONTROL}/cancel`, () => ({ status: 204 }));
  await userEvent.click(within(panel).getByRole('button', { name: 'Cancel library.zip' }));
  const question = await screen.findByRole('alertdialog', { name: 'Cancel processing' });
  expect(mockApi.calls('POST', `${CONTROL}/cancel`)).toHaveLength(0);
  await userEvent.click(within(question).getByRole('button', { name: 'Cancel processing' }));
  await waitFor(() => expect(mockApi.calls('POST', `${CONTROL}/cancel`)).toHaveLength(1));
});

test('processing again can be stopped, which is asked for first', async () => {
  const panel = await open([row({ kind: 'again', archive: null })]);
  const path = `api/v1/datasets/${DATASET.id}/documents/reprocess`;
  mockApi.delete(path, () => ({ body: { cancelled: 1282 } }));
  expect(within(panel).queryByRole('button', { name: /Pause/ })).toBeNull();
  await userEvent.click(within(panel).getByRole('button', { name: 'Cancel Handbook' }));
  const question = await screen.findByRole('alertdialog', { name: 'Stop processing again' });
  expect(mockApi.calls('DELETE', path)).toHaveLength(0);
  await userEvent.click(within(question).getByRole('button', { name: 'Stop processing' }));
  await waitFor(() => expect(mockApi.calls('DELETE', path)).toHaveLength(1));
});

test('a Viewer sees the work and cannot change it', async () => {
  const panel = await open([row()], { role_name: 'Viewer' });
  expect(within(panel).getByText('1,230 of 2,512 documents')).toBeDefined();
  expect(within(panel).queryByRole('button', { name: /library\.zip/ })).toBeNull();
});
