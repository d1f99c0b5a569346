import { fakeShell, mockApi, renderScreen } from '@carrel/shared/testing';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';

import { AcceptInvitationPage } from './accept-invitation-page.tsx';

const ACCEPT = 'api/v1/accounts/accept-invitation';

const READ = 'api/v1/accounts/invitation';

beforeEach(() => {
  mockApi.start();
  mockApi.post(READ, () => ({
    body: { organization: 'Engines', role: 'Editor', invited_by: 'Ada Lovelace' },
  }));
});
afterEach(() => mockApi.stop());

const open = (token = 'abc', shell = fakeShell({ user: null })) =>
  renderScreen(<AcceptInvitationPage />, {
    path: `/organizations/accept-invitation/${token}`,
    route: '/organizations/accept-invitation/:token?',
    shell,
  });

describe('the page that makes an account from an invitation', () => {
  test('shows that the link has no token', () => {
    open('');
    expect(screen.getByRole('heading', { level: 1, name: 'Invalid Invitation' })).toBeTruthy();
    expect(screen.getByText('The invitation link is invalid or malformed.')).toBeTruthy();
  });

  test('says to which organization, as what and by whom', async () => {
    open();
    expect(
      await screen.findByText(/^Ada Lovelace invites you to join Engines as Editor\./),
    ).toBeTruthy();
    expect(screen.getByLabelText('First name')).toBeTruthy();
  });

  test('shows that the link is not valid, before anything is typed', async () => {
    mockApi.post(READ, () => ({ status: 400, body: { message: 'Invalid invitation token' } }));
    open();
    expect(await screen.findByText(/^This invitation is not valid any more\./)).toBeTruthy();
  });

  test('asks a signed-in user, and offers to log out first', async () => {
    const signOut = vi.fn<() => Promise<void>>().mockResolvedValue();
    open('abc', fakeShell({ signOut }));
    expect(screen.getByText(/^You are signed in as ada@/)).toBeTruthy();
    expect(screen.queryByLabelText('First name')).toBeNull();
    expect(screen.getByRole('link', { name: 'Return to Dashboard' })).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Log out and create an account' }));
    expect(signOut).toHaveBeenCalledOnce();
  });

  test('sends the token of the link, and the password once', async () => {
    mockApi.post(ACCEPT, () => ({ status: 201, body: {} }));
    open();
    const person = userEvent.setup();
    await person.type(screen.getByLabelText('First name'), 'Ada');
    await person.type(screen.getByLabelText('Last name'), 'Lovelace');
    await person.type(screen.getByLabelText('Password'), 'correct horse');
    await person.type(screen.getByLabelText('Confirm password'), 'correct horse{Enter}');

    await waitFor(() =>
      expect(mockApi.calls('POST', ACCEPT).map(({ body }) => body)).toEqual([
        {
          first_name: 'Ada',
          last_name: 'Lovelace',
          password: 'correct horse',
          invitation_token: 'abc',
        },
      ]),
    );
  });
});
