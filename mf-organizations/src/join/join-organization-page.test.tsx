import { fakeShell, makeId, mockApi, renderScreen } from '@carrel/shared/testing';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';

import { JoinOrganizationPage } from './join-organization-page.tsx';

const JOIN = 'api/v1/organizations/join';

const READ = 'api/v1/accounts/invitation';

beforeEach(() => {
  mockApi.start();
  mockApi.post(READ, () => ({
    body: { organization: 'Engines', role: 'Editor', invited_by: 'Grace Hopper' },
  }));
});
afterEach(() => {
  vi.restoreAllMocks();
  mockApi.stop();
});

const open = (token = 'abc', shell = fakeShell()) =>
  renderScreen(<JoinOrganizationPage />, {
    path: `/organizations/join/${token}`,
    route: '/organizations/join/:token?',
    shell,
  });

const accept = () => screen.getByRole('button', { name: 'Accept Invitation' });
const invalid = () => screen.findByRole('heading', { level: 1, name: 'Invalid Invitation' });

describe('joining an organization as a guest', () => {
  test.each([
    ['Login', '/login'],
    ['Register', '/register'],
  ])('%s keeps the way back here', async (name, path) => {
    const { location } = open('abc', fakeShell({ user: null }));
    expect(screen.getByRole('heading', { level: 1, name: 'Login Required' })).toBeTruthy();
    await userEvent.click(screen.getByRole('link', { name }));
    expect(location()).toEqual({
      path,
      state: {
        from: '/organizations/join/abc',
        message: 'Please log in to accept the organization invitation',
      },
    });
  });
});

describe('an invitation', () => {
  test.each([
    ['a guest', fakeShell({ user: null })],
    ['a person', fakeShell()],
  ])('says to %s to which organization, as what and by whom', async (_, shell) => {
    open('abc', shell);
    expect(
      await screen.findByText(/^Grace Hopper invites you to join Engines as Editor\./),
    ).toBeTruthy();
  });

  test('that is not valid is shown as such at once', async () => {
    mockApi.post(READ, () => ({ status: 400, body: { message: 'Invalid invitation token' } }));
    open();
    expect(await invalid()).toBeTruthy();
  });
});

describe('joining an organization', () => {
  test('selects the organization that was joined', async () => {
    const assign = vi.spyOn(window.location, 'assign').mockReturnValue();
    mockApi.post(JOIN, () => ({ status: 204 }));
    const { user } = fakeShell();
    if (user === null) throw new Error('There is no user.');
    const [role] = Object.values(user.memberships);
    if (role === undefined) throw new Error('There is no membership.');
    const memberships = { ...user.memberships, [makeId(950)]: role };
    open('abc', fakeShell({ reloadUser: async () => ({ ...user, memberships }) }));
    await userEvent.click(accept());
    await waitFor(() => expect(assign).toHaveBeenCalledOnce(), { timeout: 3000 });
    expect(localStorage.getItem('last-selected-organization-id')).toBe(makeId(950));
    localStorage.clear();
  });

  test('welcomes by first name and declines to the dashboard', async () => {
    const { location } = open();
    expect(screen.getByRole('heading', { level: 1, name: 'Welcome, Ada' })).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Decline' }));
    expect(location().path).toBe('/dashboard');
    expect(mockApi.calls('POST', JOIN)).toEqual([]);
  });

  test('shows success after accepting, then loads the dashboard', async () => {
    const assign = vi.spyOn(window.location, 'assign').mockReturnValue();
    mockApi.post(JOIN, () => ({ status: 204 }));
    open();
    await userEvent.dblClick(accept());
    expect(await screen.findByText('Successfully joined the organization!')).toBeTruthy();
    await waitFor(() => expect(assign).toHaveBeenCalledExactlyOnceWith('/dashboard'), {
      timeout: 3000,
    });
    expect(mockApi.calls('POST', JOIN).map(({ body }) => body)).toEqual([
      { invitation_token: 'abc' },
    ]);
  });

  test('shows an invalid invitation with a way out, for a missing and a refused token', async () => {
    mockApi.post(JOIN, () => ({ status: 400, body: { message: 'Invalid invitation token' } }));
    const missing = open('');
    expect(await invalid()).toBeTruthy();
    missing.unmount();

    open('abc');
    await userEvent.click(accept());
    expect(await invalid()).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Return to Dashboard' }).getAttribute('href')).toBe(
      '/dashboard',
    );
  });

  test('offers to sign in as somebody else where the invitation is for another address', async () => {
    const message = 'This invitation to “Engines” was sent to grace@example.com.';
    mockApi.post(JOIN, () => ({ status: 403, body: { message } }));
    const signOut = vi.fn<() => Promise<void>>().mockResolvedValue();
    const { location } = open('abc', fakeShell({ signOut }));
    expect(screen.queryByRole('button', { name: 'Sign in as somebody else' })).toBeNull();
    await userEvent.click(accept());
    expect((await screen.findByRole('alert')).textContent).toContain(message);
    await userEvent.click(screen.getByRole('button', { name: 'Sign in as somebody else' }));
    expect(signOut).toHaveBeenCalledOnce();
    expect(location()).toEqual({
      path: '/login',
      state: {
        from: '/organizations/join/abc',
        message: 'Please log in to accept the organization invitation',
      },
    });
  });

  test.each([
    [
      'This invitation is for another address',
      () => ({ status: 403, body: { message: 'This invitation is for another address' } }),
    ],
    [
      'Failed to join organization. Please try again.',
      () => Promise.reject(new TypeError('Failed to fetch')),
    ],
  ])('shows "%s" for a failure and can be retried', async (text, response) => {
    mockApi.post(JOIN, response);
    open();
    await userEvent.click(accept());
    expect(await screen.findByText(text)).toBeTruthy();
    expect(accept()).toBeTruthy();
  });
});
