import {
  makeDataset,
  makeId,
  makeSearchResponse,
  makeWorkspace,
  mockApi,
  renderScreen,
} from '@carrel/shared/testing';
import { screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test } from 'vitest';

import { OrganizationSearchPage } from './organization-search-page.tsx';

const WORKSPACE = makeWorkspace();

beforeEach(() => {
  mockApi.start();
  mockApi.get('api/v1/workspaces', () => ({ body: { workspaces: [WORKSPACE] } }));
  mockApi.get('api/v1/datasets', () => ({ body: { datasets: [makeDataset()] } }));
  mockApi.get('api/v1/ask', () => ({ body: { available: true } }));
  mockApi.post('api/v1/search', () => ({ body: makeSearchResponse() }));
});
afterEach(() => mockApi.stop());

const open = (query = '?q=engine') =>
  renderScreen(<OrganizationSearchPage />, { path: `/search${query}`, route: '/search' });

test('searches the organization, and narrows by dataset', async () => {
  const { shell } = open();
  expect(await screen.findByRole('heading', { level: 1, name: 'Search' })).toBeDefined();
  expect(await screen.findByRole('link', { name: 'engines.pdf' })).toBeDefined();
  expect(screen.getByRole('searchbox', { name: 'Search this organization' })).toBeDefined();
  const filters = within(screen.getByRole('complementary', { name: 'Filters' }));
  expect(await filters.findByRole('group', { name: 'Dataset' })).toBeDefined();
  expect(mockApi.calls('POST')[0]?.headers.get('X-Organization-Id')).toBe(makeId(100));
  expect(shell.setPage).toHaveBeenLastCalledWith({
    title: 'Search',
    breadcrumbs: [{ name: 'Search' }],
  });
});

test('leads to the only workspace with the question, where questions are answered', async () => {
  open();
  expect((await screen.findByRole('link', { name: 'Ask' })).getAttribute('href')).toBe(
    `/workspaces/${WORKSPACE.id}/ask?q=engine`,
  );
});

test('lets choose one of several workspaces to ask', async () => {
  const other = makeWorkspace({ id: makeId(501), name: 'Support' });
  mockApi.get('api/v1/workspaces', () => ({ body: { workspaces: [WORKSPACE, other] } }));
  const { location } = open();
  await userEvent.click(await screen.findByRole('button', { name: 'Ask' }));
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Support' }));
  expect(location().path).toBe(`/workspaces/${other.id}/ask?q=engine`);
});

test('has no way to ask where no questions are answered', async () => {
  mockApi.get('api/v1/ask', () => ({ body: { available: false } }));
  open();
  expect(await screen.findByRole('link', { name: 'engines.pdf' })).toBeDefined();
  expect(screen.queryByRole('link', { name: 'Ask' })).toBeNull();
});

test('says in a sentence that an older server cannot search everything', async () => {
  mockApi.post('api/v1/search', () => ({ status: 404, body: { message: 'Not found' } }));
  open();
  expect(await screen.findByText('The search failed')).toBeDefined();
  expect(screen.getByText(/^This server does not search all datasets at once\./)).toBeDefined();
});

test('of an organization without datasets leads to them', async () => {
  mockApi.post('api/v1/search', () => ({
    body: makeSearchResponse({ results: [], empty: 'no_datasets' }),
  }));
  open();
  expect(await screen.findByRole('heading', { name: 'No datasets yet' })).toBeDefined();
  expect(screen.getByRole('link', { name: 'Create a dataset' }).getAttribute('href')).toBe(
    '/datasets',
  );
});
