import {
  fakeShell,
  makeBlocks,
  makeDataset,
  makeDocumentChunks,
  makeDocumentDetail,
  makeDocumentList,
  makeId,
  makeNavigation,
  makeNavigationItem,
  makeUser,
  mockApi,
  renderScreen,
} from '@carrel/shared/testing';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { DocumentPage } from '../../document/document-page.tsx';
import { DocumentsPage } from '../../documents/documents-page.tsx';
import { FakeUploadRequest } from '../../testing/fake-upload-request.ts';

const DATASET = makeId(600);
const DOCUMENT = makeId(800);
const API = `api/v1/datasets/${DATASET}`;

beforeEach(() => {
  mockApi.start();
  FakeUploadRequest.all.length = 0;
  vi.stubGlobal('XMLHttpRequest', FakeUploadRequest);
  mockApi.get('api/v1/datasets', () => ({ body: { datasets: [makeDataset()] } }));
  mockApi.get(`${API}/archives`, () => ({ body: { archives: [] } }));
  mockApi.get(`${API}/documents`, () => ({ body: makeDocumentList() }));
  mockApi.get(`${API}/navigate`, () => ({
    body: makeNavigation({
      items: [
        makeNavigationItem({ item_type: 'folder', name: 'guides', document_id: null }),
        makeNavigationItem({ name: 'welcome.md', document_id: DOCUMENT }),
      ],
    }),
  }));
  mockApi.get(`${API}/documents/${DOCUMENT}`, () => ({ body: makeDocumentDetail() }));
  mockApi.get(`${API}/documents/${DOCUMENT}/text`, () => ({ body: { blocks: makeBlocks() } }));
  mockApi.get(`${API}/documents/${DOCUMENT}/chunks`, () => ({ body: makeDocumentChunks([]) }));
});
afterEach(() => {
  mockApi.stop();
  vi.unstubAllGlobals();
});

const shellOf = (role_name: string) =>
  fakeShell({
    user: makeUser({ memberships: { [makeId(100)]: { organization_name: 'Engines', role_name } } }),
  });

async function openDocument(role = 'Editor') {
  renderScreen(<DocumentPage />, {
    path: `/datasets/${DATASET}/documents/${DOCUMENT}`,
    route: '/datasets/:datasetId/documents/:documentId',
    shell: shellOf(role),
  });
  return screen.findByRole('heading', { level: 1, name: 'welcome.md' });
}

async function openFolder(role = 'Editor') {
  renderScreen(<DocumentsPage />, {
    path: `/datasets/${DATASET}/documents`,
    route: '/datasets/:datasetId?/documents',
    shell: shellOf(role),
  });
  return screen.findByRole('row', { name: /welcome\.md/ });
}

const fileOf = (name: string) => new File(['New text.'], name);
const dropped = (file: File) => ({ dataTransfer: { types: ['Files'], files: [file] } });
const dialog = async () => within(await screen.findByRole('dialog', { name: 'Replace document' }));

test('a file that is chosen replaces the document, after it says what happens', async () => {
  await openDocument();
  const user = userEvent.setup();
  await user.upload(
    screen.getByLabelText('File to replace this document with'),
    fileOf('Draft.MD'),
  );
  const asked = await dialog();
  expect(asked.getByText('Draft.MD')).toBeDefined();
  expect(asked.getByText('This cannot be undone.')).toBeDefined();
  expect(FakeUploadRequest.all).toEqual([]);
  await user.click(asked.getByRole('button', { name: 'Replace document' }));
  await waitFor(() => expect(FakeUploadRequest.all).toHaveLength(1));
  const request = FakeUploadRequest.last();
  expect(new URL(request.url).pathname).toBe(`/${API}/documents/${DOCUMENT}/replace`);
  expect(request.headers['Content-Type']).toBe('application/octet-stream');
  act(() => request.progress(500, 1000));
  expect(asked.getByRole('progressbar').getAttribute('aria-valuenow')).toBe('50');
  const before = mockApi.calls('GET', `${API}/documents/${DOCUMENT}`).length;
  act(() => request.respond(201, { id: makeId(700) }));
  await screen.findByText('welcome.md is replaced, and is being processed');
  await waitFor(() =>
    expect(mockApi.calls('GET', `${API}/documents/${DOCUMENT}`).length).toBeGreaterThan(before),
  );
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('a failure keeps the file, and one click sends it again', async () => {
  await openDocument();
  const user = userEvent.setup();
  const file = fileOf('new.md');
  await user.upload(screen.getByLabelText('File to replace this document with'), file);
  const asked = await dialog();
  const send = asked.getByRole('button', { name: 'Replace document' });
  await user.click(send);
  await waitFor(() => expect(FakeUploadRequest.all).toHaveLength(1));
  act(() => FakeUploadRequest.last().respond(507, { message: 'The disk is full.' }));
  expect(await asked.findByText('The disk is full.')).toBeDefined();
  await user.click(send);
  await waitFor(() => expect(FakeUploadRequest.all).toHaveLength(2));
  expect(FakeUploadRequest.last().body).toBe(file);
});

test('closing the dialog ends the upload', async () => {
  await openDocument();
  const user = userEvent.setup();
  await user.upload(screen.getByLabelText('File to replace this document with'), fileOf('n.md'));
  const asked = await dialog();
  await user.click(asked.getByRole('button', { name: 'Replace document' }));
  await waitFor(() => expect(FakeUploadRequest.all).toHaveLength(1));
  await user.click(asked.getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(FakeUploadRequest.last().aborted).toBe(true));
});

test('a file of another type is refused before it is sent', async () => {
  const heading = await openDocument();
  fireEvent.dragEnter(heading, dropped(fileOf('new.pdf')));
  expect(screen.getByText('Drop the file to replace this document')).toBeDefined();
  fireEvent.drop(heading, dropped(fileOf('new.pdf')));
  const asked = await dialog();
  expect(asked.getByText(/new\.pdf is of another type\. Choose a \.md file/)).toBeDefined();
  expect(asked.queryByRole('button', { name: 'Replace document' })).toBeNull();
});

test('a file that is dropped on the row of a document replaces that document', async () => {
  const row = await openFolder();
  fireEvent.dragOver(row, dropped(fileOf('new.md')));
  expect(row.hasAttribute('data-drop')).toBe(true);
  const folder = screen.getByRole('row', { name: /guides/ });
  fireEvent.dragOver(folder, dropped(fileOf('new.md')));
  expect(row.hasAttribute('data-drop')).toBe(false);
  expect(folder.hasAttribute('data-drop')).toBe(false);
  fireEvent.drop(row, dropped(fileOf('new.md')));
  expect((await dialog()).getByText('welcome.md')).toBeDefined();
});

test('a Viewer replaces nothing', async () => {
  const heading = await openDocument('Viewer');
  expect(screen.queryByRole('button', { name: 'Replace' })).toBeNull();
  fireEvent.drop(heading, dropped(fileOf('new.md')));
  expect(screen.queryByRole('dialog')).toBeNull();
});
