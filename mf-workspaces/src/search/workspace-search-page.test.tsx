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
import { screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test } from 'vitest';

import { WorkspaceManagePage } from '../attachments/workspace-manage-page.tsx';
import { WorkspacesPage } from '../workspaces/workspaces-page.tsx';
import { WorkspaceSearchPage } from './workspace-search-page.tsx';

const WORKSPACE = makeWorkspace();
const PATH = `/workspaces/${WORKSPACE.id}/search`;

beforeEach(() => {
  mockApi.start();
  mockApi.get('api/v1/workspaces', () => ({ body: { workspaces: [WORKSPACE] } }));
  mockApi.get('api/v1/datasets', () => ({ body: { datasets: [makeDataset()] } }));
  mockApi.get(`api/v1/workspaces/${WORKSPACE.id}/datasets`, () => ({
    body: { datasets: [makeDataset()] },
  }));
  mockApi.post(`api/v1${PATH}`, () => ({ body: makeSearchResponse() }));
});
afterEach(() => mockApi.stop());

const open = (path: string) =>
  renderScreen(<WorkspaceSearchPage />, { path, route: '/workspaces/:workspaceId?/search' });

test('searches the workspace under its name', async () => {
  const { shell } = open(`${PATH}?q=engine`);
  expect(await screen.findByRole('heading', { level: 1, name: 'Research' })).toBeDefined();
  expect(await screen.findByRole('link', { name: 'engines.pdf' })).toBeDefined();
  expect(shell.setPage).toHaveBeenLastCalledWith({
    title: 'Search',
    breadcrumbs: [
      { name: 'Workspaces', to: '/workspaces' },
      { name: 'Research', to: `/workspaces/${WORKSPACE.id}/manage` },
      { name: 'Search' },
    ],
  });
});

test.each(['/workspaces/search', `/workspaces/${makeId(599)}/search`])(
  'shows no workspace at %s',
  async (path) => {
    open(path);
    expect(
      await screen.findByRole('heading', { level: 1, name: 'Invalid Workspace' }),
    ).toBeDefined();
  },
);

test('a workspace that is known to those who cannot see it can be asked for', async () => {
  const id = makeId(599);
  mockApi.get(`api/v1/workspaces/${id}/access-request`, () => ({
    body: { name: 'Looms', requested_at: '2026-11-28T12:00:00.000Z', refused_at: null },
  }));
  open(`/workspaces/${id}/search`);
  expect(await screen.findByText('You cannot see Looms')).toBeDefined();
  expect(screen.getByText('You asked for access on Nov 28, 2026.')).toBeDefined();
  expect(screen.getByRole('heading', { level: 1, name: 'Workspace' })).toBeDefined();
  expect(screen.queryByText('Invalid Workspace')).toBeNull();
});

test('says how many of its datasets are not searched for the user', async () => {
  mockApi.get(`api/v1/workspaces/${WORKSPACE.id}/datasets`, () => ({
    body: { datasets: [makeDataset()], left_out: 1 },
  }));
  open(PATH);
  expect(
    await screen.findByText(/^One more dataset is attached that you cannot see\./u),
  ).toBeDefined();
});

test('a Viewer has no tab of Insights', async () => {
  const memberships = { [makeId(100)]: { organization_name: 'Engines', role_name: 'Viewer' } };
  renderScreen(<WorkspaceSearchPage />, {
    path: PATH,
    route: '/workspaces/:workspaceId?/search',
    shell: fakeShell({ user: makeUser({ memberships }) }),
  });
  expect(await screen.findByRole('link', { name: 'Datasets' })).toBeDefined();
  expect(screen.queryByRole('link', { name: 'Insights' })).toBeNull();
});

test.each([
  ['Editor', true],
  ['Searcher', false],
])('a %s of the workspace marks right answers: %s', async (role, mayMark) => {
  mockApi.get('api/v1/workspaces', () => ({
    body: { workspaces: [{ ...WORKSPACE, access: 'named', role }] },
  }));
  open(`${PATH}?q=engine`);
  expect(await screen.findByRole('heading', { level: 1, name: 'Research' })).toBeDefined();
  expect(await screen.findByRole('link', { name: 'engines.pdf' })).toBeDefined();
  expect(screen.queryAllByRole('button', { name: 'Right answer' }).length > 0).toBe(mayMark);
});

test('is reached from the list of workspaces, and from the workspace', async () => {
  const list = renderScreen(<WorkspacesPage />, { path: '/workspaces' });
  expect((await screen.findByRole('link', { name: 'Search' })).getAttribute('href')).toBe(PATH);
  list.unmount();
  renderScreen(<WorkspaceManagePage />, {
    path: `/workspaces/${WORKSPACE.id}/manage`,
    route: '/workspaces/:workspaceId?/manage',
  });
  expect((await screen.findByRole('link', { name: 'Search' })).getAttribute('href')).toBe(PATH);
});
