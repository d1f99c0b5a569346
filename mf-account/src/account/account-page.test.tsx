import { mockApi, renderScreen } from '@carrel/shared/testing';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';

import { AccountPage } from './account-page.tsx';

beforeEach(() => {
  mockApi.start();
  mockApi.get('api/v1/accounts/emails', () => ({ body: { emails: [] } }));
  mockApi.get('api/v1/accounts/sessions', () => ({ body: { sessions: [] } }));
});
afterEach(() => mockApi.stop());

const open = () => renderScreen(<AccountPage />, { path: '/account', route: '/account' });

async function deleteAccount(path: string) {
  await userEvent.click(screen.getByRole('button', { name: 'Delete account' }));
  const dialog = within(await screen.findByRole('alertdialog', { name: 'Delete account' }));
  expect(dialog.getAllByRole('listitem').map((item) => item.textContent)).toEqual([
    'Your personal data is deleted',
    'You are removed from all organizations',
    'Your workspaces, datasets and documents are deleted',
    'Active subscriptions are cancelled',
    'This cannot be undone',
  ]);
  expect(mockApi.calls('DELETE', path)).toEqual([]);
  await userEvent.click(dialog.getByRole('button', { name: 'Delete account' }));
}

describe('the account page', () => {
  test('shows the name without letting it be changed', () => {
    const { shell } = open();
    for (const [label, value] of [
      ['First name', 'Ada'],
      ['Last name', 'Lovelace'],
    ] as const) {
      const field = screen.getByLabelText<HTMLInputElement>(label);
      expect([field.value, field.readOnly]).toEqual([value, true]);
    }
    expect(screen.getAllByRole('heading', { level: 1 })).toHaveLength(1);
    expect(
      screen.getAllByRole('heading', { level: 2 }).map((heading) => heading.textContent),
    ).toEqual(['Personal Information', 'Email Addresses', 'Active Sessions', 'Danger Zone']);
    expect(shell.setPage).toHaveBeenCalledWith({ title: 'Account' });
  });

  test('deletes the account after naming what is lost, and signs out', async () => {
    const { shell } = open();
    const path = `api/v1/accounts/${shell.user?.id}`;
    mockApi.delete(path, () => ({ status: 204 }));
    await deleteAccount(path);
    expect(await screen.findByText('Account deleted successfully')).toBeTruthy();
    await waitFor(() => expect(shell.signOut).toHaveBeenCalledOnce());
  });

  test.each([
    [
      'You are the last owner of an organization',
      () => ({ status: 409, body: { message: 'You are the last owner of an organization' } }),
    ],
    ['Failed to delete account', () => Promise.reject(new TypeError('Failed to fetch'))],
  ])('says "%s" of a failure and stays', async (text, answer) => {
    const { shell } = open();
    const path = `api/v1/accounts/${shell.user?.id}`;
    mockApi.delete(path, answer);
    await deleteAccount(path);
    expect(await screen.findByText(text)).toBeTruthy();
    expect(shell.signOut).not.toHaveBeenCalled();
  });
});
