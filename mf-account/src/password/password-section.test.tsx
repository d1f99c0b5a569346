import { mockApi, renderScreen } from '@carrel/shared/testing';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test } from 'vitest';

import { PasswordSection } from './password-section.tsx';

const PASSWORD = 'api/v1/accounts/password';

beforeEach(() => {
  mockApi.start();
  mockApi.put(PASSWORD, () => ({ status: 204 }));
});
afterEach(() => mockApi.stop());

async function open(hasPassword: boolean) {
  renderScreen(<PasswordSection hasPassword={hasPassword} />);
  const label = hasPassword ? 'Change password' : 'Set a password';
  await userEvent.click(screen.getByRole('button', { name: label }));
}

async function fill(current: string | undefined, chosen: string, confirmation = chosen) {
  if (current !== undefined)
    await userEvent.type(screen.getByLabelText('Current password'), current);
  await userEvent.type(screen.getByLabelText('New password'), chosen);
  await userEvent.type(screen.getByLabelText('Confirm password'), confirmation);
  const dialog = within(screen.getByRole('dialog'));
  await userEvent.click(dialog.getByRole('button', { name: /^(?:Change|Set a) password$/ }));
}

const sent = () => mockApi.calls('PUT', PASSWORD).map(({ body }) => body);

test('the password is changed with the current one', async () => {
  await open(true);
  await fill('old password', 'new password');
  expect(await screen.findByText('Password changed')).toBeTruthy();
  expect(sent()).toEqual([{ current_password: 'old password', new_password: 'new password' }]);
});

test('two new passwords that differ are not sent', async () => {
  await open(true);
  await fill('old password', 'new password', 'another one');
  expect(await screen.findByText("Passwords don't match")).toBeTruthy();
  expect(sent()).toEqual([]);
});

test('a wrong current password is said at its field, and what was typed is kept', async () => {
  mockApi.put(PASSWORD, () => ({
    status: 422,
    body: {
      message: 'Incorrect password',
      issues: [{ path: 'current_password', message: 'Incorrect password' }],
    },
  }));
  await open(true);
  await fill('wrong', 'new password');
  expect(await screen.findByText('Incorrect password')).toBeTruthy();
  expect(screen.getByLabelText<HTMLInputElement>('New password').value).toBe('new password');
});

test('an account without a password sets its first one', async () => {
  await open(false);
  await fill(undefined, 'new password');
  await waitFor(() => expect(sent()).toEqual([{ new_password: 'new password' }]));
  expect(await screen.findByText('Password set')).toBeTruthy();
});
