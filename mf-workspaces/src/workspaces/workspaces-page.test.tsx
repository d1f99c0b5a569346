import { makeId, makeWorkspace, mockApi, renderScreen } from '@carrel/shared/testing';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';

import { WorkspacesPage } from './workspaces-page.tsx';

const WORKSPACES = 'api/v1/workspaces';
const RESEARCH = makeWorkspace();
const ONE = `${WORKSPACES}/${RESEARCH.id}`;
const UNREACHABLE = () => Promise.reject(new TypeError('Failed to fetch'));

let workspaces = [RESEARCH];

beforeEach(() => {
  workspaces = [RESEARCH];
  mockApi.start();
  mockApi.get(WORKSPACES, () => ({ body: { workspaces } }));
});
afterEach(() => mockApi.stop());

const open = () => renderScreen(<WorkspacesPage />, { path: '/workspaces', route: '/workspaces' });
const row = (name: string) => screen.findByRole('row', { name: new RegExp(name, 'u') });
const sent = (method: string, path: string) =>
  mockApi.calls(method, path).map(({ body, headers }) => [body, headers.get('X-Organization-Id')]);

async function openDialog(button: 'Edit' | 'Delete') {
  const person = userEvent.setup();
  await person.click(within(await row('Research')).getByRole('button', { name: button }));
  return within(await screen.findByRole(button === 'Edit' ? 'dialog' : 'alertdialog'));
}

async function openCreateDialog() {
  await userEvent.click(await screen.findByRole('button', { name: 'Create Workspace' }));
  return within(await screen.findByRole('dialog', { name: 'Create Workspace' }));
}

describe('the list of workspaces', () => {
  test('shows name, description and id, and leads to a workspace', async () => {
    workspaces = [RESEARCH, makeWorkspace({ id: makeId(501), name: 'Plain', description: null })];
    const { location, shell } = open();
    expect(within(await row('Research')).getByText('Papers and notes')).toBeTruthy();
    expect(within(await row('Plain')).getByText('No description')).toBeTruthy();
    expect(screen.getAllByRole('columnheader').map((header) => header.textContent)).toEqual([
      'Name',
      'Description',
      'ID',
      'Actions',
    ]);
    expect(shell.setPage).toHaveBeenCalledWith({ title: 'Workspaces' });

    await userEvent.click(within(await row('Research')).getByRole('link', { name: 'Manage' }));
    expect(location().path).toBe(`/workspaces/${RESEARCH.id}/manage`);
  });

  test('says which workspace only named people see', async () => {
    workspaces = [
      { ...RESEARCH, access: 'named' },
      makeWorkspace({ id: makeId(501), name: 'Plain', access: 'organization' }),
    ];
    open();
    expect(within(await row('Research')).getByText('Only named people')).toBeTruthy();
    expect(within(await row('Plain')).queryByText('Only named people')).toBeNull();
  });

  test.each([
    ['Manager', ['Edit', 'Delete']],
    ['Editor', []],
    ['Reader', []],
    ['Searcher', []],
  ])('a %s of a workspace is offered %j', async (role, names) => {
    workspaces = [{ ...RESEARCH, access: 'named', role }];
    open();
    const one = within(await row('Research'));
    expect(one.getByRole('link', { name: 'Manage' })).toBeTruthy();
    const offered = ['Edit', 'Delete'].filter((name) => one.queryByRole('button', { name }));
    expect(offered).toEqual(names);
  });

  test('shows why it could not be loaded, and loads the page again', async () => {
    const reload = vi.spyOn(window.location, 'reload').mockReturnValue();
    mockApi.get(WORKSPACES, () => ({ status: 503, body: { message: 'Back in a minute' } }));
    open();
    expect(await screen.findByText('Back in a minute')).toBeTruthy();
    expect(screen.getByText('Failed to load workspaces. Please try again.')).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(reload).toHaveBeenCalledOnce();
    reload.mockRestore();
  });
});

describe('creating a workspace', () => {
  test.each([
    ['', { name: 'Notes' }],
    ['   ', { name: 'Notes' }],
    [' Of mine ', { name: 'Notes', description: 'Of mine' }],
  ])('sends the description "%s" once as %j', async (description, body) => {
    mockApi.post(WORKSPACES, () => {
      workspaces = [RESEARCH, makeWorkspace({ id: makeId(501), name: 'Notes' })];
      return { status: 201, body: { id: makeId(501) } };
    });
    open();
    const dialog = await openCreateDialog();
    const person = userEvent.setup();
    await person.type(dialog.getByLabelText('Name'), ' Notes ');
    if (description !== '') await person.type(dialog.getByLabelText('Description'), description);
    await person.dblClick(dialog.getByRole('button', { name: 'Create Workspace' }));

    expect(await screen.findByText('Workspace created successfully!')).toBeTruthy();
    expect(await row('Notes')).toBeTruthy();
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(sent('POST', WORKSPACES)).toEqual([[body, makeId(100)]]);
  });

  test('asks once about a name that another workspace has', async () => {
    mockApi.post(WORKSPACES, () => ({ status: 201, body: { id: makeId(502) } }));
    open();
    const dialog = await openCreateDialog();
    await userEvent.type(dialog.getByLabelText('Name'), 'research');
    await userEvent.click(dialog.getByRole('button', { name: 'Create Workspace' }));
    expect(await dialog.findByText(/There is a workspace of this name already/)).toBeTruthy();
    expect(sent('POST', WORKSPACES)).toEqual([]);
    await userEvent.click(dialog.getByRole('button', { name: 'Create Workspace' }));
    expect(await screen.findByText('Workspace created successfully!')).toBeTruthy();
  });

  test('keeps what was typed after a failure', async () => {
    mockApi.post(WORKSPACES, UNREACHABLE);
    open();
    const dialog = await openCreateDialog();
    await userEvent.type(dialog.getByLabelText('Name'), 'Notes');
    await userEvent.click(dialog.getByRole('button', { name: 'Create Workspace' }));
    expect(await screen.findByText('Failed to create workspace. Please try again.')).toBeTruthy();
    expect(dialog.getByLabelText<HTMLInputElement>('Name').value).toBe('Notes');
  });

  test('puts what the server refuses under its field', async () => {
    mockApi.post(WORKSPACES, () => ({
      status: 422,
      body: { message: 'Invalid', issues: [{ path: 'name', message: 'This name is taken' }] },
    }));
    open();
    const dialog = await openCreateDialog();
    await userEvent.type(dialog.getByLabelText('Name'), 'Notes');
    await userEvent.click(dialog.getByRole('button', { name: 'Create Workspace' }));
    expect(await dialog.findByText('This name is taken')).toBeTruthy();
    expect(screen.queryByText('Invalid')).toBeNull();
  });
});

describe('editing a workspace', () => {
  test.each([
    ['another text', 'More notes', { name: 'Research', description: 'More notes' }],
    ['nothing where there was something', '', { name: 'Research', description: null }],
  ])('sends a description of %s', async (_, description, body) => {
    mockApi.patch(ONE, () => ({ status: 204 }));
    open();
    const dialog = await openDialog('Edit');
    const person = userEvent.setup();
    await person.clear(dialog.getByLabelText('Description'));
    if (description !== '') await person.type(dialog.getByLabelText('Description'), description);
    await person.click(dialog.getByRole('button', { name: 'Save changes' }));
    expect(await screen.findByText('Workspace updated successfully!')).toBeTruthy();
    expect(sent('PATCH', ONE)).toEqual([[body, makeId(100)]]);
  });

  test('leaves out a description that is empty as before', async () => {
    workspaces = [makeWorkspace({ description: null })];
    mockApi.patch(ONE, () => ({ status: 204 }));
    open();
    const dialog = await openDialog('Edit');
    await userEvent.click(dialog.getByRole('button', { name: 'Save changes' }));
    await waitFor(() => expect(sent('PATCH', ONE)).toEqual([[{ name: 'Research' }, makeId(100)]]));
  });
});

test('a workspace is deleted once its name was typed, and leaves the list', async () => {
  mockApi.delete(ONE, () => {
    workspaces = [];
    return { status: 204 };
  });
  open();
  const dialog = await openDialog('Delete');
  await userEvent.click(dialog.getByRole('button', { name: 'Delete workspace' }));
  expect(sent('DELETE', ONE)).toEqual([]);
  await userEvent.type(dialog.getByRole('textbox'), 'Research');
  await userEvent.click(dialog.getByRole('button', { name: 'Delete workspace' }));
  expect(await screen.findByText('No workspaces found')).toBeTruthy();
  expect(sent('DELETE', ONE)).toEqual([[undefined, makeId(100)]]);
});

test('a search and an order come from the address', async () => {
  workspaces = ['Plates 10', 'plates 9', 'Spectra'].map((name, place) =>
    makeWorkspace({ id: makeId(500 + place), name }),
  );
  const { location } = renderScreen(<WorkspacesPage />, {
    path: '/workspaces?q=plates&sort=name',
    route: '/workspaces',
  });
  const table = within(await screen.findByRole('table', { name: 'Workspaces' }));
  expect(table.getAllByRole('link', { name: /plates/iu }).map((link) => link.textContent)).toEqual([
    'plates 9',
    'Plates 10',
  ]);
  await userEvent.type(screen.getByRole('searchbox', { name: 'Search workspaces' }), 'x');
  await userEvent.click(await screen.findByRole('button', { name: 'Clear search' }));
  expect(location().path).toBe('/workspaces?sort=name');
});
