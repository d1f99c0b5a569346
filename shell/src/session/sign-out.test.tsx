import { STORAGE_KEYS } from '@carrel/shared/contract';
import { makeId, mockApi } from '@carrel/shared/testing';
import { act, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';

import {
  SESSIONS,
  open,
  serve,
  signIn,
  startConsole,
  stopConsole,
  unauthorized,
} from '../testing/console.tsx';

beforeEach(startConsole);
afterEach(stopConsole);

async function logOut(): Promise<void> {
  await userEvent.click(await screen.findByRole('button', { name: /Ada Lovelace/ }));
  const item = await screen.findByRole('menuitem', { name: 'Log out' });
  // By its place: on a busy machine, the menu forgets the letters of a name between two of them.
  await userEvent.keyboard('{End}');
  await waitFor(() => expect(item.hasAttribute('data-highlighted')).toBe(true));
  await userEvent.keyboard('{Enter}');
}

async function expectSignedOut(): Promise<void> {
  expect(await screen.findByText('At /login')).toBeDefined();
  expect(screen.getByText('State {}')).toBeDefined();
  expect(localStorage.getItem(STORAGE_KEYS.emailCooldowns)).toBeNull();
  expect(localStorage.getItem(STORAGE_KEYS.selectedOrganization)).toBeNull();
}

describe('the sign-out', () => {
  test('that fails is logged, said, and tried again at the next visit', async () => {
    signIn();
    serve();
    mockApi.post('api/v1/accounts/logout', () => Promise.reject(new TypeError('Failed to fetch')));
    localStorage.setItem(STORAGE_KEYS.emailCooldowns, '{"1":2}');
    const first = open('/datasets');
    await logOut();
    await expectSignedOut();
    expect(globalThis.console.warn).toHaveBeenCalledOnce();
    expect(await screen.findByText('Logout failed. Please try again.')).toBeDefined();
    expect(screen.queryByText(/logged out/iu)).toBeNull();
    first.unmount();

    // The server's cookies are still there, and it gives none for scripts.
    const second = open('/datasets', '', undefined, {});
    expect(await screen.findByText('At /login')).toBeDefined();
    second.unmount();
    const sent = mockApi.calls('POST', 'api/v1/accounts/logout').length;
    expect(sent).toBe(2);

    mockApi.post('api/v1/accounts/logout', () => ({ status: 204 }));
    const third = open('/datasets', '', undefined, {});
    expect(await screen.findByText('At /login')).toBeDefined();
    third.unmount();
    open('/datasets', '', undefined, {});
    expect(await screen.findByText('At /datasets')).toBeDefined();
    expect(mockApi.calls('POST', 'api/v1/accounts/logout')).toHaveLength(3);
  });

  test('of a session that has already ended is done', async () => {
    signIn();
    serve();
    open('/datasets');
    await screen.findByText('At /datasets');
    mockApi.post('api/v1/accounts/logout', () => unauthorized);
    mockApi.put(SESSIONS, () => unauthorized);
    await logOut();
    await expectSignedOut();
    expect(await screen.findByText('Logged out successfully')).toBeDefined();
    expect(screen.queryByText(/expired/)).toBeNull();
  });

  test('deletes what is stored of the user, and the remembered URL, and shows a toast', async () => {
    signIn();
    serve();
    localStorage.setItem(STORAGE_KEYS.emailCooldowns, '{"1":2}');
    open('/datasets');
    await logOut();
    await expectSignedOut();
    expect(await screen.findByText('Logged out successfully')).toBeDefined();
  });

  test('that did not reach the server is not undone by the next load', async () => {
    signIn();
    serve();
    mockApi.post('api/v1/accounts/logout', () => Promise.reject(new TypeError('Failed to fetch')));
    const first = open('/datasets');
    await logOut();
    await screen.findByText('At /login');
    first.unmount();

    open('/datasets');
    expect(await screen.findByText('At /login')).toBeDefined();
  });

  test('persists where the server is on another origin, until a user signs in again', async () => {
    serve();
    mockApi.post('api/v1/accounts/logout', () => Promise.reject(new TypeError('Failed to fetch')));
    const first = open('/datasets', window.location.origin);
    await logOut();
    await screen.findByText('At /login');
    first.unmount();

    const second = open('/datasets', window.location.origin);
    expect(await screen.findByText('At /login')).toBeDefined();
    second.unmount();

    localStorage.setItem('carrel-signed-in-account', makeId(1));
    open('/datasets', window.location.origin);
    expect(await screen.findByRole('heading', { name: 'Screen /datasets' })).toBeDefined();
  });

  test('in another tab ends the session here', async () => {
    signIn();
    serve();
    open('/datasets');
    await screen.findByRole('heading', { name: 'Screen /datasets' });
    act(() => {
      window.dispatchEvent(
        new StorageEvent('storage', { key: 'carrel-signed-out', newValue: 'now' }),
      );
    });
    expect(await screen.findByText('At /login')).toBeDefined();
    expect(screen.getByText('State {}')).toBeDefined();
  });
});
