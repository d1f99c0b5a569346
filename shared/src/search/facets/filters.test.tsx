import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test } from 'vitest';

import { makeId, makeSearchResponse, mockApi, renderScreen } from '../../testing/public.ts';
import { SearchScreen } from '../search-screen.tsx';

const ID = makeId(500);

beforeEach(() => {
  mockApi.start();
  for (const kind of ['workspaces', 'datasets']) {
    mockApi.post(`api/v1/${kind}/${ID}/search`, () => ({ body: makeSearchResponse() }));
  }
});
afterEach(() => mockApi.stop());

async function open(query = '?q=engine', kind: 'workspace' | 'dataset' = 'workspace') {
  const scope = { kind, id: ID, name: 'Any', datasets: [] } as const;
  const { location } = renderScreen(<SearchScreen scope={scope} />, { path: `/${query}` });
  await screen.findByRole('list', { name: 'Results' });
  return {
    filters: within(screen.getByRole('complementary', { name: 'Filters' })),
    query: () => Object.fromEntries(new URLSearchParams(location().path.split('?')[1])),
  };
}

const lastBody = () => mockApi.calls('POST').at(-1)?.body;

test('every choice has a count, and narrows the search and the URL', async () => {
  const { filters, query } = await open();
  await userEvent.click(await filters.findByRole('checkbox', { name: 'Handbook 9' }));
  await userEvent.click(filters.getByRole('checkbox', { name: /^Wiki\/ ?Old 4$/ }));
  await userEvent.click(filters.getByRole('checkbox', { name: 'PDF 7' }));
  await userEvent.click(filters.getByRole('checkbox', { name: 'November 2026 5' }));
  await userEvent.type(filters.getByLabelText('Document name has'), 'report{Enter}');
  await waitFor(() =>
    expect(query()).toEqual({
      q: 'engine',
      datasets: makeId(600),
      folder: 'Wiki/Old',
      kind: 'pdf',
      name: 'report',
      months: '2026-11',
    }),
  );
  await waitFor(() =>
    expect(lastBody()).toMatchObject({
      filter: {
        datasets: [makeId(600)],
        folder: 'Wiki/Old',
        kind: ['pdf'],
        name: 'report',
        changed: { from: '2026-11-01T00:00:00.000Z', to: '2026-12-01T00:00:00.000Z' },
      },
    }),
  );
});

test('a filter is taken back where it is named, by its choice, or with all others', async () => {
  const { filters, query } = await open('?q=engine&kind=pdf,word&folder=Gone&name=report');
  // It is chosen and can be taken back, though no result has it.
  await userEvent.click(await filters.findByRole('checkbox', { name: 'Gone 0', checked: true }));
  await waitFor(() => expect(query()).not.toHaveProperty('folder'));
  await userEvent.click(screen.getByRole('button', { name: 'Remove the filter Kind: PDF' }));
  await waitFor(() => expect(query()).toEqual({ q: 'engine', kind: 'word', name: 'report' }));
  await userEvent.click(screen.getByRole('button', { name: 'Clear filters' }));
  await waitFor(() => expect(query()).toEqual({ q: 'engine' }));
  expect(screen.queryByRole('list', { name: 'Active filters' })).toBeNull();
});

test('a dataset has no choice of datasets', async () => {
  const { filters } = await open('?q=engine', 'dataset');
  expect(filters.queryByRole('group', { name: 'Dataset' })).toBeNull();
  expect(await filters.findByRole('group', { name: 'Kind' })).toBeDefined();
});

test('of many choices a few are shown first', async () => {
  const folders = Array.from({ length: 9 }, (_, number) => ({ path: `F${number}`, count: 1 }));
  const { facets } = makeSearchResponse();
  mockApi.post(`api/v1/workspaces/${ID}/search`, () => ({
    body: makeSearchResponse({ facets: { ...facets, folders } }),
  }));
  const { filters } = await open();
  const group = within(await filters.findByRole('group', { name: 'Folder' }));
  expect(group.getAllByRole('checkbox')).toHaveLength(6);
  await userEvent.click(group.getByRole('button', { name: 'Show all 9' }));
  expect(group.getAllByRole('checkbox')).toHaveLength(9);
});

test('folders are a tree whose counts add up, and several are chosen', async () => {
  const { facets } = makeSearchResponse();
  const folders = [
    { path: 'Wiki/Old/2024', count: 4 },
    { path: 'Wiki/Old', count: 2 },
    { path: 'Wiki/New', count: 3 },
    { path: 'Mails', count: 1 },
  ];
  mockApi.post(`api/v1/workspaces/${ID}/search`, () => ({
    body: makeSearchResponse({ facets: { ...facets, folders } }),
  }));
  const { filters, query } = await open('?q=engine&folder=Gone');
  const group = within(await filters.findByRole('group', { name: 'Folder' }));
  const shown = () =>
    group.getAllByRole('checkbox').map((box) => box.closest('label')?.textContent);
  await waitFor(() =>
    expect(shown()).toEqual(['Wiki9', 'Old6', '20244', 'New3', 'Mails1', 'Gone0']),
  );
  await userEvent.click(group.getByRole('checkbox', { name: '2024 4' }));
  await userEvent.click(group.getByRole('checkbox', { name: 'Mails 1' }));
  await waitFor(() =>
    expect(lastBody()).toMatchObject({ filter: { folders: ['Gone', 'Wiki/Old/2024', 'Mails'] } }),
  );
  // A folder has what is below it.
  await userEvent.click(group.getByRole('checkbox', { name: 'Wiki 9' }));
  await userEvent.click(group.getByRole('checkbox', { name: 'Gone 0' }));
  await waitFor(() => expect(lastBody()).toMatchObject({ filter: { folders: ['Mails', 'Wiki'] } }));
  expect(query()).toHaveProperty('folder');
});
