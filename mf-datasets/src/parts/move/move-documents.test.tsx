import { makeId, makeNavigation, makeNavigationItem, mockApi } from '@carrel/shared/testing';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';

import { API, bodies, box, inBar, openFolder, serveFolder } from '../../testing/folder-screen.tsx';

const PLAN = `${API}/documents/move/plan`;
const MOVE = `${API}/documents/move`;
const UNDO = `${API}/documents/move/undo`;
const FOLDERS = `${API}/folders`;

const planned = (changes: object = {}) => ({
  documents: 1,
  bytes: 2048,
  folders: 0,
  unchanged: 0,
  sidecars: 0,
  taken: 0,
  refused: 0,
  obstacles: [],
  similar: [],
  merged: false,
  plan: 'the plan',
  ...changes,
});
const moved = (changes: object = {}) => ({
  move: makeId(9),
  moved: 1,
  waiting: 0,
  skipped: 0,
  obstacles: [],
  ...changes,
});

beforeEach(() => {
  mockApi.start();
  serveFolder();
  mockApi.post(PLAN, () => ({ body: planned() }));
  mockApi.post(MOVE, () => ({ body: moved() }));
});
afterEach(() => mockApi.stop());

const row = (name: RegExp) => screen.getByRole('row', { name });

async function askToMove(...names: string[]) {
  const user = await openFolder();
  for (const name of names) await user.click(box(name));
  await user.click(await inBar('Move'));
  return { user, dialog: within(await screen.findByRole('dialog')) };
}

describe('chosen documents are moved', () => {
  test('into a folder that is chosen, once the plan is shown, and moved back with Undo', async () => {
    mockApi.post(UNDO, () => ({ body: { moved: 1, waiting: 0, kept: 0 } }));
    const { user, dialog } = await askToMove('a.md');
    await user.click(await dialog.findByRole('button', { name: 'guides' }));
    const here = await dialog.findByRole('button', { name: 'Move here' });
    await waitFor(() => expect(here).toHaveProperty('disabled', false));
    expect(dialog.getByText('1 document will be moved, 2.0 KB.')).toBeDefined();
    await user.click(here);
    expect(await screen.findByText('Moved a.md to guides')).toBeDefined();
    const sent = { document_ids: [makeId(1)], to: 'guides', taken: 'skip' };
    expect(bodies(MOVE)).toEqual([{ ...sent, plan: 'the plan' }]);
    expect(bodies(PLAN)).toContainEqual(sent);
    expect(screen.queryByRole('region', { name: 'Chosen documents' })).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Undo' }));
    expect(await screen.findByText('Moved back 1 document')).toBeDefined();
    expect(bodies(UNDO)).toEqual([{ move: makeId(9) }]);
  });

  test('with folders in one request, and not into themselves', async () => {
    const { user, dialog } = await askToMove('guides', 'b.md');
    expect(await dialog.findByRole('button', { name: 'guides' })).toHaveProperty('disabled', true);
    await user.type(dialog.getByRole('textbox', { name: 'Folder' }), '/archive/');
    const here = await dialog.findByRole('button', { name: 'Move here' });
    await waitFor(() => expect(here).toHaveProperty('disabled', false));
    await user.click(here);
    await waitFor(() =>
      expect(bodies(MOVE)).toEqual([
        {
          folders: ['guides'],
          document_ids: [makeId(2)],
          to: 'archive',
          taken: 'skip',
          plan: 'the plan',
        },
      ]),
    );
  });

  test('or keep both, where a path is taken', async () => {
    const taken = { path: 'a.md', to: 'guides/a.md', reason: 'There is a document already.' };
    mockApi.post(PLAN, ({ body }) =>
      JSON.stringify(body).includes('number')
        ? { body: planned({ taken: 1, obstacles: [{ ...taken, numbered: 'guides/a (2).md' }] }) }
        : { body: planned({ documents: 0, bytes: 0, taken: 1, obstacles: [taken] }) },
    );
    const { user, dialog } = await askToMove('a.md');
    await user.type(dialog.getByRole('textbox', { name: 'Folder' }), 'guides');
    expect(await dialog.findByText('1 document will stay where it is.')).toBeDefined();
    expect(dialog.getByText('There is a document already.')).toBeDefined();
    const here = dialog.getByRole('button', { name: 'Move here' });
    expect(here).toHaveProperty('disabled', true);
    await user.selectOptions(
      dialog.getByRole('combobox', { name: 'Where a path is taken' }),
      'Keep both, with a number in the name',
    );
    expect(await dialog.findByText('Becomes guides/a (2).md')).toBeDefined();
    await waitFor(() => expect(here).toHaveProperty('disabled', false));
    await user.click(here);
    expect(await screen.findByText('Moved a.md to guides')).toBeDefined();
  });

  test('or the dialog stays and says why not', async () => {
    mockApi.post(MOVE, () => ({ status: 409, body: { message: 'The documents have changed.' } }));
    const { user, dialog } = await askToMove('a.md');
    await user.click(await dialog.findByRole('button', { name: 'guides' }));
    const here = await dialog.findByRole('button', { name: 'Move here' });
    await waitFor(() => expect(here).toHaveProperty('disabled', false));
    await user.click(here);
    expect(await dialog.findByText('The documents have changed.')).toBeDefined();
  });
});

describe('a document is renamed', () => {
  test('with its name selected without the ending', async () => {
    const user = await openFolder();
    await user.click(box('a.md'));
    await user.click(await inBar('Rename'));
    const dialog = within(await screen.findByRole('dialog', { name: 'Rename document' }));
    const field = dialog.getByRole<HTMLInputElement>('textbox', { name: 'Name' });
    await waitFor(() => expect(field.selectionEnd).toBe(1));
    await user.clear(field);
    await user.type(field, 'z.md');
    const rename = dialog.getByRole('button', { name: 'Rename' });
    await waitFor(() => expect(rename).toHaveProperty('disabled', false));
    await user.click(rename);
    expect(await screen.findByText('Renamed a.md to z.md')).toBeDefined();
    expect(bodies(MOVE)).toEqual([
      { document_ids: [makeId(1)], to: '', name: 'z.md', plan: 'the plan' },
    ]);
  });

  test('unless its new name is taken, which its field says', async () => {
    const taken = { path: 'a.md', to: 'b.md', reason: 'Another document has this path.' };
    mockApi.post(PLAN, () => ({ body: planned({ documents: 0, taken: 1, obstacles: [taken] }) }));
    const user = await openFolder();
    await user.click(box('a.md'));
    await user.click(await inBar('Rename'));
    const dialog = within(await screen.findByRole('dialog'));
    const field = dialog.getByRole('textbox', { name: 'Name' });
    await user.clear(field);
    await user.type(field, 'b.md');
    expect(await dialog.findByText('Another document has this path.')).toBeDefined();
    expect(dialog.getByRole('button', { name: 'Rename' })).toHaveProperty('disabled', true);
  });
});

describe('a folder', () => {
  test('is created, or its name is refused in its field', async () => {
    const answers = [
      { status: 409, body: { message: 'There is Plans already.' } },
      { status: 201, body: { path: 'plans' } },
    ];
    mockApi.post(FOLDERS, () => answers.shift() ?? {});
    const user = await openFolder();
    await user.click(screen.getByRole('button', { name: 'New folder' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'New folder' }));
    await user.type(dialog.getByRole('textbox', { name: 'Name' }), 'plans');
    await user.click(dialog.getByRole('button', { name: 'Create folder' }));
    expect(await dialog.findByText('There is Plans already.')).toBeDefined();
    await user.click(dialog.getByRole('button', { name: 'Create folder' }));
    expect(await screen.findByText('Created folder plans')).toBeDefined();
    expect(bodies(FOLDERS)).toEqual([{ path: 'plans' }, { path: 'plans' }]);
  });

  test('without documents is deleted, and restored with Undo', async () => {
    const empty = makeNavigationItem({
      item_type: 'folder',
      name: 'empty',
      path: 'empty',
      document_id: null,
      document_count: 0,
    });
    mockApi.get(`${API}/navigate`, () => ({
      body: makeNavigation({ items: [empty, makeNavigationItem({ name: 'a.md', path: 'a.md' })] }),
    }));
    mockApi.post(`${API}/documents/delete`, () => ({ body: { removal: makeId(9), deleted: 0 } }));
    mockApi.post(`${API}/documents/restore`, () => ({ body: { restored: 0 } }));
    const user = await openFolder();
    await user.click(box('empty'));
    await user.click(await inBar('Delete'));
    const dialog = within(await screen.findByRole('alertdialog', { name: 'Delete folder' }));
    expect(dialog.getByText('It has no documents.')).toBeDefined();
    await user.click(dialog.getByRole('button', { name: 'Delete folder' }));
    await user.click(await screen.findByRole('button', { name: 'Undo' }));
    expect(await screen.findByText('Restored the folder')).toBeDefined();
  });
});

test('a Searcher sees nothing of it', async () => {
  const user = await openFolder('', 'Searcher');
  await user.click(box('a.md'));
  await screen.findByRole('region', { name: 'Chosen documents' });
  for (const name of ['Move', 'Rename', 'New folder']) {
    expect(screen.queryByRole('button', { name })).toBeNull();
  }
});

test('F2 renames the row that has the focus, and Shift+F2 moves what is selected', async () => {
  const user = await openFolder();
  screen.getByRole('row', { name: /guides/ }).focus();
  await user.keyboard('{F2}');
  const rename = await screen.findByRole('dialog', { name: 'Rename folder' });
  await user.click(within(rename).getByRole('button', { name: 'Cancel' }));
  await user.click(box('b.md'));
  await user.click(box('c.md'));
  screen.getByRole('row', { name: /a\.md/ }).focus();
  await user.keyboard('{Shift>}{F2}{/Shift}');
  const move = await screen.findByRole('dialog', { name: 'Move' });
  await user.type(within(move).getByRole('textbox', { name: 'Folder' }), 'old');
  await waitFor(() =>
    expect(bodies(PLAN)).toContainEqual({
      document_ids: [makeId(2), makeId(3)],
      to: 'old',
      taken: 'skip',
    }),
  );
});

test('selected rows are dragged onto a folder, and not onto a document', async () => {
  const user = await openFolder();
  await user.click(box('a.md'));
  await user.click(box('b.md'));
  const dataTransfer = {
    types: ['application/x-carrel-items'],
    clearData: () => undefined,
    setData: () => undefined,
    setDragImage: () => undefined,
  };
  fireEvent.dragStart(row(/b\.md/), { dataTransfer });
  fireEvent.dragOver(row(/c\.md/), { dataTransfer });
  expect(row(/c\.md/).hasAttribute('data-drop')).toBe(false);
  fireEvent.dragOver(row(/guides/), { dataTransfer });
  expect(row(/guides/).hasAttribute('data-drop')).toBe(true);
  fireEvent.drop(row(/guides/), { dataTransfer });
  const move = await screen.findByRole('dialog', { name: 'Move' });
  expect(within(move).getByRole('textbox', { name: 'Folder' })).toHaveProperty('value', 'guides');
  await waitFor(() =>
    expect(bodies(PLAN)).toContainEqual({
      document_ids: [makeId(1), makeId(2)],
      to: 'guides',
      taken: 'skip',
    }),
  );
});
