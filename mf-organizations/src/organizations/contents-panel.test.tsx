import { fakeShell, makeOrganization, mockApi, renderScreen } from '@carrel/shared/testing';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test } from 'vitest';

import { ContentsPanel } from './contents-panel.tsx';

const ENGINES = makeOrganization();
const ONE = `api/v1/organizations/${ENGINES.id}`;

beforeEach(() => {
  mockApi.start();
  mockApi.patch(ONE, () => ({ status: 204 }));
});
afterEach(() => mockApi.stop());

function open(admins_take_access: boolean | undefined, roleName = 'Owner') {
  renderScreen(
    <ContentsPanel organization={{ ...ENGINES, admins_take_access }} roleName={roleName} />,
    { path: '/', shell: fakeShell() },
  );
}

const checkbox = () =>
  screen.getByRole<HTMLInputElement>('checkbox', {
    name: 'Owners and Admins see contents only by taking access',
  });
const sent = () => mockApi.calls('PATCH', ONE).map(({ body }) => body);

test('an Owner turns it on, and is asked first', async () => {
  open(false);
  await userEvent.click(checkbox());
  const dialog = within(await screen.findByRole('alertdialog'));
  expect(sent()).toEqual([]);
  await userEvent.click(dialog.getByRole('button', { name: 'Keep contents' }));
  await screen.findByText('Owners and Admins see contents by taking access from now on');
  expect(sent()).toEqual([{ admins_take_access: true }]);
});

test('an Owner turns it off at once', async () => {
  open(true);
  await userEvent.click(checkbox());
  await screen.findByText('Owners and Admins see all contents from now on');
  expect(sent()).toEqual([{ admins_take_access: false }]);
});

test('an Admin reads it', () => {
  open(true, 'Admin');
  expect(checkbox().checked).toBe(true);
  expect(checkbox().disabled).toBe(true);
});

test.each(['Editor', 'Viewer'])('a role of %s does not see it', (role) => {
  open(true, role);
  expect(screen.queryByRole('checkbox')).toBeNull();
});

test('a server without the setting shows none', () => {
  open(undefined);
  expect(screen.queryByRole('checkbox')).toBeNull();
});
