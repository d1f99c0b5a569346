import type { DocumentDetail } from '@carrel/shared/contract';
import {
  makeBlocks,
  makeDocumentChunk,
  makeDocumentChunks,
  makeDocumentDetail,
  makeId,
  mockApi,
  renderScreen,
} from '@carrel/shared/testing';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';

import { DocumentPage } from './document-page.tsx';

const DATASET = makeId(600);
const DOCUMENT = makeId(800);
const ROUTE = '/datasets/:datasetId/documents/:documentId';
const PAGE = `/datasets/${DATASET}/documents/${DOCUMENT}`;
const GONE = 'The original of this document is not stored any more.';
const MISSING = { status: 404, body: { message: 'Document not found' } };
const API = `api/v1/datasets/${DATASET}/documents/${DOCUMENT}`;
const BLOCKS = makeBlocks(
  { kind: 'heading', text: 'Welcome', level: 1 },
  { text: 'The library opens at nine. Café and bar are closed.' },
  { kind: 'list', text: '- books\n- maps' },
  { kind: 'table', text: 'Day | Hours\nMonday | 9' },
);
const WHOLE = BLOCKS.map(({ text }) => text).join('\n\n');
const rangeOf = (text: string) => ({
  start: WHOLE.indexOf(text),
  end: WHOLE.indexOf(text) + text.length,
});
const CHUNKS = [
  makeDocumentChunk({ number: 0, text: 'Welcome', ...rangeOf('Welcome') }),
  makeDocumentChunk({
    number: 1,
    text: 'The library opens at nine.',
    rendered: 'Note: The library opens at nine.',
    headings: ['Welcome'],
    page_first: 2,
    page_last: 3,
    ...rangeOf('The library opens at nine.'),
  }),
];

function serve(detail: Partial<DocumentDetail> = {}): void {
  mockApi.get(API, () => ({ body: makeDocumentDetail(detail) }));
  mockApi.get(`${API}/text`, () => ({ body: { blocks: BLOCKS } }));
  mockApi.get(`${API}/chunks`, () => ({ body: makeDocumentChunks(CHUNKS) }));
}

beforeEach(() => {
  mockApi.start();
  serve();
});
afterEach(() => mockApi.stop());

function open(search = '') {
  const page = renderScreen(<DocumentPage />, { path: `${PAGE}${search}`, route: ROUTE });
  return { ...page, user: userEvent.setup() };
}

const view = async () => within(await screen.findByRole('region', { name: 'Document' }));
const marked = () => [...document.querySelectorAll('mark[data-chunk]')].map((m) => m.textContent);

describe('the page of a document', () => {
  test('shows its facts, and its text with headings, lists and tables', async () => {
    open();
    expect(await screen.findByRole('heading', { level: 1, name: 'welcome.md' })).toBeDefined();
    for (const text of ['Ready', '2.0 KB', 'Markdown', 'Nov 20, 2026']) {
      expect(screen.getByText(text)).toBeDefined();
    }
    const shown = await view();
    expect(shown.getByRole('heading', { level: 2, name: 'Welcome' })).toBeDefined();
    expect(shown.getAllByRole('listitem').map((item) => item.textContent)).toEqual([
      'books',
      'maps',
    ]);
    expect(shown.getByRole('columnheader', { name: 'Day' })).toBeDefined();
    expect(shown.getByRole('cell', { name: 'Monday' })).toBeDefined();
  });

  test('names the dataset and the folders above it', async () => {
    serve({ path: 'hr/2024/welcome.md' });
    const { shell } = open();
    await screen.findByRole('heading', { level: 1, name: 'welcome.md' });
    const folder = (path: string) => `/datasets/${DATASET}/documents?path=${path}`;
    expect(vi.mocked(shell.setPage).mock.lastCall?.[0]).toEqual({
      title: 'welcome.md',
      breadcrumbs: [
        { name: 'Datasets', to: '/datasets' },
        { name: 'Handbook', to: `/datasets/${DATASET}/documents` },
        { name: 'hr', to: folder('hr') },
        { name: '2024', to: folder('hr%2F2024') },
        { name: 'welcome.md' },
      ],
    });
  });

  test('leads to its neighbours in the folder', async () => {
    serve({ next: { id: makeId(801), name: 'zebra.md' } });
    const { user, location } = open();
    const next = await screen.findByRole('link', { name: 'Next document: zebra.md' });
    expect(screen.getByRole('button', { name: 'Previous document' })).toHaveProperty(
      'disabled',
      true,
    );
    await user.click(next);
    expect(location().path).toBe(`/datasets/${DATASET}/documents/${makeId(801)}`);
  });

  test('that is unknown says so, and leads back', async () => {
    mockApi.get(API, () => MISSING);
    const { user, location } = open();
    expect(await screen.findByText('Document not found')).toBeDefined();
    await user.click(screen.getByRole('link', { name: 'Back to documents' }));
    expect(location().path).toBe(`/datasets/${DATASET}/documents`);
  });

  test('that is deleted while it is open says so', async () => {
    const { queryClient } = open();
    await view();
    mockApi.get(API, () => MISSING);
    await queryClient.invalidateQueries();
    expect(await screen.findByText('Document not found')).toBeDefined();
  });

  test('a failure is shown with its reason, and Retry loads it again', async () => {
    mockApi.get(API, () => ({ status: 503, body: { message: 'The database is away.' } }));
    const { user } = open();
    expect(await screen.findByText('The database is away.')).toBeDefined();
    serve();
    await user.click(screen.getByRole('button', { name: 'Retry' }));
    expect(await view()).toBeDefined();
  });

  test('without text it says why, and offers the original', async () => {
    const reason = 'This is a sound file; there is no text in it to read.';
    serve({
      name: 'a.wav',
      kind: 'other',
      chunk_count: 0,
      status: 'partitioning_error',
      error: reason,
    });
    mockApi.get(`${API}/text`, () => ({ status: 422, body: { message: reason } }));
    mockApi.post(`api/v1/datasets/${DATASET}/documents/retry`, () => ({
      body: { retried: 1, skipped: [] },
    }));
    const { user } = open();
    expect(await screen.findByText('Nothing to show here')).toBeDefined();
    expect(screen.getAllByRole('button', { name: 'Download' })).toHaveLength(2);
    await user.click(screen.getByRole('button', { name: 'Retry' }));
    expect(await screen.findByText('1 document will be tried again')).toBeDefined();
  });

  test('whose original is gone says so, and shows the text', async () => {
    serve({ original: 'gone', name: 'report.pdf', kind: 'pdf' });
    open();
    expect(await screen.findByText(GONE)).toBeDefined();
    expect((await view()).getByText('Welcome')).toBeDefined();
    expect(screen.getByRole('button', { name: 'Download' })).toHaveProperty('disabled', true);
  });

  test('the session is refreshed before a download, of which a failure is told', async () => {
    mockApi.head(`${API}/content`, () => ({ status: 410 }));
    const { user } = open();
    await user.click(await screen.findByRole('button', { name: 'Download' }));
    expect(await screen.findByText(GONE)).toBeDefined();
    expect(mockApi.calls('HEAD')[0]?.path).toBe(`${API}/content?organization_id=${makeId(100)}`);
  });
});

describe('the chunks of a document', () => {
  test('are listed with their pages, headings and length', async () => {
    open();
    const list = within(await screen.findByRole('listbox', { name: 'Chunks' }));
    const [, second] = await list.findAllByRole('option');
    await waitFor(() => expect(second?.textContent).toContain('pages 2–3'));
    expect(second?.textContent).toContain('Welcome');
    expect(second?.textContent).toContain('26 characters');
  });

  test('one that is selected is in the address, marked in the text, and shown in full', async () => {
    const { user, location } = open();
    await view();
    await user.click(await screen.findByText('The library opens at nine.', { selector: 'p' }));
    expect(location().path).toBe(`${PAGE}?chunk=1`);
    await waitFor(() => expect(marked()).toEqual(['The library opens at nine.']));
    const shown = within(await screen.findByRole('region', { name: 'Chunk 2' }));
    await user.click(shown.getByRole('button', { name: 'As embedded' }));
    expect(shown.getByText('Note: The library opens at nine.')).toBeDefined();
  });

  test('the one in the address is selected', async () => {
    open('?chunk=1');
    await waitFor(() => expect(marked()).toEqual(['The library opens at nine.']));
    expect(screen.getAllByRole('option', { selected: true })).toHaveLength(1);
  });

  test.each(['7', '-1', 'x', '1e3', ''])('?chunk=%s selects none', async (number) => {
    open(`?chunk=${number}`);
    await view();
    await screen.findAllByRole('option');
    expect(screen.queryByRole('option', { selected: true })).toBeNull();
  });

  test('the arrow keys select the next and the one before', async () => {
    const { user, location } = open();
    (await screen.findByRole('listbox', { name: 'Chunks' })).focus();
    await user.keyboard('{ArrowDown}');
    expect(location().path).toBe(`${PAGE}?chunk=0`);
    await user.keyboard('{End}');
    expect(location().path).toBe(`${PAGE}?chunk=1`);
    await user.keyboard('{ArrowUp}');
    expect(location().path).toBe(`${PAGE}?chunk=0`);
  });

  test('a click in the text selects the chunk there', async () => {
    const { user, location } = open();
    await user.click(await (await view()).findByText(/^The library opens/));
    await waitFor(() => expect(location().path).toBe(`${PAGE}?chunk=1`));
  });

  test('of another version are not shown: the document is read again', async () => {
    let version = makeId(900);
    mockApi.get(API, () => ({ body: makeDocumentDetail({ chunk_version: version }) }));
    mockApi.get(`${API}/chunks`, () => {
      version = makeId(901);
      const chunks = [0, 1].map((number) => makeDocumentChunk({ number, text: 'New text' }));
      return { body: makeDocumentChunks(chunks, { version }) };
    });
    open();
    expect((await screen.findAllByText('New text')).length).toBe(2);
    expect(mockApi.calls('GET', API).length).toBeGreaterThan(1);
  });
});

describe('the search in a document', () => {
  test('finds text whatever its case and accents, and Enter moves between matches', async () => {
    const { user } = open();
    await view();
    const field = screen.getByRole('textbox', { name: 'Find in this document' });
    await user.type(field, 'nowhere');
    expect(await screen.findByText('Not found')).toBeDefined();
    await user.clear(field);
    await user.type(field, 'cafe');
    await waitFor(() =>
      expect(document.querySelector('mark[data-match=current]')?.textContent).toBe('Café'),
    );
    await user.clear(field);
    await user.type(field, 'ar');
    expect(await screen.findByText('1 of 3')).toBeDefined();
    await user.keyboard('{Enter}');
    expect(screen.getByText('2 of 3')).toBeDefined();
    await user.keyboard('{Shift>}{Enter}{Enter}{/Shift}');
    expect(screen.getByText('3 of 3')).toBeDefined();
  });

  test('loads the pages of the text that are missing', async () => {
    mockApi.get(`${API}/text`, ({ path }) => {
      const isFirst = new URLSearchParams(path.split('?')[1]).get('from') === '0';
      return {
        body: isFirst ? { blocks: BLOCKS.slice(0, 1), next: 1 } : { blocks: BLOCKS.slice(1) },
      };
    });
    const { user } = open();
    await view();
    await user.type(screen.getByRole('textbox', { name: 'Find in this document' }), 'Monday');
    expect(await screen.findByText('1 of 1')).toBeDefined();
  });
});

test('the history is told in words, the newest first', async () => {
  const at = '2026-11-20T09:30:00.000Z';
  serve({
    outdated: true,
    history: [
      { stage: 'received', at, archive: 'library.zip' },
      { stage: 'partition', at, ms: 1234, attempt: 2, error: 'It is damaged.', detail: 'bad xref' },
    ],
  });
  const { user } = open();
  await user.click(await screen.findByRole('tab', { name: 'History' }));
  const entries = within(screen.getByRole('list', { name: 'History' })).getAllByRole('listitem');
  for (const text of ['The text could not be read', '1.2 s', 'Attempt 2', 'It is damaged.']) {
    expect(entries[0]?.textContent).toContain(text);
  }
  expect(entries[0]?.querySelector('details')?.open).toBe(false);
  expect(entries[1]?.textContent).toContain('Received from library.zip');
  expect(screen.getByText('Processed with older settings')).toBeDefined();
  expect(screen.getByRole('link', { name: 'library.zip' }).getAttribute('href')).toBe(
    `/datasets/${DATASET}/archives`,
  );
});
