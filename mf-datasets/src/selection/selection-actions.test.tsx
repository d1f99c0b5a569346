import {
  fakeShell,
  makeDataset,
  makeDocument,
  makeDocumentList,
  makeId,
  makeNavigation,
  makeNavigationItem,
  makeStatusCounts,
  makeUser,
  mockApi,
  renderScreen,
} from '@carrel/shared/testing';
import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';

import { DocumentsPage } from '../documents/documents-page.tsx';

const DATASET = makeId(600);
const ROUTE = '/datasets/:datasetId?/documents';
const PAGE = `/datasets/${DATASET}/documents`;
const API = `api/v1/datasets/${DATASET}`;
const DELETE = `${API}/documents/delete`;
const RESTORE = `${API}/documents/restore`;
const REPROCESS = `${API}/documents/reprocess`;

const NAMES = ['a.md', 'b.md', 'c.md', 'd.md'];
const file = (name: string, place: number) =>
  makeNavigationItem({ name, path: name, document_id: makeId(place + 1) });

const FOLDER = makeNavigationItem({
  item_type: 'folder',
  name: 'guides',
  path: 'guides',
  document_id: null,
  document_count: 12,
});

let total: number;

beforeEach(() => {
  total = 3412;
  mockApi.start();
  mockApi.get('api/v1/datasets', () => ({ body: { datasets: [makeDataset()] } }));
  mockApi.get(`${API}/archives`, () => ({ body: { archives: [] } }));
  mockApi.get(`${API}/documents`, () => ({
    body: makeDocumentList({ status_counts: makeStatusCounts({ embedded: 4 }) }),
  }));
  mockApi.get(`${API}/navigate`, () => ({
    body: makeNavigation({
      items: [FOLDER, ...NAMES.map(file)],
    }),
  }));
  mockApi.get(`${API}/documents/find`, () => ({
    body: {
      documents: NAMES.map((name, place) =>
        Object.assign(makeDocument({ id: makeId(place + 1), name, path: name }), {
          updated_at: '2026-11-20T09:30:00.000Z',
          outdated: false,
          reprocessing: false,
        }),
      ),
      total,
    },
  }));
});
afterEach(() => {
  mockApi.stop();
  vi.restoreAllMocks();
});

async function open(search = '', role_name = 'Editor') {
  const memberships = { [makeId(100)]: { organization_name: 'Engines', role_name } };
  renderScreen(<DocumentsPage />, {
    path: `${PAGE}${search}`,
    route: ROUTE,
    shell: fakeShell({ user: makeUser({ memberships }) }),
  });
  await screen.findByRole('row', { name: /a\.md/ });
  return userEvent.setup();
}

const box = (name: string) => screen.getByRole('checkbox', { name: `Choose ${name}` });
const bar = () => screen.findByRole('region', { name: 'Chosen documents' });
const inBar = async (name: string) => within(await bar()).getByRole('button', { name });
const bodies = (path: string) => mockApi.calls('POST', path).map(({ body }) => body);

describe('documents are chosen', () => {
  test('by their checkboxes, and a range with Shift', async () => {
    const user = await open();
    await user.click(box('a.md'));
    expect(within(await bar()).getByText('1 selected')).toBeDefined();
    await user.keyboard('{Shift>}');
    await user.click(box('c.md'));
    await user.keyboard('{/Shift}');
    expect(within(await bar()).getByText('3 selected')).toBeDefined();
    expect(screen.getByRole('row', { name: /b\.md/ }).getAttribute('aria-selected')).toBe('true');
  });

  test('beside folders, which count with all that is in them', async () => {
    mockApi.post(DELETE, () => ({ body: { removal: makeId(900), deleted: 13 } }));
    const user = await open();
    await user.click(box('guides'));
    expect(screen.queryByText('At /guides')).toBeNull();
    await user.click(box('a.md'));
    expect(within(await bar()).getByText('2 selected')).toBeDefined();
    await user.click(await inBar('Delete'));
    const dialog = await screen.findByRole('alertdialog');
    expect(within(dialog).getByText(/^13 documents will be deleted/)).toBeDefined();
    await user.click(within(dialog).getByRole('button', { name: 'Delete documents' }));
    await waitFor(() =>
      expect(bodies(DELETE)).toEqual([
        { document_ids: [makeId(1)] },
        { folders: ['guides'], removal: makeId(900) },
      ]),
    );
  });

  test('by Space, all of the folder by Ctrl+A, and none by Escape', async () => {
    const user = await open();
    screen.getByRole('row', { name: /b\.md/ }).focus();
    await user.keyboard(' ');
    expect(within(await bar()).getByText('1 selected')).toBeDefined();
    await user.keyboard('{Control>}a{/Control}');
    expect(await within(await bar()).findByText('All 3,412 selected')).toBeDefined();
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByText('All 3,412 selected')).toBeNull());
  });

  test('and a click on a checkbox does not open the document', async () => {
    const user = await open();
    await user.click(box('a.md'));
    expect(screen.queryByText('Document: a.md')).toBeNull();
  });

  test('and Clear chooses none of them', async () => {
    const user = await open();
    await user.click(box('a.md'));
    await user.click(await inBar('Clear'));
    expect(screen.queryByRole('region', { name: 'Chosen documents' })).toBeNull();
    expect(box('a.md')).toHaveProperty('checked', false);
  });

  test.each([
    ['', { all: true }],
    ['?path=guides', { folder: 'guides' }],
  ])('everything of the folder at "%s" is sent as %j', async (search, selection) => {
    mockApi.post(REPROCESS, () => ({ body: { reprocessed: 3412, skipped: [] } }));
    const user = await open(search);
    await user.click(box('a.md'));
    await user.click(
      await within(await bar()).findByRole('button', { name: 'Select all 3,412 in this folder' }),
    );
    await user.click(await inBar('Process again'));
    const dialog = within(screen.getByRole('dialog'));
    expect(dialog.getByText(/The chunks of 3,412 documents are made anew/)).toBeDefined();
    await user.click(dialog.getByRole('button', { name: 'Process again' }));
    await screen.findByText('3,412 documents will be processed again');
    expect(bodies(REPROCESS)).toEqual([selection]);
  });

  test('of a found list, those that are loaded, with how many there are', async () => {
    const user = await open('?q=md');
    await user.click(box('a.md'));
    await user.click(await inBar('Select all 4 that are loaded'));
    expect(within(await bar()).getByText('4 selected')).toBeDefined();
    expect(
      within(await bar()).getByText(
        'Those that are loaded, of 3,412 found. Scroll down to load more.',
      ),
    ).toBeDefined();
  });
});

async function askToDelete() {
  const user = await open();
  await user.click(box('a.md'));
  await user.click(box('c.md'));
  await user.click(await inBar('Delete'));
  return { user, dialog: within(screen.getByRole('alertdialog')) };
}

describe('chosen documents are deleted', () => {
  test('after it says what happens, and are restored with Undo', async () => {
    mockApi.post(DELETE, () => ({ body: { removal: makeId(9), deleted: 2 } }));
    mockApi.post(RESTORE, () => ({ body: { restored: 2 } }));
    const { user, dialog } = await askToDelete();
    expect(dialog.getByText('2 documents will be deleted, with their originals.')).toBeDefined();
    expect(dialog.getByText('Their passages leave every search at once.')).toBeDefined();
    expect(dialog.getByText('You can undo this for 10 seconds.')).toBeDefined();
    expect(bodies(DELETE)).toEqual([]);
    await user.click(dialog.getByRole('button', { name: 'Delete documents' }));
    expect(await screen.findByText('Deleted 2 documents')).toBeDefined();
    expect(bodies(DELETE)).toEqual([{ document_ids: [makeId(1), makeId(3)] }]);
    expect(screen.queryByRole('region', { name: 'Chosen documents' })).toBeNull();
    expect(document.activeElement).toBe(screen.getByRole('region', { name: 'Files' }));
    await user.click(screen.getByRole('button', { name: 'Undo' }));
    expect(await screen.findByText('Restored 2 documents')).toBeDefined();
    expect(bodies(RESTORE)).toEqual([{ removal: makeId(9) }]);
  });

  test('or stay chosen where it fails', async () => {
    mockApi.post(DELETE, () => ({ status: 503, body: { message: 'The database is away.' } }));
    const { user, dialog } = await askToDelete();
    await user.click(dialog.getByRole('button', { name: 'Delete documents' }));
    expect(await screen.findByText('The database is away.')).toBeDefined();
    await user.click(dialog.getByRole('button', { name: 'Cancel' }));
    expect(within(await bar()).getByText('2 selected')).toBeDefined();
  });

  test('and what was deleted before a failure can be restored', async () => {
    const answers = [
      { body: { removal: makeId(9), deleted: 1 } },
      { status: 503, body: { message: 'The database is away.' } },
    ];
    mockApi.post(DELETE, () => answers.shift() ?? {});
    mockApi.post(RESTORE, () => ({ body: { restored: 1 } }));
    const user = await open();
    await user.click(box('a.md'));
    await user.click(box('guides'));
    await user.click(await inBar('Delete'));
    await user.click(await screen.findByRole('button', { name: 'Delete documents' }));
    expect(await screen.findByText('The database is away.')).toBeDefined();
    expect(screen.getByRole('alertdialog')).toBeDefined();
    await user.click(screen.getByRole('button', { name: 'Undo', hidden: true }));
    expect(await screen.findByText('Restored 1 document')).toBeDefined();
  });

  test('and an Undo that comes too late says so', async () => {
    mockApi.post(DELETE, () => ({ body: { removal: makeId(9), deleted: 2 } }));
    mockApi.post(RESTORE, () => ({
      status: 409,
      body: { message: 'It is too late to undo this.' },
    }));
    const { user, dialog } = await askToDelete();
    await user.click(dialog.getByRole('button', { name: 'Delete documents' }));
    await user.click(await screen.findByRole('button', { name: 'Undo' }));
    expect(await screen.findByText('It is too late to undo this.')).toBeDefined();
  });
});

describe('chosen documents are processed again', () => {
  test('and the server says which it skips', async () => {
    const skipped = [{ id: makeId(1), reason: 'The bytes of this file are gone.' }];
    mockApi.post(REPROCESS, () => ({ body: { reprocessed: 1, skipped } }));
    const user = await open();
    await user.click(box('a.md'));
    await user.click(box('b.md'));
    await user.click(await inBar('Process again'));
    const dialog = within(screen.getByRole('dialog'));
    expect(
      dialog.getByText('The earlier chunks stay searchable until the new ones are complete.'),
    ).toBeDefined();
    await user.click(dialog.getByRole('button', { name: 'Process again' }));
    expect(await screen.findByText('1 document will be processed again')).toBeDefined();
    expect(screen.getByText('Not processed again: The bytes of this file are gone.')).toBeDefined();
    expect(bodies(REPROCESS)).toEqual([{ document_ids: [makeId(1), makeId(2)] }]);
  });
});

const content = (place: number) =>
  `/${API}/documents/${makeId(place)}/content?organization_id=${makeId(100)}`;

describe('chosen documents are downloaded', () => {
  const opened: string[] = [];
  beforeEach(() => {
    opened.length = 0;
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(
      this: HTMLAnchorElement,
    ) {
      opened.push(new URL(this.href).pathname + new URL(this.href).search);
    });
  });
  const zip = { id: makeId(901), documents: 3400, bytes: 1_300_000, missing: 12 };
  const DOWNLOAD = `${API}/documents/download`;
  beforeEach(() => {
    mockApi.head(`${API}/documents/${makeId(1)}/content`, () => ({}));
    mockApi.head(`${API}/downloads/${zip.id}`, () => ({}));
  });

  test('a single one as it is, by any role', async () => {
    const user = await open('', 'Viewer');
    await user.click(box('a.md'));
    expect(within(await bar()).queryByRole('button', { name: 'Delete' })).toBeNull();
    expect(within(await bar()).queryByRole('button', { name: 'Process again' })).toBeNull();
    await user.click(await inBar('Download'));
    await waitFor(() => expect(opened).toEqual([content(1)]));
  });

  test('several as a zip, after it says what that holds', async () => {
    mockApi.post(DOWNLOAD, () => ({ body: zip, status: 201 }));
    const user = await open();
    screen.getByRole('row', { name: /a\.md/ }).focus();
    await user.keyboard('{Control>}a{/Control}');
    await user.click(await inBar('Download'));
    const dialog = await screen.findByRole('dialog', { name: 'Download documents' });
    expect(within(dialog).getByText('3,400 documents, 1.2 MB before packing.')).toBeDefined();
    expect(within(dialog).getByText(/^The originals of 12 documents are not stored/)).toBeDefined();
    expect(bodies(DOWNLOAD)).toEqual([{ selections: [{ all: true }] }]);
    expect(opened).toEqual([]);
    await user.click(within(dialog).getByRole('button', { name: 'Download zip' }));
    await waitFor(() =>
      expect(opened).toEqual([`/${API}/downloads/${zip.id}?organization_id=${makeId(100)}`]),
    );
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(within(await bar()).getByText('All 3,412 selected')).toBeDefined();
  });

  test('and nothing is, where no original is stored', async () => {
    mockApi.post(DOWNLOAD, () => ({ body: { ...zip, documents: 0, missing: 2 }, status: 201 }));
    const user = await open();
    await user.click(box('a.md'));
    await user.click(box('b.md'));
    await user.click(await inBar('Download'));
    const dialog = await screen.findByRole('dialog', { name: 'Download documents' });
    expect(within(dialog).queryByRole('button', { name: 'Download zip' })).toBeNull();
    await user.click(within(dialog).getAllByRole('button', { name: 'Close' })[0] ?? dialog);
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });
});
