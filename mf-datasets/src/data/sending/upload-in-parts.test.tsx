import type { ShellApi } from '@carrel/shared/shell';
import {
  fakeShell,
  makeDataset,
  makeId,
  mockApi,
  mockUploads,
  renderScreen,
} from '@carrel/shared/testing';
import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { ArchivesPage } from '../../archives/archives-page.tsx';
import { rememberedUpload } from './remembered-uploads.ts';

const DATASET = makeId(600);
const MIB = 1024 ** 2;
const large = new File([new Uint8Array(20 * MIB)], 'large.zip');

beforeEach(() => {
  mockApi.start();
  mockUploads.start();
  mockApi.get('api/v1/datasets', () => ({ body: { datasets: [makeDataset()] } }));
  mockApi.get(`api/v1/datasets/${DATASET}/archives`, () => ({ body: { archives: [] } }));
});
afterEach(() => mockApi.stop());

async function upload(file = large) {
  const setTask = vi.fn<NonNullable<ShellApi['setTask']>>();
  const page = renderScreen(<ArchivesPage />, {
    path: `/datasets/${DATASET}/archives`,
    route: '/datasets/:datasetId?/archives',
    shell: fakeShell({ setTask }),
  });
  const user = userEvent.setup();
  await user.upload(screen.getByLabelText('ZIP file'), file);
  await user.click(screen.getByRole('button', { name: 'Upload Archive' }));
  return { ...page, user, setTask };
}

const methods = () => mockUploads.transfers().map(({ method }) => method);
const isListed = () => screen.queryByText('Unfinished uploads') !== null;

test('a large archive is sent in parts, and is not listed as unfinished meanwhile', async () => {
  mockUploads.next('FINISH', { hangsAfter: 0 });
  await upload();
  expect(await screen.findByText('Checking the archive')).toBeDefined();
  expect(methods()).toEqual(['POST', 'PATCH', 'POST']);
  await waitFor(() =>
    expect(mockApi.calls('GET', `api/v1/datasets/${DATASET}/uploads`).length).toBeGreaterThan(1),
  );
  expect(isListed()).toBe(false);
  const id = mockUploads.uploads()[0]?.id ?? '';
  expect(rememberedUpload(id)).toMatchObject({ kind: 'archive', options: { sync: true } });
});

test.each([
  ['one of 8 MiB', new File([new Uint8Array(8 * MIB)], 'small.zip'), true],
  ['any by a server without uploads in parts', large, false],
])('%s is sent in one request', async (_, file, isOffered) => {
  if (!isOffered) mockUploads.refuse();
  await upload(file);
  expect(await screen.findByText('Archive uploaded successfully!')).toBeDefined();
  expect(mockUploads.transfers()).toMatchObject([
    { method: 'POST', size: file.size, headers: { 'Content-Type': 'application/zip' } },
  ]);
});

test('a lost connection is shown with the progress, here and in the sidebar, until sending goes on', async () => {
  mockUploads.next('PATCH', { cutAfter: 8 * MIB });
  const { setTask } = await upload();
  expect(await screen.findByText('Connection lost. Trying again…')).toBeDefined();
  expect(screen.getByText('8.00 MB of 20.00 MB')).toBeDefined();
  expect(setTask).toHaveBeenLastCalledWith(
    `upload-${DATASET}/archive`,
    expect.objectContaining({ value: 40, detail: '40%, connection lost' }),
  );
  mockUploads.next('PATCH', { hangsAfter: 4 * MIB });
  act(() => void window.dispatchEvent(new Event('online')));
  expect(await screen.findByText(/^12\.00 MB of 20\.00 MB/)).toBeDefined();
  expect(screen.queryByText('Connection lost. Trying again…')).toBeNull();
});

test('one that is refused keeps its file and shows the reason, and is tried again from where it was', async () => {
  mockUploads.next('PATCH', { status: 507, body: { message: 'The disk of the server is full.' } });
  const { user } = await upload();
  expect(await screen.findByText('Reason: The disk of the server is full.')).toBeDefined();
  // Its file is still chosen.
  expect(isListed()).toBe(false);
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('Archive uploaded successfully!')).toBeDefined();
  expect(methods()).toEqual(['POST', 'PATCH', 'HEAD', 'PATCH', 'POST']);
});

test('Cancel deletes it on the server, and the file stays chosen', async () => {
  mockUploads.next('PATCH', { hangsAfter: MIB });
  const { user } = await upload();
  await waitFor(() => expect(methods()).toEqual(['POST', 'PATCH']));
  await user.click(screen.getByRole('button', { name: 'Cancel upload' }));
  await waitFor(() => expect(mockUploads.uploads()).toEqual([]));
  expect(await screen.findByText('large.zip')).toBeDefined();
  expect(screen.getByRole('button', { name: 'Upload Archive' })).toHaveProperty('disabled', false);
});

test('signing out keeps it on the server', async () => {
  mockUploads.next('PATCH', { hangsAfter: MIB });
  const { setTask } = await upload();
  await waitFor(() => expect(methods()).toEqual(['POST', 'PATCH']));
  act(() => setTask.mock.lastCall?.[1]?.suspend?.());
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Cancel upload' })).toBeNull());
  expect(mockUploads.transfers('DELETE')).toEqual([]);
  expect(mockUploads.uploads()).toHaveLength(1);
});

test('a file whose upload runs in another tab is left to that tab', async () => {
  const locks = {
    request: async (_: string, __: LockOptions, work: (lock: null) => unknown) => work(null),
    query: async () => ({ held: [] }),
  };
  mockUploads.next('PATCH', { status: 403, body: { message: 'No.' } });
  const { user } = await upload();
  await user.click(await screen.findByRole('button', { name: 'Try again' }));
  await screen.findByText('Archive uploaded successfully!');
  const [creation] = mockUploads.transfers('POST');
  const fingerprint = creation?.headers['Upload-Metadata']?.split('fingerprint ')[1] ?? '';
  mockUploads.list({ fingerprint: atob(fingerprint), size: large.size });
  vi.stubGlobal('navigator', { userAgent: '', locks });
  await user.upload(screen.getByLabelText('ZIP file'), large);
  await user.click(screen.getByRole('button', { name: 'Upload Archive' }));
  expect(
    await screen.findByText('This upload is running in another tab. It goes on there.'),
  ).toBeDefined();
  expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
  expect(mockUploads.transfers('DELETE')).toEqual([]);
});
