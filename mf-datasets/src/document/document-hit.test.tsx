import type { DocumentDetail } from '@carrel/shared/contract';
import { consolePaths } from '@carrel/shared/paths';
import {
  makeBlocks,
  makeDocumentChunk,
  makeDocumentChunks,
  makeDocumentDetail,
  makeId,
  mockApi,
  renderScreen,
} from '@carrel/shared/testing';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test } from 'vitest';

import { DocumentPage } from './document-page.tsx';

const DATASET = makeId(600);
const DOCUMENT = makeId(800);
const ROUTE = '/datasets/:datasetId/documents/:documentId';
const API = `api/v1/datasets/${DATASET}/documents/${DOCUMENT}`;
const TEXTS = ['The library opens at nine.', 'The café of the library closes at five.'];
const BLOCKS = makeBlocks(...TEXTS.map((text) => ({ text })));
const CHUNKS = BLOCKS.map(({ text, start }, number) =>
  makeDocumentChunk({ number, text, start, end: start + text.length }),
);

function serve(detail: Partial<DocumentDetail> = {}): void {
  mockApi.get(API, () => ({ body: makeDocumentDetail({ chunk_count: 2, ...detail }) }));
  mockApi.get(`${API}/text`, () => ({ body: { blocks: BLOCKS } }));
  mockApi.get(`${API}/chunks`, () => ({ body: makeDocumentChunks(CHUNKS) }));
}

beforeEach(() => {
  mockApi.start();
  serve();
});
afterEach(() => mockApi.stop());

const open = (chunk: number, words?: string[]) =>
  renderScreen(<DocumentPage />, {
    path: consolePaths.document(DATASET, DOCUMENT, chunk, words),
    route: ROUTE,
  });
const markedWords = () =>
  [...document.querySelectorAll('mark[data-match]')].map(({ textContent }) => textContent);

test('the words of a link are marked in its passage, and in no other', async () => {
  open(1, ['library', 'Cafe']);
  await waitFor(() => expect(markedWords()).toEqual(['café', 'library']));
  expect(document.querySelector('mark[data-match=current]')).toBeNull();
});

test('they are marked no more when another chunk is selected', async () => {
  const { location } = open(1, ['library']);
  await waitFor(() => expect(markedWords()).toEqual(['library']));
  (await screen.findByRole('listbox', { name: 'Chunks' })).focus();
  await userEvent.keyboard('{Home}');
  expect(location().path).toBe(consolePaths.document(DATASET, DOCUMENT, 0));
  await waitFor(() => expect(markedWords()).toEqual([]));
});

test('while something else is sought, it is marked instead', async () => {
  open(1, ['library']);
  await waitFor(() => expect(markedWords()).toEqual(['library']));
  const field = screen.getByRole('textbox', { name: 'Find in this document' });
  await userEvent.type(field, 'nine');
  await waitFor(() => expect(markedWords()).toEqual(['nine']));
  await userEvent.clear(field);
  await waitFor(() => expect(markedWords()).toEqual(['library']));
});

const MISSING = 'The passage that this link names is not in the document any more.';
const CHANGED =
  'The document has changed since this link was made: the words that were found are not in this passage any more.';
const REPLACED = 'This document was replaced while it was open. What you see is the new one.';

test('a link to a passage that is gone says so', async () => {
  open(7, ['library']);
  expect(await screen.findByText(MISSING)).toBeDefined();
});

test('while the document is processed, the passage may still come', async () => {
  serve({ status: 'partitioned' });
  open(7);
  await screen.findByRole('region', { name: 'Document' });
  expect(screen.queryByText(MISSING)).toBeNull();
});

test('a link whose words are not in its passage any more says so', async () => {
  open(0, ['café']);
  expect(await screen.findByText(CHANGED)).toBeDefined();
});

test('a link without words, as one of before, opens its passage without a remark', async () => {
  open(1);
  await waitFor(() =>
    expect(document.querySelector('mark[data-chunk]')?.textContent).toBe(TEXTS[1]),
  );
  for (const note of [MISSING, CHANGED, REPLACED]) expect(screen.queryByText(note)).toBeNull();
});

test('a document that is replaced while it is open says so, and one that is processed again does not', async () => {
  serve({ sha256: 'a'.repeat(64) });
  const { queryClient } = open(1, ['library']);
  await waitFor(() => expect(markedWords()).toEqual(['library']));
  serve({ sha256: 'a'.repeat(64), status: 'embedded' });
  await queryClient.invalidateQueries();
  expect(screen.queryByText(REPLACED)).toBeNull();
  serve({ sha256: 'b'.repeat(64) });
  await queryClient.invalidateQueries();
  expect(await screen.findByText(REPLACED)).toBeDefined();
});
