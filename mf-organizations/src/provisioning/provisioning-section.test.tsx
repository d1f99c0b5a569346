import type { Provisioning } from '@carrel/shared/contract/sign-in';
import { makeId, makeOrganization, mockApi, renderScreen } from '@carrel/shared/testing';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test } from 'vitest';

import { ProvisioningSection } from './provisioning-section.tsx';

const ORGANIZATION = makeOrganization();
const ALL = `api/v1/organizations/${ORGANIZATION.id}/provisioning`;
const GROUP = `${ALL}/groups/${makeId(900)}`;

const SENT: Provisioning = {
  base_url: 'https://carrel.example.com/scim/v2',
  default_role: 'Viewer',
  users: { total: 12, members: 9, invited: 2 },
  groups: [
    { id: makeId(900), name: 'Writers', role: null, users: 4 },
    { id: makeId(901), name: 'Librarians', role: 'Admin', users: 1200 },
  ],
};

beforeEach(() => {
  mockApi.start();
  mockApi.get(ALL, () => ({ body: SENT }));
  mockApi.get('api/v1/organizations', () => ({ body: { organizations: [ORGANIZATION] } }));
  mockApi.patch(ALL, () => ({ status: 204 }));
  mockApi.patch(GROUP, () => ({ status: 204 }));
});
afterEach(() => mockApi.stop());

const open = (roleName = 'Owner') =>
  renderScreen(<ProvisioningSection organization={ORGANIZATION} roleName={roleName} />);
const dialog = async (name: string) => within(await screen.findByRole('dialog', { name }));

test('it says what the directory calls, and what it has sent', async () => {
  open();
  expect(await screen.findByText('https://carrel.example.com/scim/v2')).toBeTruthy();
  expect(screen.getByText('12 users, 9 of them members, 2 invited.')).toBeTruthy();
  expect(within(screen.getByRole('row', { name: /Librarians/ })).getByText('1,200')).toBeTruthy();
  expect(within(screen.getByRole('row', { name: /Writers/ })).getByText('None')).toBeTruthy();
  expect(screen.getByRole('link', { name: 'API key' }).getAttribute('href')).toContain(
    'view=api-keys',
  );
});

test('an Owner gives a group a role, and takes it', async () => {
  open();
  const row = within(await screen.findByRole('row', { name: /Writers/ }));
  await userEvent.click(row.getByRole('button', { name: /Change role/ }));
  const shown = await dialog('Role of Writers');
  await userEvent.selectOptions(shown.getByLabelText('Role'), 'Editor');
  await userEvent.click(shown.getByRole('button', { name: 'Change role' }));
  expect(await screen.findByText('Role changed')).toBeTruthy();
  expect(mockApi.calls('PATCH', GROUP).map(({ body }) => body)).toEqual([{ role: 'Editor' }]);
});

test('an Owner changes the default role', async () => {
  open();
  await userEvent.click(await screen.findByRole('button', { name: 'Change' }));
  const shown = await dialog('Change the default role');
  await userEvent.selectOptions(shown.getByLabelText('Role'), 'Editor');
  await userEvent.click(shown.getByRole('button', { name: 'Change role' }));
  expect(await screen.findByText('Role changed')).toBeTruthy();
  expect(mockApi.calls('PATCH', ALL).map(({ body }) => body)).toEqual([{ default_role: 'Editor' }]);
});

test('an Admin sees it and cannot change it', async () => {
  open('Admin');
  expect(await screen.findByText('Writers')).toBeTruthy();
  expect(screen.queryByRole('button', { name: /Change/ })).toBeNull();
});

test('a failure keeps the dialog open', async () => {
  mockApi.patch(ALL, () => ({ status: 403, body: { message: 'You may not do this.' } }));
  open();
  await userEvent.click(await screen.findByRole('button', { name: 'Change' }));
  const shown = await dialog('Change the default role');
  await userEvent.selectOptions(shown.getByLabelText('Role'), 'Admin');
  await userEvent.click(shown.getByRole('button', { name: 'Change role' }));
  expect(await screen.findByText('You may not do this.')).toBeTruthy();
  expect(shown.getByLabelText<HTMLSelectElement>('Role').value).toBe('Admin');
});

test('nothing was sent yet', async () => {
  mockApi.get(ALL, () => ({
    body: { ...SENT, users: { total: 0, members: 0, invited: 0 }, groups: [] },
  }));
  open();
  expect(await screen.findByText('The directory has not sent any users yet.')).toBeTruthy();
  expect(screen.getByText('No groups')).toBeTruthy();
});
