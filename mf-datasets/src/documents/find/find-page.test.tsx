import type { FoundDocument } from '@carrel/shared/contract';
import {
  makeDataset,
  makeDocument,
  makeDocumentList,
  makeId,
  makeNavigation,
  mockApi,
  renderScreen,
} from '@carrel/shared/testing';
import type { MockedCall } from '@carrel/shared/testing';
import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';

import { DocumentsPage } from '../documents-page.tsx';

const DATASET = makeId(600);
const ROUTE = '/datasets/:datasetId?/documents';
const PAGE = `/datasets/${DATASET}/documents`;
const API = `api/v1/datasets/${DATASET}`;
const FIND = `${API}/documents/find`;

const found = (path: string, number: number): FoundDocument => ({
  ...makeDocument({ id: makeId(number), name: path.split('/').at(-1) ?? '', path }),
  updated_at: '2026-11-20T09:30:00.000Z',
  outdated: false,
  reprocessing: false,
});

const asked = ({ path }: MockedCall) => Object.fromEntries(new URLSearchParams(path.split('?')[1]));
const lastAsked = () => mockApi.calls('GET', FIND).map(asked).at(-1);

function serve(documents: readonly FoundDocument[], more: object = {}) {
  mockApi.get(FIND, () => ({ body: { documents, total: documents.length, ...more } }));
}

beforeEach(() => {
  mockApi.start();
  mockApi.get('api/v1/datasets', () => ({ body: { datasets: [makeDataset()] } }));
  mockApi.get(`${API}/archives`, () => ({ body: { archives: [] } }));
  mockApi.get(`${API}/documents`, () => ({ body: makeDocumentList() }));
  mockApi.get(`${API}/navigate`, () => ({ body: makeNavigation() }));
  serve([found('Legal/Memo.pdf', 1), found('notes.md', 2)]);
});
afterEach(() => mockApi.stop());

function open(search = '') {
  const page = renderScreen(<DocumentsPage />, { path: `${PAGE}${search}`, route: ROUTE });
  const query = () => Object.fromEntries(new URLSearchParams(page.location().path.split('?')[1]));
  return { ...page, query, user: userEvent.setup() };
}

const list = () => screen.findByRole('grid', { name: 'Found documents' });
const head = () => screen.getByRole('columnheader', { name: 'Size' });
const field = () => screen.getByRole('searchbox', { name: 'Find documents' });

describe('a list of found documents', () => {
  test('takes the place of the folder while something is typed', async () => {
    const { user, query } = open('?path=Legal');
    await screen.findByRole('grid', { name: 'Folders and documents' });
    await user.type(field(), 'memo');
    const row = within(await list()).getByRole('row', { name: /Memo\.pdf/ });
    for (const text of ['Legal', 'PDF', 'Ready', '2.0 KB', 'Nov 20, 2026']) {
      expect(within(row).getByText(text)).toBeDefined();
    }
    await waitFor(() => expect(query()).toEqual({ path: 'Legal', q: 'memo' }));
    expect(lastAsked()).toEqual({ q: 'memo', folder: 'Legal', limit: '200' });
    expect(screen.getByText('2 documents')).toBeDefined();
    await user.clear(field());
    expect(await screen.findByRole('grid', { name: 'Folders and documents' })).toBeDefined();
  });

  test('asks for what the URL says', async () => {
    open('?q=memo&status=failed&kind=pdf,word&min=1024&max=2048&sort=size&order=desc');
    await list();
    expect(mockApi.calls('GET', FIND)[0]?.path).toBe(
      `${FIND}?q=memo&status=failed&kind=pdf&kind=word&size_min=1024&size_max=2048&sort=size&order=desc&limit=200`,
    );
  });

  test('links each document to its screen', async () => {
    open('?q=memo');
    const link = within(await list()).getByRole('link', { name: 'Memo.pdf' });
    expect(link.getAttribute('href')).toBe(`${PAGE}/${makeId(1)}`);
  });

  test('a late response never replaces a newer one', async () => {
    const late = Promise.withResolvers<void>();
    mockApi.get(FIND, async (call) => {
      const { q = '' } = asked(call);
      if (q === 'm') await late.promise;
      return { body: { documents: [found(`${q}.md`, q.length)], total: 1 } };
    });
    const { user } = open();
    await screen.findByRole('grid', { name: 'Folders and documents' });
    await user.type(field(), 'm');
    await waitFor(() => expect(lastAsked()).toMatchObject({ q: 'm' }));
    await user.type(field(), 'emo');
    expect(await screen.findByRole('row', { name: /memo\.md/ })).toBeDefined();
    late.resolve();
    await waitFor(() => expect(screen.queryByRole('row', { name: /^m\.md/ })).toBeNull());
    expect(field()).toHaveProperty('value', 'memo');
  });

  test('counts up to ten thousand', async () => {
    serve([found('a.md', 1)], { total: 10_000, total_is_more: true });
    open('?q=a');
    expect(await screen.findByText('More than 10,000 documents')).toBeDefined();
  });

  test('loads the next page by its cursor', async () => {
    mockApi.get(FIND, (call) =>
      asked(call)['cursor'] === 'next'
        ? { body: { documents: [found('second.md', 2)], total: 2 } }
        : { body: { documents: [found('first.md', 1)], total: 2, next_cursor: 'next' } },
    );
    open('?q=d&sort=name');
    expect(await screen.findByRole('row', { name: /second\.md/ })).toBeDefined();
    expect(screen.getByRole('row', { name: /first\.md/ })).toBeDefined();
  });

  test('a failure is shown with its reason, and Retry loads it again', async () => {
    mockApi.get(FIND, () => ({ status: 503, body: { message: 'The database is away.' } }));
    const { user } = open('?q=memo');
    expect(await screen.findByText('The database is away.')).toBeDefined();
    serve([found('Memo.pdf', 1)]);
    await user.click(screen.getByRole('button', { name: 'Retry' }));
    expect(await screen.findByRole('row', { name: /Memo\.pdf/ })).toBeDefined();
  });
});

describe('the order of found documents', () => {
  test('follows the columns: upwards, downwards, then by path again', async () => {
    const { user, query } = open('?q=m');
    await list();
    expect(head().getAttribute('aria-sort')).toBe('none');
    for (const [order, sent] of [
      ['ascending', { sort: 'size' }],
      ['descending', { sort: 'size', order: 'desc' }],
      ['none', {}],
    ] as const) {
      await user.click(within(head()).getByRole('button'));
      expect(head().getAttribute('aria-sort')).toBe(order);
      await waitFor(() => expect(query()).toEqual({ q: 'm', ...sent }));
    }
  });
});

describe('the filters', () => {
  test('narrow the list and are in the URL', async () => {
    const { user, query } = open();
    await user.click(await screen.findByRole('button', { name: 'Filters' }));
    const panel = within(await screen.findByRole('region', { name: 'Filters' }));
    await user.selectOptions(panel.getByLabelText('Status'), 'In progress');
    await user.click(panel.getByRole('checkbox', { name: 'PDF' }));
    await user.click(panel.getByRole('checkbox', { name: 'E-mail' }));
    await user.type(panel.getByLabelText('Size at least'), '1.5 MB{Enter}');
    await waitFor(() =>
      expect(query()).toEqual({ status: 'in_work', kind: 'pdf,mail', min: '1572864' }),
    );
    expect(screen.getByRole('button', { name: 'Filters (4)' })).toBeDefined();
    await waitFor(() => expect(lastAsked()).toMatchObject({ status: 'in_work' }));
  });

  test('show what was read by OCR', async () => {
    serve([{ ...found('scan.png', 1), ocr: { pages: 1, unread: 0 } }]);
    const { user, query } = open();
    await user.click(await screen.findByRole('button', { name: 'Filters' }));
    await user.click(await screen.findByRole('checkbox', { name: 'Read by OCR' }));
    await waitFor(() => expect(query()).toEqual({ ocr: 'true' }));
    expect(lastAsked()).toMatchObject({ ocr: 'true' });
    expect(within(await list()).getByText('Image, OCR')).toBeDefined();
    await user.click(screen.getByRole('button', { name: 'Remove the filter Read by OCR' }));
    await waitFor(() => expect(query()).toEqual({}));
  });

  test('show what an older reader has read', async () => {
    const { user, query } = open();
    await user.click(await screen.findByRole('button', { name: 'Filters' }));
    await user.click(await screen.findByRole('checkbox', { name: 'Read by an older reader' }));
    await waitFor(() => expect(query()).toEqual({ older_reader: 'true' }));
    expect(lastAsked()).toMatchObject({ older_reader: 'true' });
    const chip = 'Remove the filter Read by an older reader';
    await user.click(await screen.findByRole('button', { name: chip }));
    await waitFor(() => expect(query()).toEqual({}));
  });

  test('of metadata take a key that documents have, and a value of it', async () => {
    mockApi.get(`${API}/documents/metadata`, () => ({
      body: { keys: [{ key: 'author', documents: 2, values: ['Ann'] }], is_partial: false },
    }));
    const { user, query } = open();
    await user.click(await screen.findByRole('button', { name: 'Filters' }));
    await user.selectOptions(await screen.findByLabelText('Key'), 'author');
    await user.click(screen.getByRole('button', { name: 'Add filter' }));
    expect(screen.getByText('Type a value')).toBeDefined();
    await user.type(screen.getByLabelText('Value'), 'Ann{Enter}');
    await waitFor(() => expect(query()).toEqual({ 'metadata.author': 'Ann' }));
    await waitFor(() => expect(lastAsked()).toMatchObject({ 'metadata.author': 'Ann' }));
    await user.click(await screen.findByRole('button', { name: 'Remove the filter author: Ann' }));
    await waitFor(() => expect(query()).toEqual({}));
  });

  test('a size that is none is not asked for, and says what one looks like', async () => {
    const { user, query } = open();
    await user.click(await screen.findByRole('button', { name: 'Filters' }));
    await user.type(await screen.findByLabelText('Size at most'), 'huge{Enter}');
    expect(screen.getByText('Type a size such as 500 KB or 2 MB')).toBeDefined();
    expect(query()).toEqual({});
  });

  test('are taken back one by one, or all at once with the text', async () => {
    const { user, query } = open('?q=memo&path=Legal&kind=pdf&status=failed');
    await list();
    await user.click(screen.getByRole('button', { name: 'Remove the filter Kind: PDF' }));
    await user.click(screen.getByRole('button', { name: 'Remove the filter In Legal' }));
    await waitFor(() => expect(query()).toEqual({ q: 'memo', status: 'failed' }));
    await user.click(screen.getByRole('button', { name: 'Clear all' }));
    expect(await screen.findByRole('grid', { name: 'Folders and documents' })).toBeDefined();
    expect(field()).toHaveProperty('value', '');
    expect(query()).toEqual({});
  });

  test('found in vain say what was looked for, and what to try', async () => {
    serve([]);
    const { user, query } = open('?q=zebra&path=Legal&kind=pdf');
    expect(
      await screen.findByText(
        'Nothing matches “zebra”, in Legal, kind: PDF. Try a shorter part of the name, fewer filters, or the whole dataset.',
      ),
    ).toBeDefined();
    await user.click(screen.getByRole('button', { name: 'Look in the whole dataset' }));
    await waitFor(() => expect(query()).toEqual({ q: 'zebra', kind: 'pdf' }));
  });
});
