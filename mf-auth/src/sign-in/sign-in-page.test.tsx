import { fakeShell, mockApi, renderScreen } from '@carrel/shared/testing';
import { cleanup, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';

import { SignInPage } from './sign-in-page.tsx';

const LOGIN = 'api/v1/accounts/login';
const DEFAULT_MESSAGE = 'Enter your email and password to access your account';

beforeEach(() => mockApi.start());
afterEach(() => mockApi.stop());

const open = (state?: unknown, shell = fakeShell({ reloadUser: async () => fakeShell().user })) =>
  renderScreen(<SignInPage />, { path: { pathname: '/login', state }, route: '/login', shell });

const email = () => screen.getByLabelText<HTMLInputElement>('Email');
const password = () => screen.getByLabelText<HTMLInputElement>('Password');
const button = () => screen.getByRole('button', { name: 'Sign in' });

async function signIn(address = 'ada@example.com', press: 'click' | 'dblClick' = 'click') {
  const person = userEvent.setup();
  await person.type(email(), address);
  await person.type(password(), 'correct horse');
  await person[press](button());
}

describe('the sign-in page', () => {
  test.each([
    ['nothing', undefined, DEFAULT_MESSAGE],
    ['a message', { message: 'Please log in first' }, 'Please log in first'],
    ['a state of another shape', { message: 7 }, DEFAULT_MESSAGE],
  ])('given %s, says what there is to say', (_, state, text) => {
    open(state);
    expect(screen.getByText(text)).toBeTruthy();
  });

  test('links to registration and to a password reset', () => {
    open();
    expect(screen.getByRole('link', { name: 'Register' }).getAttribute('href')).toBe('/register');
    expect(screen.getByRole('link', { name: 'Forgot your password?' }).getAttribute('href')).toBe(
      '/password-reset',
    );
  });

  test.each([
    ['the dashboard', undefined, '/dashboard'],
    [
      'the remembered place',
      { from: '/datasets/1/documents?path=a%2Fb' },
      '/datasets/1/documents?path=a%2Fb',
    ],
    ['the dashboard instead of another site', { from: '//evil.example' }, '/dashboard'],
  ])('opens %s after success, with one request', async (_, state, destination) => {
    mockApi.post(LOGIN, () => ({ body: {} }));
    const { location } = open(state);
    await signIn('  ada@example.com ', 'dblClick');

    expect(await screen.findByText('Login successful!')).toBeTruthy();
    await waitFor(() => expect(location().path).toBe(destination));
    expect(mockApi.calls('POST', LOGIN).map(({ body }) => body)).toEqual([
      { email_address: 'ada@example.com', password: 'correct horse' },
    ]);
  });

  test('shows a failure that belongs to no field', async () => {
    mockApi.post(LOGIN, () => ({
      status: 422,
      body: { message: 'No', issues: [{ path: 'x', message: 'y' }] },
    }));
    open();
    await signIn();
    expect(await screen.findByText('No')).toBeTruthy();
  });

  test('passes the remembered screen to a password reset', async () => {
    const { location } = open({ from: '/datasets?page=2' });
    await userEvent.click(screen.getByRole('link', { name: 'Forgot your password?' }));
    expect(location()).toEqual({ path: '/password-reset', state: { from: '/datasets?page=2' } });
  });

  test('shows that the login failed when no user is signed in after it', async () => {
    mockApi.post(LOGIN, () => ({ body: {} }));
    const { location } = open(undefined, fakeShell({ reloadUser: async () => null }));
    await signIn();
    expect(await screen.findByText('Login failed. Please try again.')).toBeTruthy();
    expect(location().path).toBe('/login');
  });
});

describe('signing in with a passkey', () => {
  const PASSKEY = `${LOGIN}/passkey`;
  const OPTIONS = {
    challenge: 'Y2hhbGxlbmdl',
    rpId: 'localhost',
    allowCredentials: [],
    timeout: 300_000,
    userVerification: 'required',
  };
  const bytes = (text: string) => new TextEncoder().encode(text).buffer;
  const USED = {
    id: 'aWQ',
    rawId: bytes('id'),
    type: 'public-key',
    response: {
      clientDataJSON: bytes('{}'),
      authenticatorData: bytes('a'),
      signature: bytes('s'),
      userHandle: null,
    },
    getClientExtensionResults: () => ({}),
  };
  type Request = { mediation?: string; signal: AbortSignal };
  const get = vi.fn<(request: Request) => Promise<unknown>>();
  let choose: (used: unknown) => void = () => undefined;

  /** Waits for autofill until it is aborted or `choose` is called; a request at a press is fulfilled. */
  const wait = ({ mediation, signal }: Request) => {
    if (mediation !== 'conditional') return Promise.resolve(USED);
    return new Promise((resolve, reject) => {
      choose = resolve;
      signal.addEventListener('abort', () => reject(signal.reason as Error));
    });
  };

  beforeEach(() => {
    get.mockReset().mockImplementation(wait);
    vi.stubGlobal('requestIdleCallback', (act: () => void) => setTimeout(act));
    vi.stubGlobal('cancelIdleCallback', clearTimeout);
    vi.stubGlobal(
      'PublicKeyCredential',
      class {
        static isConditionalMediationAvailable = () => Promise.resolve(true);
      },
    );
    Object.defineProperty(navigator, 'credentials', { value: { get }, configurable: true });
    mockApi.post(`${PASSKEY}/options`, () => ({ body: OPTIONS }));
    mockApi.post(PASSKEY, () => ({ body: {} }));
  });
  afterEach(() => {
    cleanup();
    vi.unstubAllGlobals();
    Reflect.deleteProperty(navigator, 'credentials');
  });

  const press = () =>
    userEvent.click(screen.getByRole('button', { name: 'Sign in with a passkey' }));
  const isOffered = (times = 1) =>
    waitFor(() =>
      expect(get.mock.calls.filter(([{ mediation }]) => mediation === 'conditional')).toHaveLength(
        times,
      ),
    );

  test('opens the remembered place after one press, with an empty form', async () => {
    const { location } = open({ from: '/datasets' });
    await press();
    await waitFor(() => expect(location().path).toBe('/datasets'));
    expect(mockApi.calls('POST', PASSKEY).map(({ body }) => body)).toEqual([
      {
        passkey: {
          id: 'aWQ',
          rawId: 'aWQ',
          type: 'public-key',
          response: { clientDataJSON: 'e30', authenticatorData: 'YQ', signature: 'cw' },
        },
      },
    ]);
  });

  test('opens it when the browser fills one in', async () => {
    const { location } = open();
    await isOffered();
    expect(email().getAttribute('autocomplete')).toBe('username webauthn');
    choose(USED);
    await waitFor(() => expect(location().path).toBe('/dashboard'));
  });

  test('says once that nothing was used, and offers passkeys again', async () => {
    open();
    await isOffered();
    get.mockImplementationOnce(() => Promise.reject(new DOMException('No', 'NotAllowedError')));
    await press();
    const words = /No passkey was used: the request was cancelled/;
    expect(await screen.findByText(words)).toBeTruthy();
    expect(screen.getAllByText(words)).toHaveLength(1);
    await isOffered(2);
  });

  test('shows what the server says of a passkey that it does not know', async () => {
    const message = 'This passkey is not known here.';
    mockApi.post(PASSKEY, () => ({ status: 400, body: { message } }));
    const { location } = open();
    await press();
    expect(await screen.findByText(message)).toBeTruthy();
    expect(location().path).toBe('/login');
  });

  test('is not offered while the password signs in, and is again after a failure', async () => {
    mockApi.post(LOGIN, () => ({ status: 400, body: { message: 'Incorrect email or password' } }));
    open();
    await isOffered();
    await signIn();
    expect(await screen.findByText('Incorrect email or password')).toBeTruthy();
    expect(get.mock.calls[0]?.[0].signal.aborted).toBe(true);
    await isOffered(2);
  });

  test('is nothing that a server without passkeys, or a browser, speaks of until it is pressed', async () => {
    mockApi.post(`${PASSKEY}/options`, () => ({ status: 404, body: { message: 'Not found.' } }));
    open();
    await waitFor(() => expect(mockApi.calls('POST', `${PASSKEY}/options`)).toHaveLength(1));
    expect(screen.queryByText('Not found.')).toBeNull();
    await press();
    expect(await screen.findByText('Not found.')).toBeTruthy();
  });
});
