import {
  makeDataset,
  makeDocumentList,
  makeId,
  makeNavigation,
  makeNavigationItem,
  mockApi,
  renderScreen,
} from '@carrel/shared/testing';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test } from 'vitest';

import { DocumentsPage } from './documents-page.tsx';

const DATASET = makeId(600);
const PAGE = `/datasets/${DATASET}/documents`;
const NAVIGATE = `api/v1/datasets/${DATASET}/navigate`;

const TOTAL = 1100;
const names = Array.from(
  { length: TOTAL },
  (_, number) => `page-${String(number).padStart(4, '0')}.md`,
);
const itemOf = (name: string) => makeNavigationItem({ name, path: name, document_id: makeId(1) });

const queryOf = (path: string) => new URLSearchParams(path.split('?')[1]);
const asked = () => mockApi.calls('GET', NAVIGATE).map(({ path }) => queryOf(path));

beforeEach(() => {
  mockApi.start();
  mockApi.get('api/v1/datasets', () => ({ body: { datasets: [makeDataset()] } }));
  mockApi.get(`api/v1/datasets/${DATASET}/archives`, () => ({ body: { archives: [] } }));
  mockApi.get(`api/v1/datasets/${DATASET}/documents`, () => ({ body: makeDocumentList() }));
  mockApi.get(NAVIGATE, ({ path }) => {
    const query = queryOf(path);
    const from = Number(query.get('cursor') ?? 0);
    const end = from + Number(query.get('limit'));
    const all = query.get('order') === 'desc' ? names.toReversed() : names;
    return {
      body: makeNavigation({
        items: all.slice(from, end).map(itemOf),
        ...(from === 0 && { total: TOTAL }),
        next_cursor: end < TOTAL ? String(end) : null,
      }),
    };
  });
});
afterEach(() => mockApi.stop());

function open(search = '') {
  const page = renderScreen(<DocumentsPage />, {
    path: `${PAGE}${search}`,
    route: '/datasets/:datasetId?/documents',
  });
  return { ...page, user: userEvent.setup() };
}

const row = async (name: string) => screen.findByRole('row', { name: new RegExp(name) });
const grid = async () => screen.findByRole('grid', { name: 'Folders and documents' });
const header = (name: string) => screen.getByRole('columnheader', { name: new RegExp(`^${name}`) });

test('a long folder says how long it is, and renders only the rows in view', async () => {
  open();
  await row('page-0000.md');
  expect(screen.getAllByRole('row').length).toBeLessThan(60);
  expect(asked()).toHaveLength(1);
  expect((await grid()).getAttribute('aria-rowcount')).toBe(String(TOTAL + 1));
});

test('End reads the rest in longer pages and moves to the last row; Home returns', async () => {
  const { user } = open();
  (await row('page-0000.md')).focus();
  await user.keyboard('{End}');
  const last = await row('page-1099.md');
  await waitFor(() => expect(document.activeElement).toBe(last));
  expect(asked().map((query) => query.get('limit'))).toEqual(['200', '200', '1000']);
  await user.keyboard('{Home}');
  expect(document.activeElement).toBe(await row('page-0000.md'));
});

test('a key after End stays where the person goes', async () => {
  const { user } = open();
  (await row('page-0000.md')).focus();
  await user.keyboard('{End}{ArrowDown}');
  expect(document.activeElement).toBe(await row('page-0001.md'));
});

test('a press on a column orders the folder, and the address says so', async () => {
  const { user, location } = open();
  await row('page-0000.md');
  expect(header('Name').getAttribute('aria-sort')).toBe('ascending');
  await user.click(within(header('Name')).getByRole('button'));
  expect(await row('page-1099.md')).toBeDefined();
  expect(header('Name').getAttribute('aria-sort')).toBe('descending');
  expect(location().path).toBe(`${PAGE}?sort=name&order=desc`);
  await user.click(within(header('Size')).getByRole('button'));
  expect(location().path).toBe(`${PAGE}?sort=size`);
  await waitFor(() => expect(asked().at(-1)?.get('sort')).toBe('size'));
  expect(asked().at(-1)?.has('order')).toBe(false);
});

test('an address with an order opens the folder in it', async () => {
  open('?sort=size&order=desc');
  expect(await row('page-1099.md')).toBeDefined();
  expect(header('Size').getAttribute('aria-sort')).toBe('descending');
});
