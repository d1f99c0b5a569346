import {
  fakeShell,
  makeId,
  makeUser,
  makeWorkspace,
  mockApi,
  renderScreen,
} from '@carrel/shared/testing';
import type { SearchLog } from '@carrel/shared/contract';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { WorkspaceSearchesPage } from './workspace-searches-page.tsx';

const WORKSPACE = makeWorkspace();
const SEARCHES = `api/v1/workspaces/${WORKSPACE.id}/searches`;

const log = (overrides: Partial<SearchLog> = {}): SearchLog => ({
  enabled: true,
  days: [
    { day: '2026-11-20', searches: 1200, without_results: 30, p95: 50 },
    { day: '2026-11-22', searches: 8, without_results: 2, p95: 1500 },
  ],
  unanswered: [
    { query: 'Where is the café?', times: 12, last_at: '2026-11-22T09:00:00.000Z' },
    { query: 'opening hours', times: 1, last_at: '2026-11-20T09:00:00.000Z' },
  ],
  ...overrides,
});

beforeEach(() => {
  vi.useFakeTimers({ now: new Date('2026-11-22T12:00:00Z'), toFake: ['Date'] });
  mockApi.start();
  mockApi.get('api/v1/workspaces', () => ({ body: { workspaces: [WORKSPACE] } }));
  mockApi.get('api/v1/ask', () => ({ body: { available: false } }));
  mockApi.get(SEARCHES, () => ({ body: log() }));
});
afterEach(() => {
  vi.useRealTimers();
  mockApi.stop();
});

const open = (shell = fakeShell()) =>
  renderScreen(<WorkspaceSearchesPage />, {
    path: `/workspaces/${WORKSPACE.id}/searches`,
    route: '/workspaces/:workspaceId?/searches',
    shell,
  });

test('the searches of each day are counted, for screen readers in a table', async () => {
  open();
  const days = within(await screen.findByRole('table', { name: 'Searches by day' }));
  expect(days.getAllByRole('row').map((row) => row.textContent)).toEqual([
    'DaySearchesWithout results95% took at most',
    'Nov 201,2003050 ms',
    'Nov 22821.5 s',
  ]);
  expect(screen.getByText('1,208')).toBeTruthy();
});

test('the number of searches without results leads to their questions', async () => {
  open();
  const link = await screen.findByRole('link', { name: '32: to the questions without results' });
  const id = link.getAttribute('href')?.slice(1) ?? '';
  const section = document.querySelector<HTMLElement>(`#${id}`);
  expect(within(section ?? document.body).getByText('opening hours')).toBeTruthy();
});

test('questions without results lead to a search for them', async () => {
  open();
  const table = within(await screen.findByRole('table', { name: 'Questions without results' }));
  const [first] = table.getAllByRole('link', { name: /Search again/u });
  expect(first?.getAttribute('href')).toBe(
    `/workspaces/${WORKSPACE.id}/search?q=Where+is+the+caf%C3%A9%3F`,
  );
  expect(table.getByText('12')).toBeTruthy();
});

test('a workspace whose questions had results says so', async () => {
  mockApi.get(SEARCHES, () => ({ body: log({ unanswered: [] }) }));
  open();
  expect(await screen.findByText('Every question had results.')).toBeTruthy();
  expect(screen.queryByRole('link', { name: /to the questions/ })).toBeNull();
});

test('an organization that keeps nothing says who can change it', async () => {
  mockApi.get(SEARCHES, () => ({ body: log({ enabled: false, days: [], unanswered: [] }) }));
  open();
  expect(await screen.findByText('Insights are off')).toBeTruthy();
});

test('a failure can be tried again', async () => {
  mockApi.get(SEARCHES, () => ({
    status: 403,
    body: { message: 'Only an Owner, Admin or Editor can see what people ask.' },
  }));
  open();
  expect(
    await screen.findByText('Only an Owner, Admin or Editor can see what people ask.'),
  ).toBeTruthy();
  mockApi.get(SEARCHES, () => ({ body: log() }));
  await userEvent.click(screen.getByRole('button', { name: 'Retry' }));
  expect(await screen.findByText('opening hours')).toBeTruthy();
});

test.each([
  ['Editor', false, ['Search', 'Tests', 'Insights', 'Connect', 'Datasets']],
  ['Editor', true, ['Search', 'Ask', 'Tests', 'Insights', 'Connect', 'Datasets']],
])('for a %s, with answers %s, its tabs are %j', async (role_name, available, labels) => {
  mockApi.get('api/v1/ask', () => ({ body: { available } }));
  const memberships = { [makeId(100)]: { organization_name: 'Engines', role_name } };
  open(fakeShell({ user: makeUser({ memberships }) }));
  await screen.findByRole('table', { name: 'Searches by day' });
  const tabs = within(screen.getByRole('navigation', { name: 'Workspace' }));
  expect(tabs.getAllByRole('link').map((link) => link.textContent)).toEqual(labels);
  expect(tabs.getByRole('link', { current: 'page' }).textContent).toBe('Insights');
});

test('an address without a workspace of the organization says so', async () => {
  mockApi.get('api/v1/workspaces', () => ({ body: { workspaces: [] } }));
  open();
  expect(await screen.findByText('Invalid Workspace')).toBeTruthy();
});
