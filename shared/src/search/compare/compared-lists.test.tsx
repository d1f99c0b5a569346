import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test } from 'vitest';

import {
  makeId,
  makeSearchResponse,
  makeSearchResult,
  mockApi,
  renderScreen,
} from '../../testing/public.ts';
import { SearchScreen } from '../search-screen.tsx';

const SCOPE = { kind: 'dataset', id: makeId(600), name: 'Handbook', datasets: [] } as const;
const ORDERS: Record<string, string[]> = {
  auto: ['Alpha', 'Beta', 'Gamma', 'Delta'],
  words: ['Delta', 'Beta', 'Alpha', 'Omega'],
};

let rerank: number | null = 3;

function listOf(mode: string) {
  const results = (ORDERS[mode] ?? []).map((name) =>
    makeSearchResult({
      document: {
        ...makeSearchResult().document,
        name,
        id: makeId(name.length * 1000 + name.charCodeAt(0)),
      },
    }),
  );
  const { took } = makeSearchResponse();
  const used = mode === 'words' || mode === 'meaning' ? mode : 'hybrid';
  return makeSearchResponse({ results, mode: used, took: { ...took, rerank } });
}

beforeEach(() => {
  rerank = 3;
  mockApi.start();
  mockApi.post(`api/v1/datasets/${SCOPE.id}/search`, ({ body }) => ({
    body: listOf((body as { mode: string }).mode),
  }));
});
afterEach(() => mockApi.stop());

const open = (query: string) => renderScreen(<SearchScreen scope={SCOPE} />, { path: `/${query}` });

async function itemsOf(list: string) {
  const region = within(screen.getByRole('region', { name: list }));
  const items = await region.findAllByRole('listitem', { name: '' });
  return items
    .filter((item) => within(item).queryByRole('heading') !== null)
    .map((item) => {
      const name = within(item).getByRole('heading').textContent;
      const badge = within(item).queryByText(/^(?:up|down|only here|same place)/);
      return `${name}: ${badge?.firstChild?.nextSibling?.textContent ?? ''}`;
    });
}

test('two settings are shown side by side, with what moved between them', async () => {
  const { location } = open('?q=engine');
  await screen.findByRole('link', { name: 'Alpha' });
  await userEvent.click(screen.getByRole('button', { name: 'Compare' }));
  await waitFor(() => expect(location().path).toMatch(/compare=words/));
  await waitFor(async () =>
    expect(await itemsOf('Second list')).toEqual([
      'Delta: up 3',
      'Beta: same place',
      'Alpha: down 2',
      'Omega: only here',
    ]),
  );
  expect(await itemsOf('First list')).toEqual([
    'Alpha: up 2',
    'Beta: same place',
    'Gamma: only here',
    'Delta: down 3',
  ]);
});

test('one click goes back to one list, another takes the second setting', async () => {
  const { location } = open('?q=engine&compare=words-without-reranker');
  await screen.findByRole('region', { name: 'Second list' });
  await waitFor(() => expect(mockApi.calls('POST')).toHaveLength(2));
  expect(mockApi.calls('POST').map(({ body }) => body)).toContainEqual(
    expect.objectContaining({ mode: 'words', rerank: false }),
  );
  await userEvent.click(await screen.findByRole('button', { name: 'Use this setting' }));
  await waitFor(() => expect(location().path).toMatch(/mode=words-without-reranker$/));
  expect(screen.queryByRole('region', { name: 'Second list' })).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: 'Compare' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Stop comparing' }));
  expect(screen.queryByRole('region', { name: 'Second list' })).toBeNull();
});

test('each list has a mode and a reranker of its own', async () => {
  const { location } = open('?q=engine&compare=words');
  const second = within(await screen.findByRole('region', { name: 'Second list' }));
  await userEvent.click(second.getByRole('radio', { name: 'Meaning' }));
  await userEvent.click(second.getByRole('checkbox', { name: 'Second list: reranker' }));
  await waitFor(() => expect(location().path).toMatch(/compare=meaning-without-reranker/));
  await waitFor(() =>
    expect(mockApi.calls('POST').at(-1)?.body).toMatchObject({ mode: 'meaning', rerank: false }),
  );
});

test('no reranker is offered where the server has none', async () => {
  rerank = null;
  open('?q=engine&compare=words');
  expect(await screen.findByRole('link', { name: 'Omega' })).toBeDefined();
  await waitFor(() => expect(screen.queryByRole('checkbox', { name: /reranker/ })).toBeNull());
});

test('a search by words is compared with another one, and equal settings are said to be equal', async () => {
  const { location } = open('?q=engine&mode=words');
  await screen.findByRole('link', { name: 'Omega' });
  await userEvent.click(screen.getByRole('button', { name: 'Compare' }));
  await waitFor(() => expect(location().path).toMatch(/compare=hybrid/));
  expect(screen.queryByRole('note')).toBeNull();
  const second = within(screen.getByRole('region', { name: 'Second list' }));
  await userEvent.click(second.getByRole('radio', { name: 'Words' }));
  expect((await screen.findByRole('note')).textContent).toMatch(/^Both lists are ranked alike/);
});
