import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import {
  makeId,
  makeSearchResponse,
  makeSearchResult,
  mockApi,
  renderScreen,
} from '../../../testing/public.ts';
import type { SearchResult } from '@carrel/shared/contract';
import { SearchScreen } from '../../search-screen.tsx';

const ID = makeId(600);
const scope = (kind: 'workspace' | 'dataset') => ({ kind, id: ID, name: 'Any', datasets: [] });

beforeEach(() => mockApi.start());
afterEach(() => {
  vi.restoreAllMocks();
  mockApi.stop();
});

async function open(result: SearchResult, kind: 'workspace' | 'dataset' = 'workspace') {
  mockApi.post(`api/v1/${kind}s/${ID}/search`, () => ({
    body: makeSearchResponse({ results: [result] }),
  }));
  renderScreen(<SearchScreen scope={scope(kind)} />, { path: '/?q=engine' });
  const list = await screen.findByRole('list', { name: 'Results' });
  return within(list);
}

test('a result says where it is and why, and marks the words', async () => {
  const result = await open(makeSearchResult());
  expect(result.getByRole('link', { name: 'engines.pdf' }).getAttribute('href')).toBe(
    makeSearchResult().document.url,
  );
  for (const text of ['Handbook', 'Wiki / Old', 'Page 4', 'Manual > Engines']) {
    expect(result.getByText(text)).toBeDefined();
  }
  expect(result.getByText('2nd by words, 5th by meaning')).toBeDefined();
  expect(result.getByText('Matched: engine, flutter')).toBeDefined();
  expect(result.getAllByRole('mark').map(({ textContent }) => textContent)).toEqual([
    'engine',
    'flutter',
  ]);
  expect(result.queryByText(/%/)).toBeNull();
});

test('in a dataset its name is not repeated', async () => {
  const result = await open(makeSearchResult(), 'dataset');
  expect(result.queryByText('Handbook')).toBeNull();
});

test('an address that is none of this console is not a link', async () => {
  const { document } = makeSearchResult();
  const result = await open(
    makeSearchResult({ document: { ...document, url: 'https://elsewhere.example/' } }),
  );
  expect(result.queryByRole('link')).toBeNull();
  expect(result.getByText('engines.pdf')).toBeDefined();
});

test('a long text is cut around its first word, until it is shown whole', async () => {
  const text = `Beginning ${'filler '.repeat(200)}engine ${'filler '.repeat(200)}End`;
  const at = text.indexOf('engine');
  const result = await open(makeSearchResult({ text, highlights: [[at, at + 6]] }));
  expect(result.getByRole('mark').textContent).toBe('engine');
  expect(result.queryByText(/Beginning/)).toBeNull();
  await userEvent.click(result.getByRole('button', { name: 'Show all' }));
  expect(result.getByText(/^Beginning/)).toBeDefined();
  await userEvent.click(result.getByRole('button', { name: 'Show less' }));
  expect(result.queryByText(/Beginning/)).toBeNull();
});

/** Returns chunks around the one that was found. */
const around = (count: number, from: number) =>
  Array.from({ length: count }, (_, index) => ({
    number: from + index,
    text: `Chunk ${from + index}`,
  }));

test('what comes before and after is read when it is wanted, and hidden again', async () => {
  const result = await open(makeSearchResult({ chunk: { number: 5, pages: [], headings: [] } }));
  mockApi.post(`api/v1/workspaces/${ID}/search`, ({ body }) => {
    const { neighbours } = body as { neighbours: number };
    return {
      body: makeSearchResponse({
        results: [
          makeSearchResult({
            chunk: { number: 5, pages: [], headings: [] },
            before: around(neighbours, 5 - neighbours),
            after: around(neighbours, 6),
          }),
        ],
      }),
    };
  });
  await userEvent.click(result.getByRole('button', { name: 'Show what comes before and after' }));
  expect(await result.findByText('Chunk 4')).toBeDefined();
  expect(result.getByText('Chunk 6')).toBeDefined();
  await userEvent.click(result.getByRole('button', { name: 'Show more around it' }));
  expect(await result.findByText('Chunk 3')).toBeDefined();
  await userEvent.click(result.getByRole('button', { name: 'Show more around it' }));
  expect(await result.findByText('Chunk 8')).toBeDefined();
  expect(result.queryByRole('button', { name: 'Show more around it' })).toBeNull();
  await userEvent.click(result.getByRole('button', { name: 'Hide' }));
  expect(result.queryByText(/^Chunk/)).toBeNull();
});

const passage = (number: number, text: string) =>
  makeSearchResult({ chunk: { number, pages: [number], headings: [] }, text, highlights: [] });

test('the others of its document open in place, each text once, and stay in the URL', async () => {
  const best = passage(5, 'The best passage.');
  const next = makeSearchResult({
    document: { ...best.document, id: makeId(801), name: 'wings.pdf' },
  });
  mockApi.post(`api/v1/workspaces/${ID}/search`, ({ body }) => ({
    body: makeSearchResponse({
      results:
        (body as { document?: string }).document === undefined
          ? [
              { ...best, more: 3, more_exact: true },
              { ...next, more: 2 },
            ]
          : [best, passage(7, 'Another one.'), passage(8, 'Another  one.'), passage(2, 'A third.')],
    }),
  }));
  const { location } = renderScreen(<SearchScreen scope={scope('workspace')} />, {
    path: '/?q=engine',
  });
  const button = await screen.findByRole('button', { name: '3 more in this document' });
  expect(button.getAttribute('aria-expanded')).toBe('false');
  expect(screen.getByRole('button', { name: '2+ more in this document' })).toBeDefined();
  await userEvent.click(button);
  const more = within(await screen.findByRole('list', { name: 'More in engines.pdf' }));
  expect(more.getAllByRole('link').map(({ textContent }) => textContent)).toEqual([
    'Page 7',
    'Page 2',
  ]);
  expect(screen.getByText('1 more passage of this document has the same text.')).toBeDefined();
  expect(mockApi.calls('POST').at(-1)?.body).toMatchObject({
    document: best.document.id,
    final: false,
  });
  expect(button.getAttribute('aria-expanded')).toBe('true');
  await waitFor(() => expect(location().path).toBe(`/?q=engine&opened=${best.document.id}`));
  // The arrow keys lead through them to the next document.
  screen.getByRole('link', { name: 'engines.pdf' }).focus();
  const visited: (string | null | undefined)[] = [];
  for (let step = 0; step < 3; step += 1) {
    await userEvent.keyboard('{ArrowDown}');
    visited.push(document.activeElement?.textContent);
  }
  expect(visited).toEqual(['Page 7', 'Page 2', 'wings.pdf']);
  await userEvent.click(button);
  expect(screen.queryByRole('list', { name: 'More in engines.pdf' })).toBeNull();
});

test('documents with the same passage are named where they are wanted', async () => {
  const { document: found } = makeSearchResult();
  const copy = (number: number) => ({ ...found, id: makeId(number), name: `copy-${number}` });
  const also = [copy(811), copy(812)];
  const result = await open(makeSearchResult({ more: 0, also }));
  expect(result.queryByRole('button', { name: /more in this document/ })).toBeNull();
  const button = result.getByRole('button', { name: 'Also in 2 other documents' });
  await userEvent.click(button);
  expect(button.getAttribute('aria-expanded')).toBe('true');
  const list = within(result.getByRole('list', { name: 'Same passage' }));
  expect(list.getAllByRole('link').map(({ textContent }) => textContent)).toEqual([
    'copy-811',
    'copy-812',
  ]);
});

test('a text is copied whole', async () => {
  const user = userEvent.setup();
  const result = await open(makeSearchResult());
  await user.click(result.getByRole('button', { name: 'Copy text' }));
  expect(await navigator.clipboard.readText()).toBe(makeSearchResult().text);
  await waitFor(() => expect(result.getByText('Copied')).toBeDefined());
});
