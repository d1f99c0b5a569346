import {
  makeDataset,
  makeId,
  makeNavigation,
  makeNavigationItem,
  mockApi,
} from '@carrel/shared/testing';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';

import {
  API,
  bodies,
  box,
  DATASET,
  inBar,
  openFolder,
  serveFolder,
} from '../../testing/folder-screen.tsx';

const MOVE = `${API}/documents/move`;
const DELETE = `${API}/documents/delete`;
const PLANNED = {
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
};

beforeEach(() => {
  mockApi.start();
  serveFolder();
  mockApi.post(`${MOVE}/plan`, () => ({ body: PLANNED }));
  mockApi.post(MOVE, () => ({
    body: { move: makeId(9), moved: 1, waiting: 0, skipped: 0, obstacles: [] },
  }));
  mockApi.post(DELETE, () => ({ body: { removal: makeId(8), deleted: 1 } }));
});
afterEach(() => mockApi.stop());

const row = (name: RegExp) => screen.getByRole('row', { name });
const button = (name: string) => screen.getByRole('button', { name: `Actions of ${name}` });
const labels = (menu: HTMLElement) =>
  within(menu)
    .getAllByRole('menuitem')
    .map(({ textContent }) => textContent);
const item = (name: RegExp) => screen.findByRole('menuitem', { name });

/** The folder's items, from now on. */
function serve(...names: string[]): void {
  mockApi.get(`${API}/navigate`, () => ({
    body: makeNavigation({
      items: names.map((name, place) =>
        makeNavigationItem({ name, path: name, document_id: makeId(place + 1) }),
      ),
    }),
  }));
}

const OF_DOCUMENT = [
  'OpenEnter',
  'Open in new tab',
  'Versions',
  'Download',
  'Rename…F2',
  'Move…Shift+F2',
  'Delete…',
];

describe('the menu of a row', () => {
  test('is opened by its button, and its row has the focus after Escape', async () => {
    const user = await openFolder();
    await user.click(button('a.md'));
    const menu = await screen.findByRole('menu', { name: 'Actions of a.md' });
    expect(labels(menu)).toEqual(OF_DOCUMENT);
    expect(button('a.md').getAttribute('aria-expanded')).toBe('true');
    await waitFor(() => expect(document.activeElement).toBe(menu));
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('menu')).toBeNull());
    expect(document.activeElement).toBe(row(/a\.md/));
    await user.keyboard('{ArrowDown}');
    expect(document.activeElement).toBe(row(/b\.md/));
  });

  test('is opened by a right click, of a folder without versions', async () => {
    await openFolder();
    expect(fireEvent.contextMenu(row(/guides/), { clientX: 40, clientY: 60 })).toBe(false);
    const menu = await screen.findByRole('menu', { name: 'Actions of guides' });
    expect(labels(menu)).toEqual(OF_DOCUMENT.filter((label) => label !== 'Versions'));
  });

  test.each([['{Shift>}{F10}{/Shift}'], ['{ContextMenu}']])(
    'is opened by %s, on its first item',
    async (keys) => {
      const user = await openFolder();
      row(/b\.md/).focus();
      await user.keyboard(keys);
      await screen.findByRole('menu', { name: 'Actions of b.md' });
      const first = await item(/^Open Enter|^OpenEnter/);
      expect(first.hasAttribute('data-highlighted')).toBe(true);
    },
  );

  test('is there once: that of another row takes its place', async () => {
    const user = await openFolder();
    await user.click(button('a.md'));
    await screen.findByRole('menu', { name: 'Actions of a.md' });
    fireEvent.contextMenu(row(/b\.md/));
    await screen.findByRole('menu', { name: 'Actions of b.md' });
    expect(screen.getAllByRole('menu')).toHaveLength(1);
  });

  test('of a Viewer opens and downloads', async () => {
    const user = await openFolder('', 'Viewer');
    await user.click(button('a.md'));
    expect(labels(await screen.findByRole('menu'))).toEqual([
      'OpenEnter',
      'Open in new tab',
      'Versions',
      'Download',
    ]);
  });

  test('of who may only search the dataset opens', async () => {
    const dataset = makeDataset({ id: DATASET, access: 'named', role: 'Searcher' });
    mockApi.get('api/v1/datasets', () => ({ body: { datasets: [dataset] } }));
    const user = await openFolder('', 'Editor');
    await user.click(button('a.md'));
    expect(labels(await screen.findByRole('menu'))).toEqual(['OpenEnter', 'Open in new tab']);
  });

  test('is not there for a document that cannot be opened', async () => {
    mockApi.get(`${API}/navigate`, () => ({
      body: makeNavigation({
        items: [makeNavigationItem({ name: 'a.md', path: 'a.md', document_id: null })],
      }),
    }));
    await openFolder();
    expect(screen.queryByRole('button', { name: 'Actions of a.md' })).toBeNull();
    expect(fireEvent.contextMenu(row(/a\.md/))).toBe(true);
  });
});

describe('what the menu does', () => {
  test('is about its row alone, where others are selected', async () => {
    const user = await openFolder();
    await user.click(box('b.md'));
    await user.click(button('a.md'));
    await user.click(await item(/^Delete/));
    const dialog = within(await screen.findByRole('alertdialog', { name: 'Delete document' }));
    expect(dialog.getByText('a.md')).toBeDefined();
    await user.click(dialog.getByRole('button', { name: 'Delete document' }));
    await waitFor(() => expect(bodies(DELETE)).toEqual([{ document_ids: [makeId(1)] }]));
    expect(box('b.md')).toHaveProperty('checked', true);
  });

  test('is about what is selected, where the row is, and says how many', async () => {
    const user = await openFolder();
    await user.click(box('a.md'));
    await user.click(box('c.md'));
    await user.click(button('c.md'));
    const menu = await screen.findByRole('menu');
    expect(within(menu).getByText('2 selected')).toBeDefined();
    expect(labels(menu)).toEqual(['Download', 'Move…Shift+F2', 'Delete…']);
    await user.click(await item(/^Delete/));
    await user.click(await screen.findByRole('button', { name: 'Delete documents' }));
    await waitFor(() => expect(bodies(DELETE)).toEqual([{ document_ids: [makeId(1), makeId(3)] }]));
    await waitFor(() => expect(document.activeElement).toBe(row(/d\.md/)));
    expect(screen.queryByRole('region', { name: 'Chosen documents' })).toBeNull();
  });

  test('is about the whole folder, where all of it is selected', async () => {
    const user = await openFolder();
    row(/a\.md/).focus();
    await user.keyboard('{Control>}a{/Control}');
    await user.click(button('b.md'));
    const menu = await screen.findByRole('menu');
    expect(await within(menu).findByText('All 3,412 selected')).toBeDefined();
    await user.click(await item(/^Delete/));
    expect(await screen.findByText(/3,412 documents will be deleted/)).toBeDefined();
  });

  test('moves the focus to the next row, once a document is deleted', async () => {
    const user = await openFolder();
    await user.click(button('b.md'));
    await user.click(await item(/^Delete/));
    serve('a.md', 'c.md', 'd.md');
    await user.click(await screen.findByRole('button', { name: 'Delete document' }));
    await waitFor(() => expect(screen.queryByRole('row', { name: /b\.md/ })).toBeNull());
    expect(document.activeElement).toBe(row(/c\.md/));
  });

  test('opens a document in a new tab', async () => {
    const opened = vi.spyOn(window, 'open').mockReturnValue(null);
    const user = await openFolder();
    await user.click(button('a.md'));
    await user.click(await item(/new tab/));
    const address = expect.stringContaining(`/documents/${makeId(1)}`) as string;
    expect(opened).toHaveBeenCalledWith(address, '_blank', 'noopener');
    opened.mockRestore();
  });

  test('a dialog that is cancelled leaves the focus on the row', async () => {
    const user = await openFolder();
    await user.click(button('b.md'));
    await user.click(await item(/^Move/));
    await user.click(within(await screen.findByRole('dialog')).getByText('Cancel'));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(document.activeElement).toBe(row(/b\.md/));
  });
});

/** Types another name into the dialog, after which the folder has it. */
async function rename(user: UserEvent): Promise<void> {
  const dialog = within(await screen.findByRole('dialog'));
  const field = dialog.getByRole('textbox', { name: 'Name' });
  await user.clear(field);
  await user.type(field, 'z.md');
  const submit = dialog.getByRole('button', { name: 'Rename' });
  await waitFor(() => expect(submit).toHaveProperty('disabled', false));
  serve('b.md', 'c.md', 'd.md', 'z.md');
  await user.click(submit);
  await screen.findByText('Renamed a.md to z.md');
}

describe('after a renaming, the focus is on the row with its new name', () => {
  test('by its menu', async () => {
    const user = await openFolder();
    await user.click(button('a.md'));
    await user.click(await item(/^Rename/));
    await rename(user);
    await waitFor(() => expect(document.activeElement).toBe(row(/z\.md/)));
  });

  test('by the bar of the selection', async () => {
    const user = await openFolder();
    await user.click(box('a.md'));
    await user.click(await inBar('Rename'));
    await rename(user);
    await waitFor(() => expect(document.activeElement).toBe(row(/z\.md/)));
    expect(screen.queryByRole('region', { name: 'Chosen documents' })).toBeNull();
  });
});
