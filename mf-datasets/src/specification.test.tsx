import {
  fakeShell,
  makeArchive,
  makeDataset,
  makeDocumentList,
  makeId,
  makeNavigation,
  makeNavigationItem,
  mockApi,
  renderScreen,
  testOutcomes,
} from '@carrel/shared/testing';
import type { Outcome } from '@carrel/shared/testing';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';

import { ArchivesPage } from './archives/archives-page.tsx';
import { FakeUploadRequest } from './testing/fake-upload-request.ts';
import { DatasetsPage } from './datasets/datasets-page.tsx';
import { DocumentsPage } from './documents/documents-page.tsx';

const HANDBOOK = makeDataset();
const ARCHIVE = makeArchive({ size: 0 });
const ALL = 'api/v1/datasets';
const ONE = `${ALL}/${HANDBOOK.id}`;
const ARCHIVES = `${ONE}/archives`;
const NAVIGATE = `${ONE}/navigate`;

beforeEach(() => {
  mockApi.start();
  FakeUploadRequest.all.length = 0;
  vi.stubGlobal('XMLHttpRequest', FakeUploadRequest);
  vi.stubGlobal('confirm', () => true);
  mockApi.get(ALL, () => ({ body: { datasets: [HANDBOOK] } }));
  mockApi.get(ARCHIVES, () => ({ body: { archives: [ARCHIVE] } }));
  mockApi.get(`${ONE}/documents`, () => ({ body: makeDocumentList() }));
  mockApi.get(NAVIGATE, () => ({ body: makeNavigation({ items: [makeNavigationItem()] }) }));
});
afterEach(() => {
  vi.restoreAllMocks();
  mockApi.stop();
});

const list = (shell = fakeShell()) => renderScreen(<DatasetsPage />, { path: '/datasets', shell });
const documents = (path = `/datasets/${HANDBOOK.id}/documents`) =>
  renderScreen(<DocumentsPage />, { path, route: '/datasets/:datasetId?/documents' });
const archives = (path = `/datasets/${HANDBOOK.id}/archives`) =>
  renderScreen(<ArchivesPage />, { path, route: '/datasets/:datasetId?/archives' });

const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }));

async function write(label: string, text: string): Promise<void> {
  const field = within(await screen.findByRole('dialog')).getByLabelText(label);
  await userEvent.clear(field);
  await userEvent.click(field);
  await userEvent.paste(text);
}

const OUTCOMES: Record<string, Outcome> = {
  'creating a dataset': {
    act: async () => {
      list();
      await press('Create Dataset');
      await write('Name', 'Minutes');
      await press('Create dataset');
    },
    method: 'post',
    path: ALL,
    response: { status: 201, body: { id: makeId(601) } },
    success: 'Dataset created successfully!',
    fallback: 'Failed to create dataset. Please try again.',
  },
  'changing a dataset': {
    act: async () => {
      list();
      await press('Edit');
      await press('Save changes');
    },
    method: 'patch',
    path: ONE,
    response: { status: 204 },
    success: 'Dataset updated successfully!',
    fallback: 'Failed to update dataset. Please try again.',
  },
  'deleting a dataset': {
    act: async () => {
      list();
      await press('Delete');
      const dialog = within(await screen.findByRole('alertdialog'));
      await userEvent.type(dialog.getByRole('textbox'), HANDBOOK.name);
      await userEvent.click(dialog.getByRole('button', { name: 'Delete dataset' }));
    },
    method: 'delete',
    path: ONE,
    response: { status: 204 },
    success: 'Dataset "Handbook" deleted successfully',
    fallback: 'Failed to delete dataset',
  },
  'deleting an archive': {
    act: async () => {
      archives();
      await press('Delete');
    },
    method: 'delete',
    path: `${ARCHIVES}/${ARCHIVE.id}`,
    response: { status: 204 },
    success: 'Archive deleted successfully!',
    fallback: 'Failed to delete archive',
  },
};

async function upload(): Promise<FakeUploadRequest> {
  archives();
  await userEvent.upload(screen.getByLabelText('ZIP file'), new File(['PK'], 'library.zip'));
  await press('Upload Archive');
  return FakeUploadRequest.last();
}

describe('the texts of section 8', () => {
  testOutcomes(OUTCOMES);

  test.each<[string, string, (request: FakeUploadRequest) => void]>([
    ['success', 'Archive uploaded successfully!', (sent) => sent.respond(201, { id: makeId(701) })],
    ['a failure with a message', 'No room', (sent) => sent.respond(507, { message: 'No room' })],
    ['a failure without a message', 'HTTP 507', (sent) => sent.respond(507, {})],
    ['a broken connection', 'Upload failed', (sent) => sent.dispatchEvent(new Event('error'))],
    ['an invalid response', 'Failed to parse response', (sent) => sent.respond(201, '<p>')],
    [
      'a session that has ended',
      'Session expired. Please login again.',
      (sent) => sent.respond(401, {}),
    ],
  ])('uploading: %s is shown as "%s", once', async (_, text, happen) => {
    mockApi.put('api/v1/accounts/sessions', () => ({ status: 401 }));
    const request = await upload();
    act(() => happen(request));
    expect(await screen.findAllByText(text)).toHaveLength(1);
  });

  test('an upload that the browser refuses is shown as "Failed to upload archive"', async () => {
    vi.spyOn(FakeUploadRequest.prototype, 'send').mockImplementation(() => {
      throw new DOMException('Not now', 'InvalidStateError');
    });
    await expect(upload()).rejects.toThrow('Nothing was sent.');
    expect(await screen.findByText('Failed to upload archive')).toBeTruthy();
  });

  test.each([
    [ALL, list, 'Failed to load datasets. Please try again.', 'Try again'],
    [ARCHIVES, archives, 'Failed to fetch archives', 'Retry'],
    [NAVIGATE, documents, 'Failed to fetch navigation', 'Retry'],
  ])('%s that cannot be loaded shows the reason', async (path, open, text, again) => {
    mockApi.get(path, () => ({ status: 503, body: { message: 'Back in a minute' } }));
    open();
    expect(await screen.findByText(text)).toBeTruthy();
    expect(screen.getByText('Back in a minute')).toBeTruthy();
    expect(screen.getByRole('button', { name: again })).toBeTruthy();
  });

  test.each([
    ['No organization selected', fakeShell({ organizationId: null })],
    ['No organization selected or user not authenticated', fakeShell({ user: null })],
  ])('a screen without access shows "%s"', (text, shell) => {
    vi.spyOn(console, 'error').mockReturnValue();
    expect(() => list(shell)).toThrow(new Error(text));
  });
});

describe('the messages of section 5', () => {
  const JSON_FAULT = 'Invalid JSON format for metadata parameters';
  const NO_OBJECT = 'Metadata parameters must be a JSON object';
  const MEGABYTE = JSON.stringify({ text: 'x'.repeat(1024 * 1024) });

  test.each([
    ['Name', '', 'Dataset name is required'],
    ['Name', 'n'.repeat(101), 'Dataset name must be less than 100 characters'],
    ['Description', 'd'.repeat(501), 'Description must be less than 500 characters'],
    ['Metadata parameters', '{"a": }', JSON_FAULT],
    ['Metadata parameters', '{]', JSON_FAULT],
    ['Metadata parameters', '[1, 2]', NO_OBJECT],
    ['Metadata parameters', '42', NO_OBJECT],
    ['Metadata parameters', MEGABYTE, 'Metadata parameters must be less than 100000 characters'],
  ])('a %s of "%s": %s', async (label, text, message) => {
    list();
    await press('Create Dataset');
    await write('Name', 'Minutes');
    await write(label, text);
    await press('Create dataset');
    expect(await screen.findByText(message)).toBeTruthy();
    expect(mockApi.calls('POST', ALL)).toEqual([]);
    await write(label, '{ "a": 1 }');
    await waitFor(() => expect(screen.queryByText(message)).toBeNull());
  });

  test.each([
    'n'.repeat(100),
    '📚'.repeat(50),
    'دفتر اليوميات',
    '<script>alert(1)</script>',
    "Robert'); DROP TABLE datasets;--",
  ])('the name "%s" is sent and shown as it is', async (name) => {
    mockApi.post(ALL, () => ({ status: 201, body: { id: makeId(601) } }));
    list();
    await press('Create Dataset');
    await write('Name', name);
    mockApi.get(ALL, () => ({ body: { datasets: [makeDataset({ name })] } }));
    await press('Create dataset');
    expect(await screen.findByRole('link', { name })).toBeTruthy();
    expect(mockApi.calls('POST', ALL).map(({ body }) => body)).toEqual([{ name }]);
  });
});

describe('the texts of sections 2, 4 and 9', () => {
  test.each<[string, () => unknown]>([
    ['Create Dataset', list],
    ['View', list],
    ['Bulk Upload', list],
    ['Upload Archive', archives],
    ['Clear', archives],
    ['Refresh', archives],
    ['Re-sync', archives],
    ['0 Bytes', archives],
    ['Invalid Dataset', () => archives('/datasets/archives')],
    ['Invalid Dataset', () => documents('/datasets/documents')],
    ['Home', documents],
    ['2.0 KB', documents],
    ['Nov 20, 2026', documents],
    ['Ready', documents],
  ])('"%s" is shown', async (text, open) => {
    open();
    const found = await waitFor(() => {
      const byText = screen.queryAllByText(text);
      const shown = byText.length > 0 ? byText : screen.queryAllByLabelText(text);
      expect(shown).not.toEqual([]);
      return shown;
    });
    expect(found.length).toBeGreaterThan(0);
  });

  test.each([
    ['ingested', 'Processing'],
    ['PARTITIONED', 'Partitioned'],
    ['chunked', 'Chunked'],
    ['embedded', 'Ready'],
    ['partitioning_error', 'Partition Error'],
    ['Chunking_Error', 'Chunk Error'],
    ['embedding_error', 'Embed Error'],
    ['resting', 'resting'],
  ])('a document that is %s is labelled "%s"', async (status, label) => {
    const items = [makeNavigationItem({ name: 'welcome.md', status })];
    mockApi.get(NAVIGATE, () => ({ body: makeNavigation({ items }) }));
    documents();
    const row = within(await screen.findByRole('row', { name: /welcome\.md/ }));
    expect(row.getByText(label)).toBeTruthy();
  });

  test('a document shows its name, a missing size and an empty folder are shown as such', async () => {
    const items = [makeNavigationItem({ name: 'welcome.md', size: null })];
    mockApi.get(NAVIGATE, () => ({ body: makeNavigation({ items }) }));
    documents();
    const row = await screen.findByRole('row', { name: /welcome\.md/ });
    expect(within(row).getByText('N/A')).toBeTruthy();
    await userEvent.click(row);
    expect(await screen.findByText('Document: welcome.md')).toBeTruthy();
  });

  test('an empty folder shows "No Items" and "This folder is empty."', async () => {
    mockApi.get(NAVIGATE, () => ({ body: makeNavigation({ items: [] }) }));
    documents();
    expect(await screen.findByText('No Items')).toBeTruthy();
    expect(screen.getByText('This folder is empty.')).toBeTruthy();
  });

  test('the list has its columns, and a dataset without a description shows that', async () => {
    mockApi.get(ALL, () => ({ body: { datasets: [makeDataset({ description: null })] } }));
    list();
    const table = within(await screen.findByRole('table', { name: 'Datasets' }));
    expect(table.getAllByRole('columnheader').map(({ textContent }) => textContent)).toEqual([
      'Name',
      'Description',
      'ID',
      'Actions',
    ]);
    expect(table.getByText('No description')).toBeTruthy();
  });

  test('deleting a dataset lists what is deleted, and asks for the name', async () => {
    list();
    await press('Delete');
    const dialog = within(await screen.findByRole('alertdialog', { name: 'Delete dataset' }));
    expect(dialog.getByText('This action cannot be undone.')).toBeTruthy();
    expect(dialog.getByText(/^All of its documents are removed/)).toBeTruthy();
    const confirm = dialog.getByRole('button', { name: 'Delete dataset' });
    expect(confirm).toHaveProperty('disabled', true);
    await userEvent.type(dialog.getByLabelText('Type Handbook to confirm'), 'Handbook');
    expect(confirm).toHaveProperty('disabled', false);
  });
});
