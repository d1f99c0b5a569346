import {
  fakeShell,
  makeId,
  makeMember,
  makeOrganization,
  makeUser,
  mockApi,
  renderScreen,
  testOutcomes,
} from '@carrel/shared/testing';
import type { Outcome } from '@carrel/shared/testing';
import { consoleRoutes } from '@carrel/shared/paths';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';

import { JoinOrganizationPage } from './join/join-organization-page.tsx';
import { CreateOrganizationDialog } from './organizations/create-organization-dialog.tsx';
import { OrganizationSettingsPage } from './organizations/organization-settings-page.tsx';

const ENGINES = makeOrganization();
const GRACE = makeMember({
  account: { id: makeId(2), first_name: 'Grace', last_name: 'Hopper' },
  role: { id: makeId(202), name: 'Editor' },
});
const ALL = 'api/v1/organizations';
const ONE = `${ALL}/${ENGINES.id}`;
const MEMBER = `${ONE}/members/${makeId(2)}`;

const BROKEN = () => Promise.reject(new TypeError('Failed to fetch'));

beforeEach(() => {
  mockApi.start();
  vi.spyOn(window.location, 'assign').mockReturnValue();
  mockApi.get(ALL, () => ({ body: { organizations: [ENGINES] } }));
  mockApi.get(`${ONE}/members`, () => ({ body: { members: [makeMember(), GRACE] } }));
  mockApi.get(`${ONE}/invitations`, () => ({ body: { invitations: [] } }));
});
afterEach(() => {
  vi.restoreAllMocks();
  mockApi.stop();
});

const settings = (path = `/organizations/${ENGINES.id}/settings`, shell = fakeShell()) =>
  renderScreen(<OrganizationSettingsPage />, {
    path,
    route: consoleRoutes.organizationSettings,
    shell,
  });

const join = (token: string, shell = fakeShell()) =>
  renderScreen(<JoinOrganizationPage />, {
    path: `/organizations/join/${token}`,
    route: consoleRoutes.joinOrganization,
    shell,
  });

const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }));

async function inDialog(role: 'dialog' | 'alertdialog') {
  return within(await screen.findByRole(role));
}

async function ofGrace(name: string) {
  const row = within(await screen.findByRole('row', { name: /Grace Hopper/u }));
  await userEvent.click(row.getByRole('button', { name }));
}

const OUTCOMES: Record<string, Outcome> = {
  'creating an organization': {
    act: async () => {
      renderScreen(<CreateOrganizationDialog open onClose={() => undefined} />);
      await userEvent.type(await screen.findByLabelText('Name'), 'Looms');
      await press('Create organization');
    },
    method: 'post',
    path: ALL,
    response: { status: 201, body: { id: makeId(101) } },
    success: 'Organization created successfully!',
    fallback: 'Failed to create organization. Please try again.',
  },
  'changing an organization': {
    act: async () => {
      settings();
      await press('Edit');
      await press('Save changes');
    },
    method: 'patch',
    path: ONE,
    response: { status: 204 },
    success: 'Organization updated successfully!',
    fallback: 'Failed to update organization. Please try again.',
  },
  'inviting a member': {
    act: async () => {
      settings();
      await press('Invite Member');
      const dialog = await inDialog('dialog');
      await userEvent.type(dialog.getByLabelText('Email address'), 'grace@example.com');
      await userEvent.selectOptions(dialog.getByLabelText('Role'), 'Viewer');
      await press('Send invitation');
    },
    method: 'post',
    path: `${ONE}/members`,
    response: { status: 201, body: {} },
    success: 'Member invitation sent successfully',
    fallback: 'Failed to invite member',
  },
  'changing a role': {
    act: async () => {
      settings();
      await ofGrace('Edit role');
      await userEvent.selectOptions(await screen.findByLabelText('Role'), 'Admin');
      await press('Update role');
    },
    method: 'patch',
    path: MEMBER,
    response: { status: 204 },
    success: 'Member role updated successfully',
    fallback: 'Failed to update member role',
  },
  'removing a member': {
    act: async () => {
      settings();
      await ofGrace('Remove');
      await press('Remove member');
    },
    method: 'delete',
    path: MEMBER,
    response: { status: 204 },
    success: 'Grace Hopper has been removed from the organization',
    fallback: 'Failed to remove member',
  },
  'deleting an organization': {
    act: async () => {
      settings();
      await press('Delete Organization');
      const dialog = await inDialog('alertdialog');
      await userEvent.type(dialog.getByRole('textbox'), ENGINES.name);
      await userEvent.click(dialog.getByRole('button', { name: 'Delete organization' }));
    },
    method: 'delete',
    path: ONE,
    response: { status: 204 },
    success: 'Organization deleted successfully',
    fallback: 'Failed to delete organization',
  },
  'joining an organization': {
    act: async () => {
      join('abc');
      await press('Accept Invitation');
    },
    method: 'post',
    path: `${ALL}/join`,
    response: { status: 204 },
    success: 'Successfully joined the organization!',
    fallback: 'Failed to join organization. Please try again.',
  },
};

describe('the texts of section 8', () => {
  testOutcomes(OUTCOMES);

  test.each([
    [ALL, 'Failed to load organization details'],
    [`${ONE}/members`, 'Failed to load organization members'],
  ])('%s that cannot be read says "%s"', async (path, text) => {
    mockApi.get(path, BROKEN);
    settings();
    expect(await screen.findByText(text)).toBeTruthy();
  });
});

describe('the texts of section 2', () => {
  const withoutMembership = fakeShell({ user: makeUser({ memberships: {} }) });

  test.each([
    ['Organization ID is required', () => settings('/organizations/settings')],
    ['Organization not found', () => settings(`/organizations/${makeId(199)}/settings`)],
    ["You don't have access to this organization", () => settings(undefined, withoutMembership)],
    ['Your Role', () => settings()],
    ['Danger Zone', () => settings()],
    ['Welcome, Ada', () => join('abc')],
    ['Login Required', () => join('abc', fakeShell({ user: null }))],
    ['Invalid Invitation', () => join('')],
    ['The invitation link is invalid or malformed.', () => join('')],
    ['Return to Dashboard', () => join('')],
  ])('"%s" is shown', async (text, show) => {
    show();
    expect(await screen.findByText(text)).toBeTruthy();
  });

  test('an organization without a description shows that', async () => {
    const organizations = [makeOrganization({ description: null })];
    mockApi.get(ALL, () => ({ body: { organizations } }));
    settings();
    expect(await screen.findByText('No description provided')).toBeTruthy();
  });

  test('the members have their four columns', async () => {
    settings();
    const table = within(await screen.findByRole('table', { name: 'Members' }));
    expect(table.getAllByRole('columnheader').map(({ textContent }) => textContent)).toEqual([
      'Name',
      'Role',
      'Member ID',
      'Actions',
    ]);
  });
});
