import {
  fakeShell,
  makeDataset,
  makeId,
  makeSearchResponse,
  makeUser,
  makeWorkspace,
  mockApi,
  renderScreen,
} from '@carrel/shared/testing';
import { screen, waitFor, within } from '@testing-library/react';
import type { ReactElement } from 'react';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';

import { WorkspaceManagePage } from './attachments/workspace-manage-page.tsx';
import { WorkspaceSearchPage } from './search/workspace-search-page.tsx';
import { WorkspacesPage } from './workspaces/workspaces-page.tsx';

const WORKSPACE = makeWorkspace({ access: 'organization', role: 'Searcher' });
const ONE = `api/v1/workspaces/${WORKSPACE.id}`;

let workspaces = [WORKSPACE];
let datasets = [makeDataset({ role: 'Searcher' })];

beforeEach(() => {
  workspaces = [WORKSPACE];
  datasets = [makeDataset({ role: 'Searcher' })];
  mockApi.start();
  mockApi.get('api/v1/workspaces', () => ({ body: { workspaces } }));
  mockApi.get('api/v1/datasets', () => ({ body: { datasets } }));
  mockApi.get('api/v1/ask', () => ({ body: { available: true } }));
  mockApi.get(`${ONE}/datasets`, () => ({ body: { datasets } }));
});
afterEach(() => mockApi.stop());

const shell = () =>
  fakeShell({
    user: makeUser({
      memberships: { [makeId(100)]: { organization_name: 'Observatory', role_name: 'Guest' } },
    }),
  });

const openList = () => renderScreen(<WorkspacesPage />, { path: '/workspaces', shell: shell() });

const open = (element: ReactElement, name: string, query = '') =>
  renderScreen(element, {
    path: `/workspaces/${WORKSPACE.id}/${name}${query}`,
    route: `/workspaces/:workspaceId?/${name}`,
    shell: shell(),
  });

const tabs = async () => {
  const nav = within(await screen.findByRole('navigation', { name: 'Workspace' }));
  await nav.findByRole('link', { name: 'Ask' });
  return nav.getAllByRole('link').map(({ textContent }) => textContent);
};

describe('a guest', () => {
  test('finds the workspace in the list, and searches it', async () => {
    openList();
    const row = within(await screen.findByRole('row', { name: /Research/ }));
    expect(row.getByRole('link', { name: 'Research' }).getAttribute('href')).toBe(
      `/workspaces/${WORKSPACE.id}/search`,
    );
    expect(row.getByRole('link', { name: 'Search' })).toBeDefined();
    expect(row.queryByRole('link', { name: 'Manage' })).toBeNull();
    expect(screen.queryByRole('button', { name: /Create|Edit|Delete/ })).toBeNull();
  });

  test('creates no workspace where there is none', async () => {
    workspaces = [];
    openList();
    expect(
      await screen.findByText('The workspace that you were invited to is not here any more.'),
    ).toBeDefined();
    expect(screen.queryByRole('button', { name: 'Create Workspace' })).toBeNull();
  });

  test('sees what is attached, and changes neither that nor who sees it', async () => {
    open(<WorkspaceManagePage />, 'manage');
    const box = await screen.findByRole<HTMLInputElement>('checkbox', { name: 'Handbook' });
    expect(box.disabled).toBe(true);
    expect(await tabs()).toEqual(['Search', 'Ask', 'Datasets']);
    expect(mockApi.calls('GET', `${ONE}/access`)).toEqual([]);
  });

  test('is not sent to the datasets where nothing is attached', async () => {
    datasets = [];
    open(<WorkspaceManagePage />, 'manage');
    expect(await screen.findByText('Nothing is attached to this workspace yet.')).toBeDefined();
    expect(screen.queryByRole('link', { name: 'Go to datasets' })).toBeNull();
  });

  test('is led to the list from another workspace', async () => {
    workspaces = [{ ...WORKSPACE, id: makeId(501) }];
    const { location } = open(<WorkspaceManagePage />, 'manage');
    await waitFor(() => expect(location().path).toBe('/workspaces'));
    expect(screen.queryByText('Invalid Workspace')).toBeNull();
  });

  test('searches, and attaches nothing to a workspace without datasets', async () => {
    mockApi.post(`${ONE}/search`, () => ({
      body: makeSearchResponse({ results: [], empty: 'no_datasets' }),
    }));
    open(<WorkspaceSearchPage />, 'search', '?q=comet');
    expect(await screen.findByText('No datasets are attached')).toBeDefined();
    expect(screen.queryByRole('link', { name: 'Attach datasets' })).toBeNull();
    expect(await tabs()).toEqual(['Search', 'Ask', 'Datasets']);
  });
});
