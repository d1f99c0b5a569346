import { makeDataset, makeId, mockApi, renderScreen } from '@carrel/shared/testing';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Link } from 'react-router-dom';
import { afterEach, beforeEach, expect, test } from 'vitest';

import { DatasetsPage } from './datasets-page.tsx';

const NAMES = ['Letter 10', 'letter 9', 'Übungen', '<script>alert(1)</script>', 'اليوميات 📚'];

beforeEach(() => {
  mockApi.start();
  mockApi.get('api/v1/datasets', () => ({
    body: { datasets: NAMES.map((name, place) => makeDataset({ id: makeId(600 + place), name })) },
  }));
});
afterEach(() => mockApi.stop());

function open(search = '') {
  const page = renderScreen(
    <>
      <Link to="/datasets">All of them</Link>
      <DatasetsPage />
    </>,
    { path: `/datasets${search}` },
  );
  return { ...page, user: userEvent.setup() };
}

const names = async () => {
  const table = within(await screen.findByRole('table', { name: 'Datasets' }));
  return table.getAllByRole('link').flatMap((link) => link.getAttribute('title') ?? []);
};

test('the search is in the address, and other rows are hidden', async () => {
  const { user, location } = open();
  await user.type(await screen.findByRole('searchbox', { name: 'Search datasets' }), 'ubung');
  expect(await names()).toEqual(['Übungen']);
  expect(location().path).toBe('/datasets?q=ubung');
});

test('an address restores its search and its order', async () => {
  open('?q=letter&sort=-name');
  expect(await names()).toEqual(['Letter 10', 'letter 9']);
  expect(screen.getByRole<HTMLInputElement>('searchbox').value).toBe('letter');
});

test('an address without a search clears the field', async () => {
  const { user } = open('?q=letter');
  await names();
  await user.click(screen.getByRole('link', { name: 'All of them' }));
  expect(screen.getByRole<HTMLInputElement>('searchbox').value).toBe('');
  expect(await names()).toEqual(NAMES);
});

test('the order is chosen, and numbers in names count as numbers', async () => {
  const { user, location } = open('?q=letter');
  await names();
  await user.selectOptions(screen.getByLabelText('Order'), 'Name, A to Z');
  expect(await names()).toEqual(['letter 9', 'Letter 10']);
  expect(location().path).toBe('/datasets?q=letter&sort=name');
});

test('the last change is an order where the server sends it', async () => {
  const listed = [
    makeDataset({ id: makeId(1), name: 'Old', changed_at: '2026-11-20T10:01:00.000Z' }),
    makeDataset({ id: makeId(2), name: 'New', changed_at: '2026-11-20T10:03:00.000Z' }),
    makeDataset({ id: makeId(3), name: 'Middle', changed_at: '2026-11-20T10:02:00.000Z' }),
  ];
  mockApi.get('api/v1/datasets', () => ({ body: { datasets: listed } }));
  const { user } = open();
  await user.selectOptions(await screen.findByLabelText('Order'), 'Last changed');
  expect(await names()).toEqual(['New', 'Middle', 'Old']);
});

test('without times there is no order by the last change', async () => {
  open();
  await names();
  expect(screen.queryByRole('option', { name: 'Last changed' })).toBeNull();
});

test('counts of documents are below a name, and those that failed are a link', async () => {
  const counts = { document_count: 1204, failed_count: 3 };
  mockApi.get('api/v1/datasets', () => ({
    body: { datasets: [makeDataset({ id: makeId(1), name: 'Handbook', ...counts })] },
  }));
  open();
  const row = within(await screen.findByRole('row', { name: /1,204 documents/ }));
  expect(row.getByRole('link', { name: '3 failed' }).getAttribute('href')).toBe(
    `/datasets/${makeId(1)}/documents?show=failed`,
  );
});

test('a search without a result shows that, and is cleared with one click', async () => {
  const { user, location } = open('?q=nowhere');
  expect(await screen.findByText('No dataset matches')).toBeDefined();
  await user.click(screen.getByRole('button', { name: 'Clear search' }));
  expect(await names()).toEqual(NAMES);
  expect(location().path).toBe('/datasets');
});

test('View and Bulk Upload are links', async () => {
  open('?q=Letter+10');
  const row = within(await screen.findByRole('row', { name: /Letter 10/ }));
  expect(row.getByRole('link', { name: 'View' }).getAttribute('href')).toBe(
    `/datasets/${makeId(600)}/documents`,
  );
  expect(row.getByRole('link', { name: 'Bulk Upload' }).getAttribute('href')).toBe(
    `/datasets/${makeId(600)}/archives`,
  );
});
