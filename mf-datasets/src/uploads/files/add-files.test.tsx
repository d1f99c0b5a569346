import { crc32 } from 'node:zlib';

import { readCentralDirectory } from '@carrel/shared/packing';
import { makeDataset, makeId, mockApi, renderScreen } from '@carrel/shared/testing';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { FakeUploadRequest } from '../../testing/fake-upload-request.ts';
import { AddFiles, useAddFiles } from './add-files.tsx';

const DATASET = makeId(600);
const DOCUMENTS = [
  { path: 'HR/same.txt', size: 4, crc32: crc32('same') },
  { path: 'HR/old.txt', size: 3, crc32: crc32('old') },
  { path: 'HR/gone.txt', size: 4, crc32: crc32('gone') },
  { path: 'other.txt', size: 5, crc32: crc32('other') },
];

beforeEach(() => {
  mockApi.start();
  FakeUploadRequest.all.length = 0;
  vi.stubGlobal('XMLHttpRequest', FakeUploadRequest);
  mockApi.get('api/v1/datasets', () => ({ body: { datasets: [makeDataset()] } }));
  mockApi.get(`api/v1/datasets/${DATASET}/manifest`, () => ({
    body: { documents: DOCUMENTS, partial_archives: true },
  }));
});
afterEach(() => {
  mockApi.stop();
  vi.unstubAllGlobals();
});

const FILES = [
  new File(['same'], 'same.txt'),
  new File(['new'], 'old.txt'),
  new File(['fresh'], 'fresh.txt'),
];

const Adding = ({ folder }: { folder: string }) => (
  <AddFiles folder={folder} adding={useAddFiles(DATASET, folder)} />
);

async function openWith(files: File[]) {
  renderScreen(<Adding folder="HR" />);
  const user = userEvent.setup();
  await user.click(screen.getByRole('button', { name: 'Add files' }));
  const dialog = await screen.findByRole('dialog', { name: 'Add files' });
  await user.upload(within(dialog).getByLabelText('Files'), files);
  return { user, dialog };
}

const counts = async () => {
  const plan = await screen.findByRole('region', { name: 'What this upload will do' });
  return within(plan)
    .getAllByRole('button')
    .map((button) => button.textContent)
    .filter((text) => /[1-9]/.test(text));
};

const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }));

test('chosen files show what they will do in the open folder', async () => {
  await openWith(FILES);
  expect(await counts()).toEqual(['Added1', 'Changed1', 'Unchanged1']);
});

test('files are sent as one archive, without the bytes that the dataset has', async () => {
  await openWith(FILES);
  await press('Upload 2 files');
  const { url, body } = FakeUploadRequest.last();
  expect(new URL(url, location.href).searchParams.get('folder')).toBe('HR');
  expect(new URL(url, location.href).searchParams.get('delete_orphans')).toBe('false');
  const { files } = await readCentralDirectory(body as File);
  expect(files).toEqual([
    { path: 'HR/fresh.txt', size: 5, crc32: crc32('fresh') },
    { path: 'HR/same.txt', size: 0, crc32: 0, isUnsent: true },
    { path: 'HR/old.txt', size: 3, crc32: crc32('new') },
  ]);
});

test('files of moved documents are compared with these, and one at whose path another was moved is said before', async () => {
  const documents = [
    { path: 'moved/same.txt', origin_path: 'HR/same.txt', size: 4, crc32: crc32('same') },
    { path: 'moved/old.txt', origin_path: 'HR/old.txt', size: 3, crc32: crc32('old') },
    { path: 'HR/fresh.txt', origin_path: 'HR/same.txt', size: 3, crc32: crc32('x') },
  ];
  mockApi.get(`api/v1/datasets/${DATASET}/manifest`, () => ({
    body: { documents, partial_archives: true },
  }));
  const { dialog } = await openWith(FILES);
  expect(await counts()).toEqual(['Changed1', 'Unchanged1', 'Refused1']);
  expect(within(dialog).getByText(/moved here from another path/)).toBeDefined();
  await userEvent.click(within(dialog).getByRole('button', { name: 'Changed 1' }));
  expect(within(dialog).getByText('The document was moved to moved/old.txt.')).toBeDefined();
  expect(within(dialog).getByLabelText('Remove what is missing')).toHaveProperty('disabled', false);
  await press('Upload 1 file');
  const { files } = await readCentralDirectory(FakeUploadRequest.last().body as File);
  expect(files.map(({ path, isUnsent = false }) => [path, isUnsent])).toEqual([
    ['HR/same.txt', true],
    ['HR/old.txt', false],
  ]);
});

test('an upload that has arrived closes the dialog', async () => {
  await openWith(FILES);
  await press('Upload 2 files');
  act(() => FakeUploadRequest.last().respond(201, { id: makeId(700) }));
  expect(await screen.findByText('Files uploaded successfully!')).toBeDefined();
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

test('an upload that fails keeps the files, and can be sent again', async () => {
  await openWith(FILES);
  await press('Upload 2 files');
  act(() => FakeUploadRequest.last().respond(507, { message: 'The disk is full.' }));
  expect(await within(screen.getByRole('dialog')).findByText('The disk is full.')).toBeDefined();
  await press('Upload 2 files');
  expect(FakeUploadRequest.all).toHaveLength(2);
});

test('an upload that fails in the background can be sent again from another screen', async () => {
  const { user } = await openWith(FILES);
  await press('Upload 2 files');
  await press('Continue in the background');
  act(() => FakeUploadRequest.last().respond(507, { message: 'The disk is full.' }));
  await screen.findAllByText('The disk is full.');
  await press('Add files');
  const dialog = within(await screen.findByRole('dialog', { name: 'Add files' }));
  // As on a screen that was opened since.
  await user.click(dialog.getByRole('button', { name: 'Clear' }));
  expect(dialog.getByText('3 files.zip')).toBeDefined();
  await user.click(dialog.getByRole('button', { name: 'Try again' }));
  expect(FakeUploadRequest.all).toHaveLength(2);
});

test('what is missing is removed where that is asked for, in the open folder only', async () => {
  const { dialog, user } = await openWith(FILES);
  await counts();
  await user.click(within(dialog).getByLabelText('Remove what is missing'));
  expect(await counts()).toEqual(['Added1', 'Changed1', 'Unchanged1', 'Removed1']);
  await press('Upload 2 files');
  // More than a tenth of the dataset.
  const question = await screen.findByRole('alertdialog');
  await user.type(within(question).getByRole('textbox'), 'delete 1 document');
  await user.click(within(question).getByRole('button', { name: 'Upload and delete' }));
  const { url } = FakeUploadRequest.last();
  expect(new URL(url, location.href).searchParams.get('delete_orphans')).toBe('true');
});

test('nothing is removed where a file cannot be added', async () => {
  const { dialog } = await openWith([...FILES, new File(['x'], 'a\\b.txt')]);
  expect(await counts()).toContain('Refused1');
  const option = within(dialog).getByLabelText('Remove what is missing');
  expect(option).toHaveProperty('disabled', true);
});

test('a server that knows no partial archives gets all bytes, and removes nothing', async () => {
  mockApi.get(`api/v1/datasets/${DATASET}/manifest`, () => ({ body: { documents: DOCUMENTS } }));
  const { dialog } = await openWith(FILES);
  expect(await counts()).toEqual(['Added1', 'Changed1', 'Unchanged1']);
  const option = within(dialog).getByLabelText('Remove what is missing');
  expect(option).toHaveProperty('disabled', true);
  await press('Upload 2 files');
  const { files } = await readCentralDirectory(FakeUploadRequest.last().body as File);
  expect(files.map(({ size }) => size)).toEqual([5, 4, 3]);
});

test('files that change nothing are not sent, and no button pretends to', async () => {
  await openWith([new File(['same'], 'same.txt')]);
  expect(await counts()).toEqual(['Unchanged1']);
  expect(screen.queryByRole('button', { name: 'Upload' })).toBeNull();
});

test('without the documents of the dataset, the server decides', async () => {
  mockApi.get(`api/v1/datasets/${DATASET}/manifest`, () => ({ status: 404, body: {} }));
  await openWith(FILES);
  expect(await screen.findByText(/the server decides what becomes of each file/)).toBeDefined();
  await press('Upload 3 files');
  const { files } = await readCentralDirectory(FakeUploadRequest.last().body as File);
  expect(files.map(({ size }) => size)).toEqual([4, 3, 5]);
});

test('files that are dropped anywhere on the page open the dialog', async () => {
  renderScreen(<Adding folder="" />);
  const dataTransfer = { types: ['Files'], items: [], files: FILES };
  fireEvent.drop(document.body, { dataTransfer });
  expect(await screen.findByRole('dialog', { name: 'Add files' })).toBeDefined();
  expect(await counts()).toEqual(['Added3']);
});
