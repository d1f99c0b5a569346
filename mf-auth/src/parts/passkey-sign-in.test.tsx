import { fakeShell, mockApi, renderScreen } from '@carrel/shared/testing';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { SignInPage } from '../sign-in/sign-in-page.tsx';

const LOGIN = 'api/v1/accounts/login';
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
  mockApi.start();
  get.mockReset().mockImplementation(wait);
  vi.stubGlobal('requestIdleCallback', (act: () => void) => setTimeout(act));
  vi.stubGlobal(
    'PublicKeyCredential',
    Object.assign(() => undefined, {
      isConditionalMediationAvailable: () => Promise.resolve(true),
    }),
  );
  Object.defineProperty(navigator, 'credentials', { value: { get }, configurable: true });
  mockApi.post(`${PASSKEY}/options`, () => ({ body: OPTIONS }));
  mockApi.post(PASSKEY, () => ({ body: {} }));
});
afterEach(() => {
  mockApi.stop();
  vi.unstubAllGlobals();
  Reflect.deleteProperty(navigator, 'credentials');
});

const open = (state?: unknown) =>
  renderScreen(<SignInPage />, {
    path: { pathname: '/login', state },
    route: '/login',
    shell: fakeShell({ reloadUser: async () => fakeShell().user }),
  });

const press = () => userEvent.click(screen.getByRole('button', { name: 'Sign in with a passkey' }));
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
  await userEvent.type(screen.getByLabelText('Email'), 'ada@example.com');
  await userEvent.type(screen.getByLabelText('Password'), 'a wrong password{Enter}');
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
