import { makeDataset, makeId, mockApi, mockUploads, renderScreen } from '@carrel/shared/testing';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test } from 'vitest';

import { AddFiles, useAddFiles } from '../files/add-files.tsx';
import { rememberedUpload, rememberUpload } from '../../data/sending/remembered-uploads.ts';

const DATASET = makeId(600);
const MIB = 1024 ** 2;
const FILES = [
  new File([new Uint8Array(12 * MIB)], 'large.bin'),
  new File(['small'], 'small.txt'),
  new File(['another'], 'another.txt'),
];

beforeEach(() => {
  mockApi.start();
  mockUploads.start();
  mockApi.get('api/v1/datasets', () => ({ body: { datasets: [makeDataset()] } }));
  mockApi.get(`api/v1/datasets/${DATASET}/manifest`, () => ({
    body: { documents: [], partial_archives: true },
  }));
});
afterEach(() => mockApi.stop());

const Adding = () => <AddFiles folder="HR" adding={useAddFiles(DATASET, 'HR')} />;

async function open() {
  const page = renderScreen(<Adding />);
  const user = userEvent.setup();
  await user.click(screen.getByRole('button', { name: 'Add files' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Add files' }));
  return { ...page, user, dialog };
}

async function add(files: File[]) {
  const page = await open();
  await page.user.upload(page.dialog.getByLabelText('Files'), files);
  const button = await page.dialog.findByRole('button', { name: 'Upload 3 files' });
  // All files are read first.
  await waitFor(() => expect(button).toHaveProperty('disabled', false));
  await page.user.click(button);
  return page;
}

test('files that are chosen again go on from where their upload was', async () => {
  mockUploads.next('PATCH', { hangsAfter: 8 * MIB });
  const { unmount } = await add(FILES);
  await waitFor(() => expect(mockUploads.uploads()[0]?.received).toBe(8 * MIB));
  const [upload] = mockUploads.uploads();
  expect(rememberedUpload(upload?.id ?? '')).toMatchObject({
    kind: 'files',
    options: { folder: 'HR' },
  });
  unmount();
  // As another page would see it, which knows nothing of the one before.
  mockUploads.start();
  mockUploads.list({ ...upload, id: makeId(950) });
  await add(FILES);
  expect(await screen.findByText('Files uploaded successfully!')).toBeDefined();
  const sent = mockUploads
    .transfers()
    .map(({ method, headers }) => [method, headers['Upload-Offset']]);
  expect(sent).toEqual([
    ['HEAD', undefined],
    ['PATCH', `${8 * MIB}`],
    ['POST', undefined],
  ]);
  expect(mockUploads.transfers('FINISH')[0]?.path).toContain('folder=HR');
});

test('the dialog lists what is unfinished, until files are chosen', async () => {
  const options = { sync: true, delete_orphans: false, purge_on_completion: true };
  const { id } = mockUploads.list({ filename: '3 files.zip' });
  rememberUpload({ id, datasetId: DATASET, kind: 'files', options });
  mockUploads.list({ id: makeId(901), filename: 'report.zip' });
  const { user, dialog } = await open();
  const list = within(await dialog.findByRole('region', { name: 'Unfinished uploads' }));
  expect(list.getByText('3 files.zip')).toBeDefined();
  expect(list.getByRole('link', { name: 'Continue in Bulk Upload: report.zip' })).toBeDefined();
  expect(list.queryByRole('link', { name: /3 files/ })).toBeNull();
  expect(list.getByRole('button', { name: 'Discard 3 files.zip' })).toBeDefined();
  await user.upload(dialog.getByLabelText('Files'), FILES);
  await waitFor(() => expect(dialog.queryByText('Unfinished uploads')).toBeNull());
});
