import { crc32 } from 'node:zlib';

import { buildZip, makeDataset, makeId, mockApi, renderScreen } from '@carrel/shared/testing';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { ArchivesPage } from '../../archives/archives-page.tsx';
import { FakeUploadRequest } from '../../testing/fake-upload-request.ts';

const DATASET = makeId(600);
const MANIFEST = `api/v1/datasets/${DATASET}/manifest`;
const DOCUMENTS = [
  { path: 'same.txt', size: 4, crc32: crc32('same') },
  { path: 'old.txt', size: 3, crc32: crc32('old') },
  { path: 'gone.txt', size: 4, crc32: crc32('gone') },
];
const ENTRIES = [
  { name: 'same.txt', content: 'same' },
  { name: 'old.txt', content: 'new' },
  { name: 'first/seen.txt', content: 'seen' },
  { name: 'secret.txt', content: 'x', flags: 1 },
];
const zipOf = (entries: Parameters<typeof buildZip>[0]) =>
  new File([new Uint8Array(buildZip(entries))], 'library.zip');

beforeEach(() => {
  mockApi.start();
  FakeUploadRequest.all.length = 0;
  vi.stubGlobal('XMLHttpRequest', FakeUploadRequest);
  mockApi.get('api/v1/datasets', () => ({ body: { datasets: [makeDataset()] } }));
  mockApi.get(`api/v1/datasets/${DATASET}/archives`, () => ({ body: { archives: [] } }));
  // Two pages, as a large dataset has.
  mockApi.get(MANIFEST, ({ path }) => ({
    body: path.includes('cursor=next')
      ? { documents: DOCUMENTS.slice(1) }
      : { documents: DOCUMENTS.slice(0, 1), next_cursor: 'next' },
  }));
});
afterEach(() => mockApi.stop());

async function choose(file: File) {
  const page = renderScreen(<ArchivesPage />, {
    path: `/datasets/${DATASET}/archives`,
    route: '/datasets/:datasetId?/archives',
  });
  const user = userEvent.setup();
  await user.upload(screen.getByLabelText('ZIP file'), file);
  return { ...page, user };
}

const plan = async () =>
  within(await screen.findByRole('region', { name: 'What this upload will do' }));
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));

test('a chosen zip shows what its upload will do, and every refused file with its reason', async () => {
  await choose(zipOf(ENTRIES));
  const shown = await plan();
  const counts = shown.getAllByRole('button').map((button) => button.textContent);
  expect(counts).toEqual(['Added1', 'Changed1', 'Unchanged1', 'Refused1', 'Removed0']);
  const refused = within(shown.getByRole('row', { name: /secret\.txt/ }));
  expect(refused.getByText(/protected with a password/)).toBeDefined();
  await userEvent.click(shown.getByRole('button', { name: 'Added 1' }));
  expect(shown.getByRole('row', { name: /first\/seen\.txt/ })).toBeDefined();
  expect(FakeUploadRequest.all).toHaveLength(0);
});

test('what is removed is listed, and more than a tenth of the dataset is confirmed by typing', async () => {
  const { user } = await choose(zipOf(ENTRIES));
  await user.click(screen.getByRole('checkbox', { name: 'Delete orphans' }));
  const shown = await plan();
  expect(await shown.findByRole('row', { name: /gone\.txt/ })).toBeDefined();
  await press('Upload Archive');
  const dialog = within(await screen.findByRole('alertdialog'));
  expect(FakeUploadRequest.all).toHaveLength(0);
  const confirm = dialog.getByRole('button', { name: 'Upload and delete' });
  expect(confirm).toHaveProperty('disabled', true);
  await user.type(dialog.getByLabelText('Type delete 1 document to confirm'), 'delete 1 document');
  await user.click(confirm);
  expect(FakeUploadRequest.last().url).toContain('delete_orphans=true');
});

test('an archive that is only stored changes nothing', async () => {
  const { user } = await choose(zipOf(ENTRIES));
  await user.click(screen.getByRole('checkbox', { name: 'Sync' }));
  expect(screen.getByText('The archive is only stored. No document changes.')).toBeDefined();
});

test.each([true, false])(
  'an archive that will be refused cannot be sent, Sync: %s',
  async (sync) => {
    const { user } = await choose(zipOf([{ name: '../a' }]));
    if (!sync) await user.click(screen.getByRole('checkbox', { name: 'Sync' }));
    expect((await screen.findByRole('alert')).textContent).toContain('points outside the archive');
    expect(screen.getByRole('button', { name: 'Upload Archive' })).toHaveProperty('disabled', true);
    await press('Upload Archive');
    expect(FakeUploadRequest.all).toHaveLength(0);
  },
);

test('a zip that the browser cannot read is left to the server', async () => {
  await choose(new File(['no zip at all'], 'notes.zip'));
  expect(await screen.findByText(/could not be looked into here/)).toBeDefined();
  await press('Upload Archive');
  expect(FakeUploadRequest.all).toHaveLength(1);
});

test('a server without a manifest is uploaded to without a plan', async () => {
  mockApi.get(MANIFEST, () => ({ status: 404, body: { message: 'Not found' } }));
  const { user } = await choose(zipOf(ENTRIES));
  await user.click(screen.getByRole('checkbox', { name: 'Delete orphans' }));
  await waitFor(() => {
    expect(screen.getByRole('button', { name: 'Upload Archive' })).toHaveProperty(
      'disabled',
      false,
    );
  });
  expect(screen.queryByText('What this upload will do')).toBeNull();
  await press('Upload Archive');
  expect(FakeUploadRequest.all).toHaveLength(1);
});

test('the rule for documents that were moved is asked once, and saved', async () => {
  let rule: string | undefined;
  mockApi.get(MANIFEST, () => ({
    body: {
      documents: [{ path: 'new/same.txt', size: 4, crc32: crc32('same'), origin_path: 'same.txt' }],
      moved_documents: rule,
    },
  }));
  mockApi.patch(`api/v1/datasets/${DATASET}`, () => {
    rule = 'keep';
    return { status: 204 };
  });
  const { user } = await choose(zipOf(ENTRIES.slice(0, 1)));
  const shown = await plan();
  await user.click(await shown.findByRole('button', { name: /Unchanged/ }));
  expect(await shown.findByText('The document was moved to new/same.txt.')).toBeDefined();
  await user.click(await screen.findByRole('button', { name: 'Keep where they are now' }));
  await waitFor(() =>
    expect(screen.queryByRole('button', { name: 'Keep where they are now' })).toBeNull(),
  );
  expect(mockApi.calls('PATCH', `api/v1/datasets/${DATASET}`)[0]?.body).toEqual({
    moved_documents: 'keep',
  });
});
