import {
  makeBlocks,
  makeDocumentChunk,
  makeDocumentChunks,
  makeDocumentDetail,
  makeId,
  mockApi,
  renderScreen,
} from '@carrel/shared/testing';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { DocumentPage } from '../document-page.tsx';

const DATASET = makeId(600);
const DOCUMENT = makeId(800);
const API = `api/v1/datasets/${DATASET}/documents/${DOCUMENT}`;

const serve = (version: string, text: string) => {
  const detail = makeDocumentDetail({ chunk_version: version, chunk_count: 1 });
  mockApi.get(API, () => ({ body: detail }));
  mockApi.get(`${API}/text`, () => ({ body: { blocks: makeBlocks({ text }) } }));
  mockApi.get(`${API}/chunks`, () => ({
    body: makeDocumentChunks([makeDocumentChunk({ number: 0, text, etag: version })], { version }),
  }));
};

const screenWidth = Object.assign(new EventTarget(), { matches: true });

beforeEach(() => {
  mockApi.start();
  screenWidth.matches = true;
  vi.spyOn(window, 'matchMedia').mockImplementation((media) =>
    media.includes('min-width: 1024px')
      ? (screenWidth as MediaQueryList)
      : (Object.assign(new EventTarget(), { media, matches: false }) as MediaQueryList),
  );
  serve('1', 'First.');
});
afterEach(() => {
  vi.restoreAllMocks();
  mockApi.stop();
});

async function open(action: string) {
  const page = renderScreen(<DocumentPage />, {
    path: `/datasets/${DATASET}/documents/${DOCUMENT}?chunk=0`,
    route: '/datasets/:datasetId/documents/:documentId',
  });
  const user = userEvent.setup();
  await user.click(await screen.findByRole('button', { name: 'Change this chunk' }));
  await user.click(await screen.findByRole('menuitem', { name: action }));
  return { ...page, user, dialog: within(await screen.findByRole('dialog')) };
}

test('what is typed for a chunk stays while the change of another person is loaded', async () => {
  const { user, dialog, queryClient } = await open('Edit, keywords and questions');
  const field = dialog.getByLabelText('Text');
  await waitFor(() => expect(field).toHaveProperty('value', 'First.'));
  await user.clear(field);
  await user.type(field, 'Mine.');
  serve('2', 'Theirs.');
  const pages = vi.fn<() => { status: number; body: object }>(() => ({
    status: 503,
    body: { message: 'Later.' },
  }));
  mockApi.get(`${API}/chunks`, pages);
  await act(() => queryClient.invalidateQueries());
  await waitFor(() => expect(pages).toHaveBeenCalled());
  expect(screen.queryByRole('region', { name: 'Chunk 1' })).toBeNull();
  expect(within(screen.getByRole('dialog')).getByLabelText('Text')).toHaveProperty(
    'value',
    'Mine.',
  );

  serve('2', 'Theirs.');
  mockApi.patch(`${API}/chunks/0`, () => ({ status: 412, body: { message: 'Changed.' } }));
  await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Save' }));
  const now = await screen.findByRole('region', { name: 'The chunk as it is now' });
  expect(now.textContent).toBe('Theirs.');
  expect(screen.getByLabelText('Your text')).toHaveProperty('value', 'Mine.');
  expect(screen.getByRole('button', { name: 'Save mine instead' })).toBeDefined();
});

test('what is typed stays in a window that becomes narrow', async () => {
  const { user, dialog } = await open('Edit, keywords and questions');
  await user.type(dialog.getByLabelText('Keywords'), 'grease');
  act(() => {
    screenWidth.matches = false;
    screenWidth.dispatchEvent(new Event('change'));
  });
  expect(screen.getByRole('tab', { name: 'Document', hidden: true })).toBeDefined();
  expect(within(screen.getByRole('dialog')).getByLabelText('Keywords')).toHaveProperty(
    'value',
    'grease',
  );
});

test('a chunk that somebody else changed is shown as it is now before it is split', async () => {
  const { user, dialog } = await open('Split');
  const field = dialog.getByLabelText<HTMLTextAreaElement>('Text');
  await waitFor(() => expect(field.value).toBe('First.'));
  serve('2', 'Theirs now.');
  mockApi.post(`${API}/chunks/0/split`, () => ({ status: 412, body: { message: 'Changed.' } }));
  await user.click(field);
  field.setSelectionRange(3, 3);
  await user.keyboard('{ArrowRight}');
  await user.click(dialog.getByRole('button', { name: 'Split here' }));
  expect(await dialog.findByText(/Somebody else changed this chunk/)).toBeDefined();
  await waitFor(() => expect(field.value).toBe('Theirs now.'));
  expect(dialog.getByRole('button', { name: 'Split here' })).toHaveProperty('disabled', true);
});
