import { listDatasetsQuery } from '@carrel/shared/api';
import {
  makeArchive,
  makeDataset,
  makeId,
  makeStatusCounts,
  mockApi,
  renderScreen,
} from '@carrel/shared/testing';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';

import { ArchivesPage } from './archives-page.tsx';

const DATASET = makeId(600);
const ARCHIVES = `api/v1/datasets/${DATASET}/archives`;

beforeEach(() => {
  mockApi.start();
  mockApi.get('api/v1/datasets', () => ({ body: { datasets: [makeDataset()] } }));
  mockApi.get(ARCHIVES, () => ({ body: { archives: [] } }));
});
afterEach(() => mockApi.stop());

function open() {
  const page = renderScreen(<ArchivesPage />, {
    path: `/datasets/${DATASET}/archives`,
    route: '/datasets/:datasetId?/archives',
  });
  return { ...page, user: userEvent.setup() };
}

const button = (name: string) => screen.getByRole('button', { name });

describe('the upload history', () => {
  const archive = makeArchive({ delete_orphans: true, status: 'failed', error: 'Out of space.' });

  test('lists archives with size, date, options and state', async () => {
    mockApi.get(ARCHIVES, () => ({ body: { archives: [archive] } }));
    open();
    const row = within(await screen.findByRole('row', { name: /handbook\.zip/ }));
    for (const text of ['4.00 KB', 'Nov 20, 2026', 'Sync', 'Delete orphans', 'Purge', 'Failed']) {
      expect(row.getByText(text)).toBeDefined();
    }
  });

  test('shows the time of day of each upload', async () => {
    mockApi.get(ARCHIVES, () => ({ body: { archives: [archive] } }));
    open();
    const row = within(await screen.findByRole('row', { name: /handbook\.zip/ }));
    expect(row.getByText(/^\d{1,2}:\d\d [AP]M$/)).toBeDefined();
  });

  test.each([
    [{ added: 25, changed: 0, refused: 0, failed: 0 }, 'Completed'],
    [{ added: 22, changed: 0, refused: 0, failed: 3 }, '22 added, 3 failed'],
    [{ added: 1200, changed: 1, refused: 2, failed: 0 }, '1,200 added, 1 changed, 2 refused'],
  ])('a completed archive with %j shows %s', async (counts, text) => {
    const archive = makeArchive({ status: 'completed', counts });
    mockApi.get(ARCHIVES, () => ({ body: { archives: [archive] } }));
    open();
    expect(await screen.findByText(text)).toBeDefined();
  });

  test('a stored archive can be added to the dataset and downloaded', async () => {
    const stored = makeArchive({ sync: false, stored: true });
    mockApi.get(ARCHIVES, () => ({ body: { archives: [stored] } }));
    mockApi.post(`${ARCHIVES}/${stored.id}/sync`, () => ({ status: 204 }));
    mockApi.head(`${ARCHIVES}/${stored.id}/content`, () => ({ status: 200 }));
    const { user } = open();
    const row = within(await screen.findByRole('row', { name: /handbook\.zip/ }));
    expect(row.getByText('Stored')).toBeDefined();
    const follow = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockReturnValue();
    await user.click(row.getByRole('button', { name: 'Download' }));
    await waitFor(() => expect(follow).toHaveBeenCalledOnce());
    mockApi.get(ARCHIVES, () => ({
      body: { archives: [{ ...stored, sync: true, status: 'pending' }] },
    }));
    await user.click(row.getByRole('button', { name: 'Add to dataset' }));
    expect(await screen.findByText('"handbook.zip" is being added to the dataset')).toBeDefined();
    await screen.findByText('Waiting');
    expect(screen.queryByRole('button', { name: 'Add to dataset' })).toBeNull();
  });

  test('an archive whose bytes are not stored has neither', async () => {
    const purged = makeArchive({ stored: false, status: 'completed' });
    mockApi.get(ARCHIVES, () => ({ body: { archives: [purged] } }));
    open();
    await screen.findByRole('row', { name: /handbook\.zip/ });
    expect(screen.queryByRole('button', { name: 'Add to dataset' })).toBeNull();
    expect(screen.queryByRole('button', { name: 'Download' })).toBeNull();
  });

  test.each([true, false])('asks before it deletes; confirmed: %s', async (agreed) => {
    mockApi.get(ARCHIVES, () => ({ body: { archives: [archive] } }));
    mockApi.delete(`${ARCHIVES}/${archive.id}`, () => ({ status: 204 }));
    const confirm = vi.fn<typeof window.confirm>(() => agreed);
    vi.stubGlobal('confirm', confirm);
    const { user } = open();
    await user.click(await screen.findByRole('button', { name: 'Delete' }));
    expect(confirm).toHaveBeenCalledWith(
      'Are you sure you want to delete this archive? This action cannot be undone.',
    );
    if (agreed) await screen.findByText('Archive deleted successfully!');
    expect(mockApi.calls('DELETE')).toHaveLength(agreed ? 1 : 0);
  });

  test('Refresh reloads it, Re-sync is always disabled', async () => {
    const { user } = open();
    await screen.findByText('No archives yet');
    mockApi.get(ARCHIVES, () => ({ body: { archives: [archive] } }));
    // Identical reads within half a second are one: pressed until it is another.
    await waitFor(
      async () => {
        await user.click(button('Refresh'));
        expect(screen.getByText('handbook.zip')).toBeDefined();
      },
      { timeout: 3000 },
    );
    expect(button('Re-sync')).toHaveProperty('disabled', true);
  });

  test('a failure is shown in its place, and Retry loads it again', async () => {
    mockApi.get(ARCHIVES, () => ({ status: 503, body: { message: 'The database is away.' } }));
    const { user } = open();
    await screen.findByText('Failed to fetch archives');
    mockApi.get(ARCHIVES, () => ({ body: { archives: [archive] } }));
    await user.click(button('Retry'));
    expect(await screen.findByText('handbook.zip')).toBeDefined();
  });
});

describe('a dataset that does not exist', () => {
  test('has no form to upload to', async () => {
    mockApi.get('api/v1/datasets', () => ({ body: { datasets: [] } }));
    mockApi.get(ARCHIVES, () => ({ status: 404, body: { message: 'Dataset not found' } }));
    open();
    expect(await screen.findByText('Dataset not found')).toBeDefined();
    expect(screen.queryByRole('button', { name: 'Upload Archive' })).toBeNull();
    expect(screen.getByRole('link', { name: 'Back to datasets' })).toBeDefined();
  });

  test('was deleted elsewhere: Refresh shows it, and its row leaves the list', async () => {
    const { user, queryClient } = open();
    await screen.findByText('No archives yet');
    mockApi.get(ARCHIVES, () => ({ status: 404, body: { message: 'Dataset not found' } }));
    mockApi.get('api/v1/datasets', () => ({ body: { datasets: [] } }));
    await waitFor(async () => {
      await user.click(button('Refresh'));
      expect(screen.getByText('Dataset not found')).toBeDefined();
    });
    const list = listDatasetsQuery(makeId(100)).queryKey;
    await waitFor(() => expect(queryClient.getQueryData(list)).toEqual({ datasets: [] }));
  });

  test('was deleted elsewhere: its stream ends, and the screen shows it', async () => {
    const counts = makeStatusCounts();
    const change = { counts, documents: [], archives: false, reload: false };
    const body = `id: 1\nevent: change\ndata: ${JSON.stringify(change)}\n\n`;
    const streams = [{ headers: { 'content-type': 'text/event-stream' }, body }];
    mockApi.get(`api/v1/datasets/${DATASET}/events`, () => {
      const stream = streams.shift();
      if (stream !== undefined) return stream;
      mockApi.get('api/v1/datasets', () => ({ body: { datasets: [] } }));
      return { status: 404, body: { message: 'Dataset not found' } };
    });
    open();
    expect(await screen.findByText('Dataset not found', {}, { timeout: 5000 })).toBeDefined();
  });
});
