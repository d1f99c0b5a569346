import { fakeShell, makeOrganization, mockApi, renderScreen } from '@carrel/shared/testing';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test } from 'vitest';

import { SearchLogPanel } from './search-log-panel.tsx';

const ENGINES = makeOrganization();
const ONE = `api/v1/organizations/${ENGINES.id}`;

beforeEach(() => {
  mockApi.start();
  mockApi.patch(ONE, () => ({ status: 204 }));
});
afterEach(() => mockApi.stop());

function open(search_log: boolean | undefined, roleName = 'Admin') {
  const shell = fakeShell();
  renderScreen(<SearchLogPanel organization={{ ...ENGINES, search_log }} roleName={roleName} />, {
    path: '/',
    shell,
  });
  return shell;
}

const checkbox = () =>
  screen.getByRole<HTMLInputElement>('checkbox', { name: 'Keep what people ask of workspaces' });

test('it says what is kept, and for how long', () => {
  open(true);
  expect(checkbox().checked).toBe(true);
  expect(screen.getByText(/For 30 days: .* No names of people\./u)).toBeTruthy();
});

test('switching it off is asked for first, because it deletes what people asked', async () => {
  const shell = open(true);
  await userEvent.click(checkbox());
  const dialog = within(await screen.findByRole('alertdialog'));
  expect(mockApi.calls('PATCH', ONE)).toEqual([]);
  await userEvent.click(dialog.getByRole('button', { name: 'Stop and delete' }));
  expect(await screen.findByText('What people asked was deleted')).toBeTruthy();
  expect(mockApi.calls('PATCH', ONE).map(({ body }) => body)).toEqual([{ search_log: false }]);
  expect(shell.reloadUser).toHaveBeenCalledOnce();
});

test('it is switched on at once', async () => {
  open(false);
  await userEvent.click(checkbox());
  await waitFor(() =>
    expect(mockApi.calls('PATCH', ONE).map(({ body }) => body)).toEqual([{ search_log: true }]),
  );
});

test('a failure leaves it as it was', async () => {
  mockApi.patch(ONE, () => ({ status: 403, body: { message: 'You may not do this.' } }));
  open(false);
  await userEvent.click(checkbox());
  expect(await screen.findByText('You may not do this.')).toBeTruthy();
  expect(checkbox().checked).toBe(false);
});

test.each(['Editor', 'Viewer'])('a role of %s sees it and cannot change it', (role) => {
  open(true, role);
  expect(checkbox().disabled).toBe(true);
});

test('a server that keeps nothing has no such setting', () => {
  open(undefined);
  expect(screen.queryByRole('checkbox')).toBeNull();
});
