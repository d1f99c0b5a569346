import {
  makeArchive,
  makeDataset,
  makeId,
  mockApi,
  mockUploads,
  renderScreen,
} from '@carrel/shared/testing';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';

import { ArchivesPage } from '../../archives/archives-page.tsx';
import { fingerprintOf } from '../../data/sending/file-fingerprint.ts';
import { rememberedUpload, rememberUpload } from '../../data/sending/remembered-uploads.ts';

const DATASET = makeId(600);
const ARCHIVES = `api/v1/datasets/${DATASET}/archives`;
const MIB = 1024 ** 2;
const file = new File([new Uint8Array(20 * MIB)], 'report.zip');

beforeEach(() => {
  mockApi.start();
  mockUploads.start();
  mockApi.get('api/v1/datasets', () => ({ body: { datasets: [makeDataset()] } }));
  mockApi.get(ARCHIVES, () => ({ body: { archives: [makeArchive({ name: 'earlier.zip' })] } }));
});
afterEach(() => mockApi.stop());

function open() {
  const page = renderScreen(<ArchivesPage />, {
    path: `/datasets/${DATASET}/archives`,
    route: '/datasets/:datasetId?/archives',
  });
  return { ...page, user: userEvent.setup({ applyAccept: false }) };
}

const section = () => screen.findByRole('region', { name: 'Unfinished uploads' });
const sent = () =>
  mockUploads.transfers().map(({ method, headers }) => [method, headers['Upload-Offset']]);

async function listReport(received = 8 * MIB) {
  return mockUploads.list({ fingerprint: await fingerprintOf(file), size: file.size, received });
}

test('unfinished uploads are listed with how far they are and when they expire', async () => {
  mockUploads.list();
  open();
  const list = within(await section());
  expect(list.getByText('report.zip')).toBeDefined();
  expect(list.getByText('450.00 MB of 1.00 GB uploaded, expires in 23 h')).toBeDefined();
  expect(list.getByRole('progressbar').getAttribute('aria-valuenow')).toBe('44');
});

test('without any, and without such a server, nothing is listed', async () => {
  mockUploads.refuse();
  open();
  await screen.findByText('earlier.zip');
  await waitFor(() =>
    expect(mockApi.calls('GET', `api/v1/datasets/${DATASET}/uploads`)).toHaveLength(1),
  );
  expect(screen.queryByText('Unfinished uploads')).toBeNull();
});

describe('continuing', () => {
  test('with the same file sends only what is missing', async () => {
    await listReport();
    const { user } = open();
    await user.upload(await screen.findByLabelText('The file of report.zip'), file);
    expect(await screen.findByText('Archive uploaded successfully!')).toBeDefined();
    expect(sent()).toEqual([
      ['HEAD', undefined],
      ['PATCH', `${8 * MIB}`],
      ['POST', undefined],
    ]);
    await waitFor(() => expect(screen.queryByText('Unfinished uploads')).toBeNull());
  });

  test('by choosing the same file for a new upload sends only what is missing', async () => {
    await listReport();
    const { user } = open();
    await user.upload(screen.getByLabelText('ZIP file'), file);
    await user.click(screen.getByRole('button', { name: 'Upload Archive' }));
    expect(await screen.findByText('Archive uploaded successfully!')).toBeDefined();
    expect(sent()[1]).toEqual(['PATCH', `${8 * MIB}`]);
  });

  test('with another file says so, and loses nothing', async () => {
    await listReport();
    const { user } = open();
    const other = new File([new Uint8Array(20 * MIB).fill(1)], 'report.zip');
    await user.upload(await screen.findByLabelText('The file of report.zip'), other);
    const alert = await within(await section()).findByRole('alert');
    expect(alert.textContent).toContain('report.zip is not the file that was being uploaded.');
    expect(mockUploads.transfers()).toEqual([]);
    expect(mockUploads.uploads()).toHaveLength(1);
  });

  test('uses the options with which it began', async () => {
    const { id } = await listReport();
    const options = { sync: false, delete_orphans: false, purge_on_completion: false };
    rememberUpload({ id, datasetId: DATASET, kind: 'archive', options });
    const { user } = open();
    await user.upload(await screen.findByLabelText('The file of report.zip'), file);
    await screen.findByText('Archive uploaded successfully!');
    const [finish] = mockUploads.transfers('FINISH');
    expect(finish?.path).toContain('&sync=false&delete_orphans=false&purge_on_completion=false');
    expect(rememberedUpload(id)).toBeUndefined();
  });

  test('what removes documents waits until its plan was seen', async () => {
    const { id } = await listReport();
    const options = { sync: true, delete_orphans: true, purge_on_completion: true };
    rememberUpload({ id, datasetId: DATASET, kind: 'archive', options });
    const { user } = open();
    await user.upload(await screen.findByLabelText('The file of report.zip'), file);
    expect(await screen.findByRole('button', { name: 'Clear' })).toHaveProperty('disabled', false);
    expect(screen.getByRole('checkbox', { name: 'Delete orphans' })).toHaveProperty(
      'checked',
      true,
    );
    expect(mockUploads.transfers()).toEqual([]);
  });

  test('files that were added one by one are added again on their own screen', async () => {
    const { id } = mockUploads.list({ filename: '3 files.zip' });
    const options = { sync: true, delete_orphans: false, purge_on_completion: true };
    rememberUpload({ id, datasetId: DATASET, kind: 'files', options });
    open();
    const link = await screen.findByRole('link', { name: 'Add the files again: 3 files.zip' });
    expect(link.getAttribute('href')).toBe(`/datasets/${DATASET}/documents`);
    expect(screen.queryByRole('button', { name: /^Continue/ })).toBeNull();
  });
});

test('an upload that runs in another tab can neither be continued nor discarded', async () => {
  const held = [{ name: `carrel-upload-${makeId(900)}` }];
  vi.stubGlobal('navigator', { userAgent: '', locks: { query: async () => ({ held }) } });
  mockUploads.list();
  open();
  const list = within(await section());
  expect(list.getByText('450.00 MB of 1.00 GB uploaded. Running in another tab.')).toBeDefined();
  expect(list.queryByRole('button')).toBeNull();
});

describe('discarding', () => {
  test('asks first, and then deletes what the server has', async () => {
    mockUploads.list();
    const { user } = open();
    await user.click(await screen.findByRole('button', { name: 'Discard report.zip' }));
    const question = within(await screen.findByRole('alertdialog', { name: 'Discard upload' }));
    expect(question.getByText(/^The 450\.00 MB that were uploaded are deleted/)).toBeDefined();
    expect(mockUploads.uploads()).toHaveLength(1);
    await user.click(question.getByRole('button', { name: 'Discard' }));
    expect(await screen.findByText('Upload discarded')).toBeDefined();
    expect(mockUploads.transfers('DELETE')).toHaveLength(1);
    await waitFor(() => expect(screen.queryByText('Unfinished uploads')).toBeNull());
  });

  test('that fails keeps it', async () => {
    mockUploads.list();
    mockUploads.next('DELETE', { status: 503, body: { message: 'The server is starting.' } });
    const { user } = open();
    await user.click(await screen.findByRole('button', { name: 'Discard report.zip' }));
    await user.click(await screen.findByRole('button', { name: 'Discard' }));
    expect(await screen.findByText('The server is starting.')).toBeDefined();
    expect(screen.getByRole('alertdialog')).toBeDefined();
  });
});
