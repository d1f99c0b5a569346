import {
  fakeShell,
  makeOrganization,
  makeUser,
  mockApi,
  renderScreen,
} from '@carrel/shared/testing';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test } from 'vitest';

import { OrganizationSettingsPage } from './organization-settings-page.tsx';

const ENGINES = makeOrganization();
const ONE = `api/v1/organizations/${ENGINES.id}`;

beforeEach(() => {
  mockApi.start();
  mockApi.get('api/v1/organizations', () => ({ body: { organizations: [ENGINES] } }));
});
afterEach(() => mockApi.stop());

function open(query = '') {
  const memberships = { [ENGINES.id]: { organization_name: ENGINES.name, role_name: 'Guest' } };
  return renderScreen(<OrganizationSettingsPage />, {
    path: `/organizations/${ENGINES.id}/settings${query}`,
    route: '/organizations/:organizationId?/settings',
    shell: fakeShell({ user: makeUser({ memberships }) }),
  });
}

test.each(['', '?view=groups', '?view=activity'])(
  'a guest sees the name, the role and the way out at %j, and reads nothing else',
  async (query) => {
    open(query);
    const details = within(await screen.findByRole('region', { name: 'Details' }));
    expect(details.getAllByRole('term').map(({ textContent }) => textContent)).toEqual([
      'Name',
      'Your Role',
    ]);
    expect(details.getByText('Guest')).toBeDefined();
    expect(screen.getByRole('heading', { name: 'Danger Zone' })).toBeDefined();
    const buttons = screen.getAllByRole('button').map(({ textContent }) => textContent);
    expect(buttons.filter((name) => name !== '')).toEqual(['Leave Organization']);
    expect(screen.queryByRole('navigation', { name: 'Organization settings' })).toBeNull();
    for (const part of ['members', 'invitations', 'usage', 'groups', 'audit']) {
      expect(mockApi.calls('GET', `${ONE}/${part}`)).toEqual([]);
    }
  },
);

test('a guest leaves', async () => {
  mockApi.post(`${ONE}/leave`, () => ({ status: 204 }));
  const { location } = open();
  await userEvent.click(await screen.findByRole('button', { name: 'Leave Organization' }));
  const dialog = within(await screen.findByRole('alertdialog', { name: 'Leave organization' }));
  await userEvent.click(dialog.getByRole('button', { name: 'Leave organization' }));
  expect(await screen.findByText(`You have left ${ENGINES.name}`)).toBeDefined();
  expect(location().path).toBe('/dashboard');
});
