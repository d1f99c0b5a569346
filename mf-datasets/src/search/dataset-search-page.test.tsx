import { listDatasetsQuery } from '@carrel/shared/api';
import {
  makeDataset,
  makeId,
  makeSearchResponse,
  mockApi,
  renderScreen,
} from '@carrel/shared/testing';
import { screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test } from 'vitest';

import { DatasetSearchPage } from './dataset-search-page.tsx';

const DATASET = makeDataset();
const PATH = `/datasets/${DATASET.id}/search`;

beforeEach(() => {
  mockApi.start();
  mockApi.get('api/v1/datasets', () => ({ body: { datasets: [DATASET] } }));
  mockApi.post(`api/v1${PATH}`, () => ({ body: makeSearchResponse() }));
});
afterEach(() => mockApi.stop());

const open = (path: string) =>
  renderScreen(<DatasetSearchPage />, { path, route: '/datasets/:datasetId?/search' });

test('searches the dataset, and names it', async () => {
  const { shell } = open(`${PATH}?q=engine`);
  expect(await screen.findByRole('heading', { level: 1, name: 'Search' })).toBeDefined();
  expect(await screen.findByRole('link', { name: 'engines.pdf' })).toBeDefined();
  expect(shell.setPage).toHaveBeenLastCalledWith({
    title: 'Search',
    breadcrumbs: [
      { name: 'Datasets', to: '/datasets' },
      { name: 'Handbook', to: `/datasets/${DATASET.id}/documents` },
      { name: 'Search' },
    ],
  });
});

test('its tabs lead to the screens of the dataset, and say which is shown', async () => {
  open(PATH);
  const tabs = within(await screen.findByRole('navigation', { name: 'Dataset' }));
  const links = tabs.getAllByRole('link');
  expect(links.map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
    ['Documents', `/datasets/${DATASET.id}/documents`],
    ['Search', PATH],
    ['Uploads', `/datasets/${DATASET.id}/archives`],
    ['Sources', `/datasets/${DATASET.id}/sources`],
    ['Settings', `/datasets/${DATASET.id}/settings`],
  ]);
  expect(tabs.getByRole('link', { current: 'page' }).textContent).toBe('Search');
});

test('a dataset that does not exist cannot be searched', async () => {
  mockApi.get('api/v1/datasets', () => ({ body: { datasets: [] } }));
  open(PATH);
  expect(await screen.findByText('Dataset not found')).toBeDefined();
  expect(screen.queryByRole('searchbox')).toBeNull();
});

test('a dataset that is known to those who cannot see it can be asked for', async () => {
  mockApi.get('api/v1/datasets', () => ({ body: { datasets: [] } }));
  mockApi.get(`api/v1/datasets/${DATASET.id}/access-request`, () => ({
    body: { name: 'Handbook', requested_at: null, refused_at: null },
  }));
  const { shell, queryClient } = open(PATH);
  const reason = await screen.findByLabelText('Reason');
  expect(screen.getByText('You cannot see Handbook')).toBeDefined();
  expect(screen.queryByText('Dataset not found')).toBeNull();
  expect(shell.setPage).toHaveBeenLastCalledWith({
    title: 'Search',
    breadcrumbs: [{ name: 'Datasets', to: '/datasets' }],
  });
  await userEvent.type(reason, 'Please');
  // As whenever the window has the focus again.
  await queryClient.refetchQueries(listDatasetsQuery(makeId(100)));
  expect(screen.getByLabelText('Reason')).toBe(reason);
  expect(reason).toHaveProperty('value', 'Please');
});

test('shows no dataset where the URL names none', async () => {
  open('/datasets/search');
  expect(await screen.findByRole('heading', { name: 'Invalid Dataset' })).toBeDefined();
});
