import { makeId, mockApi } from '@carrel/shared/testing';
import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';

import {
  API,
  bar,
  bodies,
  box,
  inBar,
  openFolder,
  serveFolder,
} from '../../../testing/folder-screen.tsx';

beforeEach(() => {
  mockApi.start();
  serveFolder();
});
afterEach(() => {
  mockApi.stop();
  vi.restoreAllMocks();
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
    const user = await openFolder('', 'Viewer');
    await user.click(box('a.md'));
    expect(within(await bar()).queryByRole('button', { name: 'Delete' })).toBeNull();
    expect(within(await bar()).queryByRole('button', { name: 'Process again' })).toBeNull();
    await user.click(await inBar('Download'));
    await waitFor(() => expect(opened).toEqual([content(1)]));
  });

  test('several as a zip, after it says what that holds', async () => {
    mockApi.post(DOWNLOAD, () => ({ body: zip, status: 201 }));
    const user = await openFolder();
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
    const user = await openFolder();
    await user.click(box('a.md'));
    await user.click(box('b.md'));
    await user.click(await inBar('Download'));
    const dialog = await screen.findByRole('dialog', { name: 'Download documents' });
    expect(within(dialog).queryByRole('button', { name: 'Download zip' })).toBeNull();
    await user.click(within(dialog).getAllByRole('button', { name: 'Close' })[0] ?? dialog);
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });
});
