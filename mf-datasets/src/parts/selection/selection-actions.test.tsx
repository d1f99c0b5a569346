import { makeId, mockApi } from '@carrel/shared/testing';
import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';

import {
  API,
  bar,
  bodies,
  box,
  inBar,
  openFolder,
  serveFolder,
} from '../../testing/folder-screen.tsx';

const DELETE = `${API}/documents/delete`;
const RESTORE = `${API}/documents/restore`;
const REPROCESS = `${API}/documents/reprocess`;

beforeEach(() => {
  mockApi.start();
  serveFolder();
});
afterEach(() => mockApi.stop());

describe('documents are chosen', () => {
  test('by their checkboxes, and a range with Shift', async () => {
    const user = await openFolder();
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
    const user = await openFolder();
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
    const user = await openFolder();
    screen.getByRole('row', { name: /b\.md/ }).focus();
    await user.keyboard(' ');
    expect(within(await bar()).getByText('1 selected')).toBeDefined();
    await user.keyboard('{Control>}a{/Control}');
    expect(await within(await bar()).findByText('All 3,412 selected')).toBeDefined();
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByText('All 3,412 selected')).toBeNull());
    expect(document.activeElement).toBe(screen.getByRole('row', { name: /b\.md/ }));
  });

  test('and a click on a checkbox does not open the document', async () => {
    const user = await openFolder();
    await user.click(box('a.md'));
    expect(screen.queryByText('Document: a.md')).toBeNull();
  });

  test('and Clear chooses none of them', async () => {
    const user = await openFolder();
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
    const user = await openFolder(search);
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
    const user = await openFolder('?q=md');
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
  const user = await openFolder();
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
    const user = await openFolder();
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
    const user = await openFolder();
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
