import { makeArchive, makeDataset, makeId, mockApi, renderScreen } from '@carrel/shared/testing';
import type { ArchiveReceipt, EntryOutcome } from '@carrel/shared/contract';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Link, Route, Routes, useNavigate } from 'react-router-dom';
import { afterEach, beforeEach, expect, test } from 'vitest';

import { ArchivesPage } from '../archives-page.tsx';

const DATASET = makeId(600);
const ARCHIVES = `api/v1/datasets/${DATASET}/archives`;
const ARCHIVE = makeArchive({ status: 'completed' });
const ENTRIES: ArchiveReceipt['entries'] = [
  ...Array.from({ length: 3 }, (_, n) => ({ path: `new-${n}.txt`, outcome: 'added' as const })),
  { path: 'locked.txt', outcome: 'refused', reason: 'This file is protected.' },
];
const counts = { added: 3, changed: 0, unchanged: 0, refused: 1, removed: 0, total: 4 };

/** Two entries a page. */
function serveReceipt() {
  mockApi.get(`${ARCHIVES}/${ARCHIVE.id}/entries`, ({ path }) => {
    const query = new URLSearchParams(path.split('?')[1]);
    const outcome = query.get('outcome') as EntryOutcome | null;
    const entries = ENTRIES.filter((entry) => outcome === null || entry.outcome === outcome);
    const start = Number(query.get('cursor') ?? 0);
    const next = start + 2 < entries.length ? { next_cursor: String(start + 2) } : {};
    return { body: { counts, entries: entries.slice(start, start + 2), ...next } };
  });
}

beforeEach(() => {
  mockApi.start();
  mockApi.get('api/v1/datasets', () => ({ body: { datasets: [makeDataset()] } }));
  mockApi.get(ARCHIVES, () => ({ body: { archives: [ARCHIVE] } }));
  serveReceipt();
});
afterEach(() => mockApi.stop());

const open = (search = '') =>
  renderScreen(<ArchivesPage />, {
    path: `/datasets/${DATASET}/archives${search}`,
    route: '/datasets/:datasetId?/archives',
  });
const dialog = async () => within(await screen.findByRole('dialog'));

test('a history entry opens to its counts and its paths, page by page', async () => {
  const { location } = open();
  await userEvent.click(await screen.findByRole('button', { name: 'Receipt' }));
  const shown = await dialog();
  expect(await shown.findByText('2 of 4')).toBeDefined();
  expect(location().path).toContain(`?receipt=${ARCHIVE.id}`);
  await userEvent.click(shown.getByRole('button', { name: 'Show more' }));
  expect(await shown.findByText('4 of 4')).toBeDefined();
  expect(shown.getByRole('row', { name: /new-2\.txt/ })).toBeDefined();
  expect(shown.queryByRole('button', { name: 'Show more' })).toBeNull();
});

function Back() {
  const navigate = useNavigate();
  return <button onClick={() => void navigate(-1)}>Go back</button>;
}

test('Back closes a receipt and stays on the page, and so does Close', async () => {
  const { location } = renderScreen(
    <>
      <Link to={`/datasets/${DATASET}/archives`}>Enter</Link>
      <Back />
      <Routes>
        <Route path="/datasets/:datasetId/archives" element={<ArchivesPage />} />
        <Route path="*" element={<p>Elsewhere</p>} />
      </Routes>
    </>,
  );
  await userEvent.click(screen.getByRole('link', { name: 'Enter' }));
  for (const close of ['Go back', 'Close']) {
    await userEvent.click(await screen.findByRole('button', { name: 'Receipt' }));
    await dialog();
    const [button] = screen.getAllByRole('button', { name: close, hidden: true });
    if (button) fireEvent.click(button);
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(location().path).toBe(`/datasets/${DATASET}/archives`);
  }
  // The receipts left nothing behind that Back would open again.
  await userEvent.click(screen.getByRole('button', { name: 'Go back' }));
  expect(await screen.findByText('Elsewhere')).toBeDefined();
});

test('a count shows only its paths, a refused one with its reason', async () => {
  open(`?receipt=${ARCHIVE.id}`);
  const shown = await dialog();
  await userEvent.click(await shown.findByRole('button', { name: 'Refused 1' }));
  expect(await shown.findByText('1 of 1')).toBeDefined();
  expect(shown.getByText('This file is protected.')).toBeDefined();
  expect(shown.queryByText('new-0.txt')).toBeNull();
});

test('a server without receipts shows that there is none', async () => {
  mockApi.get(`${ARCHIVES}/${ARCHIVE.id}/entries`, () => ({
    status: 404,
    body: { message: 'Not found' },
  }));
  open(`?receipt=${ARCHIVE.id}`);
  expect(await (await dialog()).findByText('There is no receipt of this archive.')).toBeDefined();
});
