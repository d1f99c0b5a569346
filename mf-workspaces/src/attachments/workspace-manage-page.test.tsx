import { makeDataset, makeId, makeWorkspace, mockApi, renderScreen } from '@carrel/shared/testing';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';

import { WorkspaceManagePage } from './workspace-manage-page.tsx';

const WORKSPACE = makeWorkspace();
const HANDBOOK = makeDataset();
const PAPERS = makeDataset({ id: makeId(601), name: 'Papers' });
const ATTACHED = `api/v1/workspaces/${WORKSPACE.id}/datasets`;

beforeEach(() => {
  mockApi.start();
  mockApi.get('api/v1/workspaces', () => ({ body: { workspaces: [WORKSPACE] } }));
  mockApi.get('api/v1/datasets', () => ({ body: { datasets: [HANDBOOK, PAPERS] } }));
  mockApi.get(ATTACHED, () => ({ body: { datasets: [HANDBOOK] } }));
});
afterEach(() => {
  vi.useRealTimers();
  mockApi.stop();
});

const open = (path = `/workspaces/${WORKSPACE.id}/manage`) =>
  renderScreen(<WorkspaceManagePage />, { path, route: '/workspaces/:workspaceId?/manage' });

/** The workspace names people, and the user has a role for it. */
const nameAs = (role: string) =>
  mockApi.get('api/v1/workspaces', () => ({
    body: { workspaces: [{ ...WORKSPACE, access: 'named', role }] },
  }));

const checkbox = (name: string) => screen.findByRole<HTMLInputElement>('checkbox', { name });
const attachAll = () => screen.findByRole('button', { name: 'Attach all 2' });
const row = (name: string) => within(screen.getByRole('row', { name: new RegExp(name, 'u') }));

describe('the screen that attaches datasets', () => {
  test('lists all datasets of the organization with their state and short id', async () => {
    const { shell } = open();
    expect((await checkbox('Handbook')).checked).toBe(true);
    expect((await checkbox('Papers')).checked).toBe(false);
    expect(row('Handbook').getByText('Attached')).toBeTruthy();
    expect(row('Papers').getByText('Available')).toBeTruthy();
    expect(row('Papers').getByText(PAPERS.id.slice(0, 8))).toBeTruthy();
    expect(shell.setPage).toHaveBeenLastCalledWith({
      title: 'Research',
      breadcrumbs: [{ name: 'Workspaces', to: '/workspaces' }, { name: 'Research' }],
    });
    for (const { headers } of mockApi.calls()) {
      expect(headers.get('X-Organization-Id')).toBe(makeId(100));
    }
  });

  test.each([
    ['Papers', PAPERS, 'PUT', 'Dataset "Papers" attached to workspace', true],
    ['Handbook', HANDBOOK, 'DELETE', 'Dataset "Handbook" detached from workspace', false],
  ])(
    'changes %s after the response, and disables its row until then',
    async (name, dataset, method, text, after) => {
      const { promise: responded, resolve: respond } = Promise.withResolvers<void>();
      const response = async () => {
        await responded;
        return { status: 204 };
      };
      mockApi.put(`${ATTACHED}/${dataset.id}`, response);
      mockApi.delete(`${ATTACHED}/${dataset.id}`, response);
      open();
      await userEvent.click(await checkbox(name));
      await waitFor(async () => expect((await checkbox(name)).disabled).toBe(true));
      expect((await checkbox(name)).checked).toBe(!after);
      await userEvent.click(await checkbox(name));

      respond();
      expect(await screen.findByText(text)).toBeTruthy();
      await waitFor(async () => expect((await checkbox(name)).disabled).toBe(false));
      expect((await checkbox(name)).checked).toBe(after);
      expect(mockApi.calls(method, `${ATTACHED}/${dataset.id}`)).toHaveLength(1);
    },
  );

  test('says how many more are attached that the user cannot see', async () => {
    mockApi.get(ATTACHED, () => ({ body: { datasets: [HANDBOOK], left_out: 2 } }));
    open();
    expect(
      await screen.findByText(/^2 more datasets are attached that you cannot see\./u),
    ).toBeTruthy();
  });

  test('is not for who keeps the workspace and does not see what is in it', async () => {
    nameAs('Keeper');
    open();
    expect(await screen.findByText('You do not see what is in this workspace')).toBeTruthy();
    expect(screen.queryByRole('checkbox')).toBeNull();
  });

  test('changes nothing after a failure', async () => {
    mockApi.put(`${ATTACHED}/${PAPERS.id}`, () => Promise.reject(new TypeError('x')));
    open();
    await userEvent.click(await checkbox('Papers'));
    expect(await screen.findByText('Failed to update dataset attachment')).toBeTruthy();
    await waitFor(async () => expect((await checkbox('Papers')).disabled).toBe(false));
    expect((await checkbox('Papers')).checked).toBe(false);
  });

  test.each([['/workspaces/manage'], [`/workspaces/${makeId(599)}/manage`]])(
    'shows no workspace at %s',
    async (path) => {
      open(path);
      expect(
        await screen.findByRole('heading', { level: 1, name: 'Invalid Workspace' }),
      ).toBeTruthy();
      expect(screen.getByRole('link', { name: 'Back to workspaces' }).getAttribute('href')).toBe(
        '/workspaces',
      );
    },
  );

  test('tries again what could not be fetched', async () => {
    mockApi.get('api/v1/datasets', () => ({ status: 503, body: { message: 'Back in a minute' } }));
    open();
    expect(await screen.findByText('Failed to fetch datasets')).toBeTruthy();
    expect(screen.getByText('Back in a minute')).toBeTruthy();
    mockApi.get('api/v1/datasets', () => ({ body: { datasets: [PAPERS] } }));
    await userEvent.click(screen.getByRole('button', { name: 'Retry' }));
    expect(await checkbox('Papers')).toBeTruthy();
  });

  test('shows that the workspaces could not be fetched, and tries that again', async () => {
    mockApi.get('api/v1/workspaces', () => ({ status: 503, body: { message: 'Closed' } }));
    open();
    expect(await screen.findByText('Failed to load workspaces. Please try again.')).toBeTruthy();
    expect(screen.getByText('Closed')).toBeTruthy();
    mockApi.get('api/v1/workspaces', () => ({ body: { workspaces: [WORKSPACE] } }));
    await userEvent.click(screen.getByRole('button', { name: 'Retry' }));
    expect(await checkbox('Papers')).toBeTruthy();
  });

  test('the row of a dataset that was deleted elsewhere goes once it is toggled', async () => {
    open();
    await checkbox('Papers');
    mockApi.put(`${ATTACHED}/${PAPERS.id}`, () => ({ status: 404, body: { message: 'Gone' } }));
    mockApi.get('api/v1/datasets', () => ({ body: { datasets: [HANDBOOK] } }));
    await userEvent.click(await checkbox('Papers'));
    expect(await screen.findByText('Gone')).toBeTruthy();
    await waitFor(() => expect(screen.queryByRole('checkbox', { name: 'Papers' })).toBeNull());
  });
});

describe('attaching all datasets', () => {
  const LETTERS = makeDataset({ id: makeId(602), name: 'Letters' });

  test('attaches those that are shown and not attached, with one toast', async () => {
    const attached = [HANDBOOK];
    mockApi.get('api/v1/datasets', () => ({ body: { datasets: [HANDBOOK, PAPERS, LETTERS] } }));
    mockApi.get(ATTACHED, () => ({ body: { datasets: attached } }));
    for (const dataset of [PAPERS, LETTERS]) {
      mockApi.put(`${ATTACHED}/${dataset.id}`, () => {
        attached.push(dataset);
        return { status: 204 };
      });
    }
    open();
    const button = await attachAll();
    button.click();
    button.click();
    expect(await screen.findByText('2 datasets attached to workspace')).toBeTruthy();
    await waitFor(async () => expect((await checkbox('Letters')).checked).toBe(true));
    expect(mockApi.calls('PUT')).toHaveLength(2);
    await waitFor(() => expect(screen.queryByRole('button', { name: /Attach all/ })).toBeNull());
  });

  test('keeps what was attached before a failure', async () => {
    const attached = [HANDBOOK];
    mockApi.get('api/v1/datasets', () => ({ body: { datasets: [HANDBOOK, PAPERS, LETTERS] } }));
    mockApi.get(ATTACHED, () => ({ body: { datasets: attached } }));
    mockApi.put(`${ATTACHED}/${PAPERS.id}`, () => {
      attached.push(PAPERS);
      return { status: 204 };
    });
    mockApi.put(`${ATTACHED}/${LETTERS.id}`, () => ({ status: 403, body: { message: 'No.' } }));
    open();
    await userEvent.click(await attachAll());
    expect(await screen.findByText('No.')).toBeTruthy();
    await waitFor(async () => expect((await checkbox('Papers')).checked).toBe(true));
    expect((await checkbox('Letters')).checked).toBe(false);
  });
});

test('a dataset that was attached elsewhere is shown so', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true, toFake: ['setInterval', 'clearInterval'] });
  open();
  expect((await checkbox('Papers')).checked).toBe(false);
  mockApi.get(ATTACHED, () => ({ body: { datasets: [HANDBOOK, PAPERS] } }));
  await vi.advanceTimersByTimeAsync(10_000);
  await waitFor(async () => expect((await checkbox('Papers')).checked).toBe(true));
});

describe('finding a dataset among many', () => {
  test.each([
    ['?q=pap', ['Papers']],
    ['?show=attached', ['Handbook']],
    ['?show=available', ['Papers']],
    ['?show=nonsense', ['Handbook', 'Papers']],
  ])('the address %s shows %j', async (search, names) => {
    open(`/workspaces/${WORKSPACE.id}/manage${search}`);
    await checkbox(names[0] ?? '');
    const boxes = screen.getAllByRole('checkbox');
    expect(boxes.map((box) => (box as HTMLInputElement).labels?.[0]?.textContent)).toEqual(
      names.map((name) => expect.stringContaining(name)),
    );
  });

  test('a name is found without its accents, and by words in any order', async () => {
    const letters = makeDataset({ id: makeId(602), name: 'Letters of José' });
    mockApi.get('api/v1/datasets', () => ({ body: { datasets: [HANDBOOK, PAPERS, letters] } }));
    open();
    await checkbox('Papers');
    await userEvent.type(screen.getByRole('searchbox', { name: 'Search datasets' }), 'jose lett');
    expect(await checkbox('Letters of José')).toBeTruthy();
    expect(screen.getAllByRole('checkbox')).toHaveLength(1);
  });

  test('a choice is in the address, and one click shows all again', async () => {
    const { location } = open();
    await checkbox('Papers');
    await userEvent.selectOptions(screen.getByLabelText('Show'), 'Attached');
    await userEvent.type(screen.getByRole('searchbox', { name: 'Search datasets' }), 'papers');
    const query = new URLSearchParams(location().path.split('?')[1]);
    expect(Object.fromEntries(query)).toEqual({ q: 'papers', show: 'attached' });
    await userEvent.click(screen.getByRole('button', { name: 'Show all datasets' }));
    expect(await checkbox('Papers')).toBeTruthy();
    expect(location().path).toBe(`/workspaces/${WORKSPACE.id}/manage`);
  });
});

describe('the access of a workspace', () => {
  const ACCESS = `api/v1/workspaces/${WORKSPACE.id}/access`;

  test('is below its datasets, read after them, and once it is saved the workspaces are read again', async () => {
    const group = { account_id: null, group_id: makeId(11), name: 'Legal', role: 'Editor' };
    mockApi.get(ACCESS, () => ({
      body: { access: 'named', known: false, entries: [group], may_change: true, requests: [] },
    }));
    mockApi.put(ACCESS, () => ({ status: 204 }));
    open();
    const panel = within(await screen.findByRole('region', { name: 'Access' }));
    const paths = mockApi.calls('GET').map(({ path }) => path);
    expect(paths.indexOf(ACCESS)).toBeGreaterThan(paths.indexOf(ATTACHED));
    await userEvent.selectOptions(await panel.findByLabelText('Role of Legal'), 'Reader');
    await userEvent.click(panel.getByRole('button', { name: 'Save access' }));
    expect(await screen.findByText('Access updated successfully!')).toBeTruthy();
    await waitFor(() => expect(mockApi.calls('GET', 'api/v1/workspaces')).toHaveLength(2));
  });

  test('is not there on a server that does not know it', async () => {
    open();
    await checkbox('Papers');
    await waitFor(() => expect(mockApi.calls('GET', ACCESS)).toHaveLength(1));
    await waitFor(() => expect(screen.queryByRole('region', { name: 'Access' })).toBeNull());
  });
});

describe('a role for the workspace', () => {
  test.each([
    ['Manager', true],
    ['Editor', true],
    ['Reader', false],
    ['Searcher', false],
  ])('of a %s decides whether datasets can be attached: %s', async (role, mayEdit) => {
    nameAs(role);
    open();
    await screen.findByRole('heading', { level: 1, name: 'Research' });
    await waitFor(async () => expect((await checkbox('Papers')).disabled).toBe(!mayEdit));
  });

  test.each([
    ['Manager', ['Search', 'Tests', 'Insights', 'Connect', 'Datasets']],
    ['Reader', ['Search', 'Tests', 'Connect', 'Datasets']],
    ['Searcher', ['Search', 'Connect', 'Datasets']],
  ])('of a %s decides which tabs there are: %j', async (role, labels) => {
    nameAs(role);
    open();
    const tabs = within(await screen.findByRole('navigation', { name: 'Workspace' }));
    await tabs.findByRole('link', { name: 'Search' });
    expect(tabs.getAllByRole('link').map((link) => link.textContent)).toEqual(labels);
  });
});
