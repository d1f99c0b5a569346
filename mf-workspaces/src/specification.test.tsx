import { consoleRoutes } from '@carrel/shared/paths';
import {
  fakeShell,
  makeDataset,
  makeId,
  makeWorkspace,
  mockApi,
  renderScreen,
  testOutcomes,
} from '@carrel/shared/testing';
import type { Outcome } from '@carrel/shared/testing';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';

import { WorkspaceManagePage } from './attachments/workspace-manage-page.tsx';
import { WorkspacesPage } from './workspaces/workspaces-page.tsx';

const RESEARCH = makeWorkspace();
const HANDBOOK = makeDataset();
const PAPERS = makeDataset({ id: makeId(601), name: 'Papers', description: null });
const ALL = 'api/v1/workspaces';
const ONE = `${ALL}/${RESEARCH.id}`;
const ATTACHED = `${ONE}/datasets`;
const DATASETS = 'api/v1/datasets';

beforeEach(() => {
  mockApi.start();
  mockApi.get(ALL, () => ({ body: { workspaces: [RESEARCH] } }));
  mockApi.get(DATASETS, () => ({ body: { datasets: [HANDBOOK, PAPERS] } }));
  mockApi.get(ATTACHED, () => ({ body: { datasets: [HANDBOOK] } }));
});
afterEach(() => {
  vi.restoreAllMocks();
  mockApi.stop();
});

const list = () => renderScreen(<WorkspacesPage />, { path: '/workspaces' });
const manage = (path = `/workspaces/${RESEARCH.id}/manage`) =>
  renderScreen(<WorkspaceManagePage />, { path, route: '/workspaces/:workspaceId?/manage' });

const without = (path: string, key: string) => mockApi.get(path, () => ({ body: { [key]: [] } }));

const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }));
const toggle = async (name: string) =>
  userEvent.click(await screen.findByRole('checkbox', { name }));

async function write(label: string, text: string): Promise<void> {
  const field = within(await screen.findByRole('dialog')).getByLabelText(label);
  await userEvent.clear(field);
  await userEvent.click(field);
  await userEvent.paste(text);
}

const OUTCOMES: Record<string, Outcome> = {
  'creating a workspace': {
    act: async () => {
      list();
      await press('Create Workspace');
      await write('Name', 'Spectra');
      await press('Create Workspace');
    },
    method: 'post',
    path: ALL,
    response: { status: 201, body: { id: makeId(501) } },
    success: 'Workspace created successfully!',
    fallback: 'Failed to create workspace. Please try again.',
  },
  'changing a workspace': {
    act: async () => {
      list();
      await press('Edit');
      await press('Save changes');
    },
    method: 'patch',
    path: ONE,
    response: { status: 204 },
    success: 'Workspace updated successfully!',
    fallback: 'Failed to update workspace. Please try again.',
  },
  'deleting a workspace': {
    act: async () => {
      list();
      await press('Delete');
      const dialog = within(await screen.findByRole('alertdialog'));
      await userEvent.type(dialog.getByRole('textbox'), RESEARCH.name);
      await userEvent.click(dialog.getByRole('button', { name: 'Delete workspace' }));
    },
    method: 'delete',
    path: ONE,
    response: { status: 204 },
    success: 'Workspace "Research" deleted successfully',
    fallback: 'Failed to delete workspace',
  },
  'attaching a dataset': {
    act: async () => {
      manage();
      await toggle('Papers');
    },
    method: 'put',
    path: `${ATTACHED}/${PAPERS.id}`,
    response: { status: 204 },
    success: 'Dataset "Papers" attached to workspace',
    fallback: 'Failed to update dataset attachment',
  },
  'detaching a dataset': {
    act: async () => {
      manage();
      await toggle('Handbook');
    },
    method: 'delete',
    path: `${ATTACHED}/${HANDBOOK.id}`,
    response: { status: 204 },
    success: 'Dataset "Handbook" detached from workspace',
    fallback: 'Failed to update dataset attachment',
  },
};

describe('the texts of section 8', () => {
  testOutcomes(OUTCOMES);

  test.each([
    [ALL, list, 'Failed to load workspaces. Please try again.', 'Try again'],
    [DATASETS, manage, 'Failed to fetch datasets', 'Retry'],
    [ATTACHED, manage, 'Failed to fetch datasets', 'Retry'],
  ])('%s that cannot be loaded shows the reason', async (path, open, text, again) => {
    mockApi.get(path, () => ({ status: 503, body: { message: 'Back in a minute' } }));
    open();
    expect(await screen.findByText(text)).toBeTruthy();
    expect(screen.getByText('Back in a minute')).toBeTruthy();
    expect(screen.getByRole('button', { name: again })).toBeTruthy();
  });

  test.each([
    ['No organization selected', fakeShell({ organizationId: null })],
    ['No organization selected or user not authenticated', fakeShell({ user: null })],
  ])('a screen without access shows "%s"', (text, shell) => {
    vi.spyOn(console, 'error').mockReturnValue();
    const open = () => renderScreen(<WorkspacesPage />, { path: '/workspaces', shell });
    expect(open).toThrow(new Error(text));
  });

  test('an address without a workspace shows "Missing organization or workspace ID"', async () => {
    manage('/workspaces/manage');
    expect(await screen.findByText('Missing organization or workspace ID')).toBeTruthy();
  });
});

describe('the messages of section 5', () => {
  test.each([
    ['Name', '', 'Workspace name is required'],
    ['Name', '  ', 'Workspace name is required'],
    ['Name', 'n'.repeat(101), 'Workspace name must be less than 100 characters'],
    ['Description', 'd'.repeat(501), 'Description must be less than 500 characters'],
  ])('a %s of "%s": %s', async (label, text, message) => {
    list();
    await press('Create Workspace');
    await write('Name', 'Spectra');
    await write(label, text);
    await press('Create Workspace');
    expect(await screen.findByText(message)).toBeTruthy();
    expect(mockApi.calls('POST')).toEqual([]);
    await write(label, 'Plates');
    await waitFor(() => expect(screen.queryByText(message)).toBeNull());
  });

  test.each([
    'n'.repeat(100),
    '📚'.repeat(50),
    'دفتر اليوميات',
    '<script>alert(1)</script>',
    "Robert'); DROP TABLE workspaces;--",
  ])('the name "%s" is sent and shown as it is', async (name) => {
    mockApi.post(ALL, () => ({ status: 201, body: { id: makeId(501) } }));
    list();
    await press('Create Workspace');
    await write('Name', name);
    mockApi.get(ALL, () => ({ body: { workspaces: [makeWorkspace({ name })] } }));
    await press('Create Workspace');
    expect(await screen.findByRole('link', { name })).toBeTruthy();
    expect(mockApi.calls('POST', ALL).map(({ body }) => body)).toEqual([{ name }]);
  });
});

describe('the texts of section 2', () => {
  test.each<[string, () => unknown]>([
    ['Create Workspace', list],
    ['Manage', list],
    [RESEARCH.description ?? '', list],
    ['Attached', () => manage()],
    ['Available', () => manage()],
    [PAPERS.id.slice(0, 8), () => manage()],
    ['Invalid Workspace', () => manage('/workspaces/manage')],
    ['Invalid Workspace', () => manage(`/workspaces/${makeId(599)}/manage`)],
    ['Back to workspaces', () => manage('/workspaces/manage')],
  ])('"%s" is shown', async (text, open) => {
    open();
    expect((await screen.findAllByText(text)).length).toBeGreaterThan(0);
  });

  test('without a workspace it shows "No workspaces found"', async () => {
    without(ALL, 'workspaces');
    list();
    expect(await screen.findByText('No workspaces found')).toBeTruthy();
  });

  test('a workspace without a description shows "No description"', async () => {
    mockApi.get(ALL, () => ({ body: { workspaces: [makeWorkspace({ description: '' })] } }));
    list();
    expect(await screen.findByText('No description')).toBeTruthy();
  });

  test('without a dataset the way to them is offered', async () => {
    without(DATASETS, 'datasets');
    without(ATTACHED, 'datasets');
    manage();
    const link = await screen.findByRole('link', { name: 'Go to datasets' });
    expect(link.getAttribute('href')).toBe(consoleRoutes.datasets);
  });

  test('the list has its columns and the screen of one its breadcrumbs', async () => {
    list();
    const table = within(await screen.findByRole('table', { name: 'Workspaces' }));
    expect(table.getAllByRole('columnheader').map(({ textContent }) => textContent)).toEqual([
      'Name',
      'Description',
      'ID',
      'Actions',
    ]);
    const { shell } = manage();
    await screen.findByText('Handbook');
    expect(shell.setPage).toHaveBeenLastCalledWith({
      title: 'Research',
      breadcrumbs: [{ name: 'Workspaces', to: '/workspaces' }, { name: 'Research' }],
    });
  });

  test('deleting lists what is deleted, and asks for the name', async () => {
    list();
    await press('Delete');
    const dialog = within(await screen.findByRole('alertdialog', { name: 'Delete workspace' }));
    expect(dialog.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      'All data of the workspace is removed.',
      'Its datasets are detached; the datasets themselves stay.',
      'This action cannot be undone.',
    ]);
    const confirm = dialog.getByRole('button', { name: 'Delete workspace' });
    expect(confirm).toHaveProperty('disabled', true);
    await userEvent.type(dialog.getByLabelText('Type Research to confirm'), 'Research');
    expect(confirm).toHaveProperty('disabled', false);
  });
});
