import { ApiError, SESSION_EXPIRED_EVENT } from '@carrel/shared/api';
import { STORAGE_KEYS } from '@carrel/shared/contract';
import { makeId, makeUser, mockApi } from '@carrel/shared/testing';
import { act, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';

import {
  CURRENT,
  SAVE,
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

describe('the start', () => {
  test('shows the sign-in page immediately where no session can exist', () => {
    open('/login');
    expect(screen.getByRole('heading', { name: 'Screen /login' })).toBeDefined();
    expect(mockApi.calls()).toHaveLength(0);
  });

  test('shows "Loading..." until it is known who is signed in', async () => {
    signIn();
    serve();
    open('/datasets');
    expect(screen.getByText('Loading...')).toBeDefined();
    expect(await screen.findByRole('heading', { name: 'Screen /datasets' })).toBeDefined();
    expect(document.title).toBe('Carrel | /datasets');
  });

  test('sends a request to a server of another origin, whose cookies scripts cannot read', async () => {
    serve();
    open('/datasets', window.location.origin);
    expect(await screen.findByRole('heading', { name: 'Screen /datasets' })).toBeDefined();
  });

  test('asks a server that gives no cookie for scripts', async () => {
    serve();
    open('/datasets', '', undefined, {});
    expect(screen.getByText('Loading...')).toBeDefined();
    expect(await screen.findByRole('heading', { name: 'Screen /datasets' })).toBeDefined();
  });

  test('asks where a user signed in in this browser, though the cookie is gone', async () => {
    serve();
    localStorage.setItem('carrel-signed-in-account', makeId(1));
    open('/datasets');
    expect(await screen.findByRole('heading', { name: 'Screen /datasets' })).toBeDefined();
  });

  test('asks behind a guest’s screen of the page, which leads to the remembered place', async () => {
    serve();
    const page = { showsGuest: true };
    open('/login', '', undefined, page);
    expect(screen.getByRole('heading', { name: 'Screen /login' })).toBeDefined();
    expect(await screen.findByText('Dashboard')).toBeDefined();
  });

  test('leaves a guest on the screen, without a word, where nobody was signed in', async () => {
    mockApi.get(CURRENT, () => unauthorized);
    mockApi.put(SESSIONS, () => unauthorized);
    open('/register', '', undefined, { showsGuest: true });
    await waitFor(() => expect(mockApi.calls('PUT', SESSIONS)).toHaveLength(1));
    await act(async () => undefined);
    expect(screen.getByText('At /register')).toBeDefined();
    expect(screen.queryByText(/expired/)).toBeNull();
  });

  test('treats a user as a guest when the server fails, and only logs it', async () => {
    signIn();
    mockApi.get(CURRENT, () => ({ status: 500, body: { message: 'No' } }));
    open('/datasets');
    expect(await screen.findByRole('heading', { name: 'Screen /login' })).toBeDefined();
    expect(screen.getByText(/State .*The server could not tell whether you are/)).toBeDefined();
    expect(screen.queryByRole('alert')).toBeNull();
  });
});

describe('an expired session', () => {
  test('redirects the user to the sign-in page and remembers the URL', async () => {
    signIn();
    serve();
    mockApi.put(SESSIONS, () => unauthorized);
    open('/datasets?page=2#newest');
    await screen.findByRole('heading', { name: 'Screen /datasets' });

    mockApi.post(SAVE, () => unauthorized);
    await userEvent.click(screen.getByRole('button', { name: 'Save' }));

    expect(await screen.findByText('At /login')).toBeDefined();
    expect(await screen.findByText('Session expired. Please login again.')).toBeDefined();
    expect(screen.getByText('State {"from":"/datasets?page=2#newest"}')).toBeDefined();
    expect(localStorage.getItem(STORAGE_KEYS.selectedOrganization)).toBeNull();
  });

  test.each(['the global event', 'an unhandled rejection'])('is detected by %s', async (way) => {
    signIn();
    serve();
    open('/workspaces');
    await screen.findByRole('heading', { name: 'Screen /workspaces' });
    const event =
      way === 'the global event'
        ? new Event(SESSION_EXPIRED_EVENT)
        : Object.assign(new Event('unhandledrejection', { cancelable: true }), {
            reason: new ApiError('session', 'Session expired. Please login again.'),
          });
    act(() => void window.dispatchEvent(event));

    expect(await screen.findByText('State {"from":"/workspaces"}')).toBeDefined();
    expect(event.defaultPrevented).toBe(way === 'an unhandled rejection');
  });

  test('redirects a guest to the sign-in page, too', async () => {
    open('/register');
    mockApi.post(SAVE, () => unauthorized);
    mockApi.put(SESSIONS, () => unauthorized);
    await userEvent.click(await screen.findByRole('button', { name: 'Save' }));
    expect(await screen.findByText('At /login')).toBeDefined();
  });

  test('leaves a user on a screen that is exempt', async () => {
    signIn();
    serve();
    mockApi.put(SESSIONS, () => unauthorized);
    open('/organizations/join/token');
    await screen.findByRole('heading', { name: /Screen/ });

    mockApi.post(SAVE, () => unauthorized);
    const before = mockApi.calls('PUT', SESSIONS).length;
    await userEvent.click(screen.getByRole('button', { name: 'Save' }));

    await waitFor(() => expect(mockApi.calls('PUT', SESSIONS)).toHaveLength(before + 1));
    expect(screen.getByText('At /organizations/join/token')).toBeDefined();
  });
});

const load = async () => {
  const loaded = open('/datasets');
  await screen.findByText('At /login');
  return loaded;
};

const said = () => screen.queryByText('Session expired. Please login again.');

describe('a session that has ended before the page was loaded', () => {
  test('is said once, and not at the next load', async () => {
    signIn();
    localStorage.setItem('carrel-signed-in-account', makeId(1));
    mockApi.get(CURRENT, () => unauthorized);
    mockApi.put(SESSIONS, () => unauthorized);
    const first = await load();
    await waitFor(() => expect(said()).not.toBeNull());
    first.unmount();
    await load();
    await waitFor(() => expect(mockApi.calls('PUT', SESSIONS)).toHaveLength(2));
    expect(said()).toBeNull();
  });

  test('is not decided where the refresh got no answer: the page can be tried again', async () => {
    signIn();
    localStorage.setItem('carrel-signed-in-account', makeId(1));
    mockApi.get(CURRENT, () => unauthorized);
    mockApi.put(SESSIONS, () => ({ status: 503 }));
    open('/datasets');
    const retry = await screen.findByRole('button', { name: 'Retry' });
    serve();
    await userEvent.click(retry);
    expect(await screen.findByText('At /datasets')).toBeDefined();
  });
});

describe('a refresh without an answer', () => {
  test('leaves the user, and what was typed, with a banner that tries again', async () => {
    signIn();
    serve();
    open('/datasets');
    await userEvent.type(await screen.findByLabelText('Notes'), 'Half a sentence');
    let down = true;
    mockApi.get(CURRENT, () => (down ? unauthorized : { body: makeUser() }));
    mockApi.post(SAVE, () => unauthorized);
    mockApi.put(SESSIONS, () => ({ status: down ? 503 : 204 }));
    await userEvent.click(screen.getByRole('button', { name: 'Save' }));

    const retry = await screen.findByRole('button', { name: 'Try again' });
    await userEvent.click(retry);
    await waitFor(() => expect(mockApi.calls('PUT', SESSIONS)).toHaveLength(2));
    down = false;
    await userEvent.click(await screen.findByRole('button', { name: 'Try again' }));
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull());
    expect(screen.getByText('At /datasets')).toBeDefined();
    expect(screen.getByLabelText<HTMLInputElement>('Notes').value).toBe('Half a sentence');
  });
});

const signInInAnotherTab = (accountId: string) =>
  act(() => {
    window.dispatchEvent(
      new StorageEvent('storage', { key: 'carrel-signed-in-account', newValue: accountId }),
    );
  });

describe('a sign-in in another tab', () => {
  test('of another user replaces the user here', async () => {
    signIn();
    serve();
    open('/datasets');
    await screen.findByRole('button', { name: /Ada Lovelace/ });
    serve(makeUser({ id: makeId(2), first_name: 'Grace', last_name: 'Hopper' }));
    signInInAnotherTab(makeId(2));
    expect(await screen.findByRole('button', { name: /Grace Hopper/ })).toBeDefined();
    expect(screen.getByText('At /datasets')).toBeDefined();
  });

  test('of the same user changes nothing', async () => {
    signIn();
    serve();
    open('/datasets');
    await userEvent.type(await screen.findByRole('textbox', { name: 'Notes' }), 'kept');
    signInInAnotherTab(makeId(1));
    expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Notes' }).value).toBe('kept');
  });
});
