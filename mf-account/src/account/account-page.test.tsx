import {
  fakeShell,
  makeEmail,
  makeId,
  makeUser,
  mockApi,
  needsPassword,
  renderScreen,
} from '@carrel/shared/testing';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';

import { AccountPage } from './account-page.tsx';

const EMAILS = 'api/v1/accounts/emails';
const SESSIONS = 'api/v1/accounts/sessions';

beforeEach(() => {
  mockApi.start();
  mockApi.get(EMAILS, () => ({ body: { emails: [makeEmail()] } }));
  mockApi.get(SESSIONS, () => ({ body: { sessions: [] } }));
});
afterEach(() => mockApi.stop());

const open = (shell = fakeShell()) =>
  renderScreen(<AccountPage />, { path: '/account', route: '/account', shell });

async function askToDelete() {
  await userEvent.click(await screen.findByRole('button', { name: 'Delete account' }));
  const dialog = within(await screen.findByRole('alertdialog', { name: 'Delete account' }));
  const button = dialog.getByRole<HTMLButtonElement>('button', { name: 'Delete account' });
  return { dialog, button };
}

describe('the account page', () => {
  test('shows the name without letting it be changed', async () => {
    const { shell } = open();
    for (const [label, value] of [
      ['First name', 'Ada'],
      ['Last name', 'Lovelace'],
    ] as const) {
      const field = screen.getByLabelText<HTMLInputElement>(label);
      expect([field.value, field.readOnly]).toEqual([value, true]);
    }
    expect(screen.getAllByRole('heading', { level: 1 })).toHaveLength(1);
    await screen.findByRole('table', { name: 'Addresses' });
    expect(
      screen.getAllByRole('heading', { level: 2 }).map((heading) => heading.textContent),
    ).toEqual(['Personal Information', 'Email Addresses', 'Active Sessions', 'Danger Zone']);
    expect(shell.setPage).toHaveBeenCalledWith({ title: 'Account' });
  });

  test('shows a program that is connected above what cannot be undone', async () => {
    const grant = {
      id: makeId(9),
      client_name: 'Claude',
      redirect_host: 'claude.example',
      organization_name: 'Readers',
      workspace_name: 'Reading room',
      created_at: '2026-01-01T12:00:00.000Z',
      last_used_at: null,
    };
    mockApi.get('api/v1/accounts/grants', () => ({ body: { grants: [grant] } }));
    open();
    await screen.findByRole('row', { name: /Claude/u });
    const headings = screen.getAllByRole('heading', { level: 2 });
    expect(headings.slice(-2).map(({ textContent }) => textContent)).toEqual([
      'Connected Programs',
      'Danger Zone',
    ]);
  });

  test('shows both lists at once, so that neither moves what is below it', async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    mockApi.get(SESSIONS, async () => {
      await promise;
      return { body: { sessions: [] } };
    });
    open();
    await waitFor(() => expect(mockApi.calls('GET', EMAILS)).toHaveLength(1));
    expect(screen.getByText('Loading Addresses')).toBeTruthy();
    expect(screen.queryByRole('table', { name: 'Addresses' })).toBeNull();
    resolve();
    expect(await screen.findByRole('table', { name: 'Addresses' })).toBeTruthy();
    expect(screen.getByRole('table', { name: 'Sessions' })).toBeTruthy();
  });

  test('names what is lost, and wants the own address typed before it deletes', async () => {
    const { shell } = open();
    const path = `api/v1/accounts/${shell.user?.id}`;
    mockApi.delete(path, () => ({ status: 204 }));
    const { dialog, button } = await askToDelete();
    expect(dialog.getAllByRole('listitem').map((item) => item.textContent)).toEqual([
      'Your personal data is deleted',
      'You are removed from all organizations',
      'Your workspaces, datasets and documents are deleted',
      'Active subscriptions are cancelled',
      'This cannot be undone',
    ]);
    const field = dialog.getByLabelText('Type ada@example.com to confirm');
    await userEvent.type(field, 'ada@example.co');
    expect(button.disabled).toBe(true);
    await userEvent.type(field, 'm');
    expect(mockApi.calls('DELETE')).toEqual([]);
    await userEvent.dblClick(button);
    await waitFor(() => expect(shell.signOut).toHaveBeenCalledOnce());
    expect(mockApi.calls('DELETE', path)).toHaveLength(1);
  });

  test('keeps a user signed in whose account could not be deleted', async () => {
    const { shell } = open();
    mockApi.delete(`api/v1/accounts/${shell.user?.id}`, () => ({
      status: 409,
      body: { message: 'You are the last owner' },
    }));
    const { dialog, button } = await askToDelete();
    await userEvent.type(dialog.getByRole('textbox'), 'ada@example.com');
    await userEvent.click(button);
    expect(await screen.findByText('You are the last owner')).toBeTruthy();
    expect(shell.signOut).not.toHaveBeenCalled();
    expect(button.disabled).toBe(false);
  });

  test('asks a user without an address to type nothing', async () => {
    open(fakeShell({ user: makeUser({ email_addresses: [] }) }));
    const { dialog, button } = await askToDelete();
    expect(dialog.queryByRole('textbox')).toBeNull();
    expect(button.disabled).toBe(false);
  });

  test('asks for the password a while after the sign-in, and then deletes', async () => {
    const { shell } = open();
    const { handler, prompt, remove } = needsPassword({ status: 204 });
    mockApi.delete(`api/v1/accounts/${shell.user?.id}`, handler);
    const { dialog, button } = await askToDelete();
    await userEvent.type(dialog.getByRole('textbox'), 'ada@example.com');
    await userEvent.click(button);
    await waitFor(() => expect(shell.signOut).toHaveBeenCalledOnce());
    expect(prompt).toHaveBeenCalledOnce();
    remove();
  });

  test('stays in the dialog when the user cancels the password', async () => {
    const { shell } = open();
    const { handler, remove } = needsPassword({ status: 204 }, false);
    mockApi.delete(`api/v1/accounts/${shell.user?.id}`, handler);
    const { dialog, button } = await askToDelete();
    await userEvent.type(dialog.getByRole('textbox'), 'ada@example.com');
    await userEvent.click(button);
    expect(await screen.findByText('Please confirm your password to continue.')).toBeTruthy();
    expect(dialog.getByRole<HTMLInputElement>('textbox').value).toBe('ada@example.com');
    expect(shell.signOut).not.toHaveBeenCalled();
    remove();
  });
});
