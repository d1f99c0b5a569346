import {
  fakeShell,
  makeId,
  makeMember,
  makeOrganization,
  makeUser,
  mockApi,
  needsPassword,
  renderScreen,
} from '@carrel/shared/testing';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';

import { OrganizationSettingsPage } from './organization-settings-page.tsx';

const ENGINES = makeOrganization();
const ONE = `api/v1/organizations/${ENGINES.id}`;
const UNREACHABLE = () => Promise.reject(new TypeError('Failed to fetch'));

let organizations = [ENGINES];

beforeEach(() => {
  organizations = [ENGINES];
  mockApi.start();
  mockApi.get('api/v1/organizations', () => ({ body: { organizations } }));
  mockApi.get(`${ONE}/invitations`, () => ({ body: { invitations: [] } }));
  mockApi.get(`${ONE}/members`, () => ({ body: { members: [makeMember()] } }));
});
afterEach(() => mockApi.stop());

const open = (path = `/organizations/${ENGINES.id}/settings`, shell = fakeShell()) =>
  renderScreen(<OrganizationSettingsPage />, {
    path,
    route: '/organizations/:organizationId?/settings',
    shell,
  });

async function openDialog(button: 'Edit' | 'Delete Organization') {
  await userEvent.click(await screen.findByRole('button', { name: button }));
  return within(await screen.findByRole(button === 'Edit' ? 'dialog' : 'alertdialog'));
}

async function confirmDeletion() {
  const dialog = await openDialog('Delete Organization');
  const button = dialog.getByRole<HTMLButtonElement>('button', { name: 'Delete organization' });
  expect(button.disabled).toBe(true);
  await userEvent.type(dialog.getByRole('textbox'), 'Analytical Engines');
  await userEvent.click(button);
  return dialog;
}

describe('the organization settings', () => {
  test.each([
    [ENGINES.description ?? '', ENGINES],
    ['No description provided', makeOrganization({ description: null })],
  ])('show name, own role and description: %s', async (description, organization) => {
    organizations = [organization];
    open();
    const details = within(await screen.findByRole('region', { name: 'Details' }));
    expect(details.getByText('Analytical Engines')).toBeTruthy();
    expect(details.getByText('Your Role')).toBeTruthy();
    expect(details.getByText('Owner')).toBeTruthy();
    expect(details.getByText(description)).toBeTruthy();
  });

  test.each([
    ['/organizations/settings', 'Organization ID is required'],
    [`/organizations/${makeId(199)}/settings`, 'Organization not found'],
  ])('at %s say "%s" and go to the dashboard', async (path, text) => {
    const { location } = open(path);
    expect(await screen.findByText(text)).toBeTruthy();
    await waitFor(() => expect(location().path).toBe('/dashboard'));
  });

  test('stay closed to a user without a membership', async () => {
    open(undefined, fakeShell({ user: makeUser({ memberships: {} }) }));
    expect(await screen.findByText("You don't have access to this organization")).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Edit' })).toBeNull();
  });

  test('try again when the list could not be loaded', async () => {
    mockApi.get('api/v1/organizations', UNREACHABLE);
    open();
    expect(await screen.findByText('Failed to load organization details')).toBeTruthy();
    mockApi.get('api/v1/organizations', () => ({ body: { organizations } }));
    await userEvent.click(screen.getByRole('button', { name: 'Retry' }));
    expect(await screen.findByRole('region', { name: 'Details' })).toBeTruthy();
  });
});

const as = (role_name: string) =>
  fakeShell({
    user: makeUser({
      memberships: { [ENGINES.id]: { organization_name: ENGINES.name, role_name } },
    }),
  });

describe('the parts of the settings', () => {
  test.each([
    [
      'Admin',
      [
        'General',
        'Groups',
        'Sign-in',
        'Provisioning',
        'API keys',
        'Webhooks',
        'Models',
        'Activity',
      ],
    ],
    ['Viewer', ['General', 'Groups']],
  ])('are those that the role of an %s sees', async (role, names) => {
    open(undefined, as(role));
    const parts = within(await screen.findByRole('navigation', { name: 'Organization settings' }));
    expect(parts.getAllByRole('link').map(({ textContent }) => textContent)).toEqual(names);
  });

  test.each([
    ['Admin', 1],
    ['Editor', 0],
  ])('have groups, which an %s sees', async (role, buttons) => {
    mockApi.get(`${ONE}/groups`, () => ({ body: { groups: [] } }));
    open(undefined, as(role));
    await userEvent.click(await screen.findByRole('link', { name: 'Groups' }));
    expect(await screen.findByText('No groups')).toBeTruthy();
    expect(screen.queryAllByRole('button', { name: 'Create Group' })).toHaveLength(buttons);
  });
});

describe('the activity of an organization', () => {
  const path = `/organizations/${ENGINES.id}/settings?view=activity`;

  test.each(['Owner', 'Admin'])('is a part of the settings for an %s', async (role) => {
    mockApi.get(`${ONE}/audit`, () => ({ body: { records: [] } }));
    open(undefined, as(role));
    await userEvent.click(await screen.findByRole('link', { name: 'Activity' }));
    expect(await screen.findByRole('region', { name: 'Activity' })).toBeTruthy();
    await userEvent.click(screen.getByRole('link', { name: 'General' }));
    expect(await screen.findByRole('region', { name: 'Members' })).toBeTruthy();
  });

  test.each(['Editor', 'Viewer'])('is hidden for an %s, at its address too', async (role) => {
    open(path, as(role));
    expect(await screen.findByRole('region', { name: 'Members' })).toBeTruthy();
    expect(screen.queryByRole('link', { name: 'Activity' })).toBeNull();
    expect(screen.queryByRole('region', { name: 'Activity' })).toBeNull();
    expect(mockApi.calls('GET', `${ONE}/audit`)).toEqual([]);
  });
});

describe('editing an organization', () => {
  test.each([
    ['another text', 'New', { name: 'Engines', description: 'New' }],
    ['nothing where there was something', '', { name: 'Engines', description: null }],
  ])('sends a description of %s and reloads the profile', async (_, description, body) => {
    mockApi.patch(ONE, () => ({ status: 204 }));
    const { shell } = open();
    const dialog = await openDialog('Edit');
    const person = userEvent.setup();
    await person.clear(dialog.getByLabelText('Name'));
    await person.type(dialog.getByLabelText('Name'), 'Engines');
    await person.clear(dialog.getByLabelText('Description'));
    if (description !== '') await person.type(dialog.getByLabelText('Description'), description);
    await person.dblClick(dialog.getByRole('button', { name: 'Save changes' }));

    expect(await screen.findByText('Organization updated successfully!')).toBeTruthy();
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(mockApi.calls('PATCH', ONE).map((call) => call.body)).toEqual([body]);
    expect(shell.reloadUser).toHaveBeenCalledOnce();
  });

  test('wants a name, on submit and then on change', async () => {
    open();
    const dialog = await openDialog('Edit');
    await userEvent.clear(dialog.getByLabelText('Name'));
    await userEvent.click(dialog.getByRole('button', { name: 'Save changes' }));
    expect(await dialog.findByText('Organization name is required')).toBeTruthy();
    await userEvent.type(dialog.getByLabelText('Name'), 'E');
    await waitFor(() => expect(dialog.queryByText('Organization name is required')).toBeNull());
  });

  test.each([
    ['You may not do this', () => ({ status: 403, body: { message: 'You may not do this' } })],
    ['Failed to update organization. Please try again.', UNREACHABLE],
  ])('shows "%s" for a failure', async (text, response) => {
    mockApi.patch(ONE, response);
    open();
    const dialog = await openDialog('Edit');
    await userEvent.click(dialog.getByRole('button', { name: 'Save changes' }));
    expect(await screen.findByText(text)).toBeTruthy();
  });
});

describe('deleting an organization', () => {
  test('wants the name typed, then leaves for the dashboard without a complaint', async () => {
    mockApi.delete(ONE, () => {
      organizations = [];
      return { status: 204 };
    });
    const { shell, location } = open();
    const dialog = await confirmDeletion();
    expect(dialog.getByText('This cannot be undone')).toBeTruthy();

    expect(await screen.findByText('Organization deleted successfully')).toBeTruthy();
    await waitFor(() => expect(location().path).toBe('/dashboard'));
    expect(shell.reloadUser).toHaveBeenCalledOnce();
    expect(screen.queryByText('Organization not found')).toBeNull();
  });

  test.each([
    [
      'Only an owner may delete it',
      () => ({ status: 403, body: { message: 'Only an owner may delete it' } }),
    ],
    ['Failed to delete organization', UNREACHABLE],
  ])('shows "%s" for a failure and stays', async (text, response) => {
    mockApi.delete(ONE, response);
    const { location } = open();
    await confirmDeletion();
    expect(await screen.findByText(text)).toBeTruthy();
    expect(location().path).toBe(`/organizations/${ENGINES.id}/settings`);
  });

  test('asks for the password a while after the sign-in', async () => {
    const { handler, prompt, remove } = needsPassword({ status: 204 });
    mockApi.delete(ONE, handler);
    const { location } = open();
    await confirmDeletion();
    await waitFor(() => expect(location().path).toBe('/dashboard'));
    expect(prompt).toHaveBeenCalledOnce();
    remove();
  });
});

async function leave() {
  await userEvent.click(await screen.findByRole('button', { name: 'Leave Organization' }));
  const dialog = within(await screen.findByRole('alertdialog', { name: 'Leave organization' }));
  expect(dialog.getAllByRole('listitem').map((item) => item.textContent)).toEqual([
    'You lose all access to the organization and its data',
    'Invitations that you sent can no longer be accepted',
    'Coming back takes a new invitation',
  ]);
  await userEvent.click(dialog.getByRole('button', { name: 'Leave organization' }));
}

describe('leaving an organization', () => {
  test('goes to the dashboard and loads the organizations again', async () => {
    mockApi.post(`${ONE}/leave`, () => ({ status: 204 }));
    const { location, shell } = open();
    await leave();
    expect(await screen.findByText('You have left Analytical Engines')).toBeTruthy();
    await waitFor(() => expect(location().path).toBe('/dashboard'));
    expect(shell.reloadUser).toHaveBeenCalledOnce();
    expect(screen.queryByText('Organization not found')).toBeNull();
  });

  test.each([
    [
      'Make another member an Owner first.',
      () => ({ status: 409, body: { message: 'Make another member an Owner first.' } }),
    ],
    ['Failed to leave organization', UNREACHABLE],
  ])('shows "%s" for a failure and stays', async (text, response) => {
    mockApi.post(`${ONE}/leave`, response);
    const { location } = open();
    await leave();
    expect(await screen.findByText(text)).toBeTruthy();
    expect(location().path).toBe(`/organizations/${ENGINES.id}/settings`);
  });

  test('is no longer offered by a server without it', async () => {
    mockApi.post(`${ONE}/leave`, () => ({ status: 404, body: { message: 'Not found here.' } }));
    open();
    await leave();
    expect(await screen.findByText('Not found here.')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Leave Organization' })).toBeNull();
    expect(screen.getByRole('button', { name: 'Delete Organization' })).toBeTruthy();
  });
});
