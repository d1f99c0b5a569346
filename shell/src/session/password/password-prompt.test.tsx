import { REAUTHENTICATE_HEADER, type Factors } from '@carrel/shared/contract';
import { mockApi } from '@carrel/shared/testing';
import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';

import { SAVE, open, serve, signIn, startConsole, stopConsole } from '../../testing/console.tsx';

const CONFIRM = 'api/v1/accounts/reauthenticate';
const FACTORS = 'api/v1/accounts/factors';
const factors = { password: true, totp: false, passkeys: 0, recovery_codes: 0 };

let confirmed = false;

beforeEach(() => {
  confirmed = false;
  startConsole();
  signIn();
  serve();
  mockApi.get(FACTORS, () => ({ body: factors }));
  mockApi.post(SAVE, () =>
    confirmed
      ? { status: 204 }
      : {
          status: 403,
          body: { message: 'Please confirm your password to continue.' },
          headers: { [REAUTHENTICATE_HEADER]: 'password' },
        },
  );
  mockApi.post(CONFIRM, ({ body }) => {
    confirmed = (body as { password: string }).password === 'correct horse';
    return confirmed ? { status: 204 } : { status: 400, body: { message: 'Incorrect password' } };
  });
});
afterEach(stopConsole);

async function save(name = 'Confirm your password') {
  open('/datasets');
  await userEvent.type(await screen.findByLabelText('Notes'), 'Half a sentence');
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  return within(await screen.findByRole('dialog', { name }));
}

const type = async (password: string) =>
  userEvent.type(screen.getByLabelText('Password'), `${password}{Enter}`);

const isClosed = () =>
  waitFor(() => expect(screen.queryByRole('dialog', { name: 'Confirm your password' })).toBeNull());

describe('a call that needs the password', () => {
  test('opens a dialog, and is sent again with the right one', async () => {
    const dialog = await save();
    await userEvent.click(dialog.getByRole('button', { name: 'Confirm' }));
    expect(await dialog.findByText('Password is required')).toBeDefined();
    await type('wrong');
    expect(await dialog.findByText('Incorrect password')).toBeDefined();
    expect(mockApi.calls('POST', SAVE)).toHaveLength(1);

    await userEvent.clear(screen.getByLabelText('Password'));
    await type('correct horse');
    await isClosed();
    await waitFor(() => expect(mockApi.calls('POST', SAVE)).toHaveLength(2));
    expect(screen.getByLabelText<HTMLInputElement>('Notes').value).toBe('Half a sentence');
  });

  test('leads to single sign-on where the account has no password', async () => {
    const SSO = `${CONFIRM}/sso`;
    mockApi.get(FACTORS, () => ({ body: { ...factors, password: false } }));
    mockApi.post(SSO, () => ({ body: { redirect_url: 'https://login.example.com/' } }));
    const assign = vi.spyOn(location, 'assign').mockImplementation(() => undefined);
    open('/datasets');
    await userEvent.click(await screen.findByRole('button', { name: 'Save' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Confirm that it is you' }));
    await userEvent.click(dialog.getByRole('button', { name: 'Continue' }));
    await waitFor(() => expect(assign).toHaveBeenCalledWith('https://login.example.com/'));
    expect(mockApi.calls('POST', SSO).map(({ body }) => body)).toEqual([
      { return_path: '/datasets' },
    ]);
    vi.restoreAllMocks();
  });

  test('fails after Cancel, and leaves the screen as it is', async () => {
    const dialog = await save();
    await userEvent.click(dialog.getByRole('button', { name: 'Cancel' }));
    await isClosed();
    expect(mockApi.calls('POST', CONFIRM)).toEqual([]);
    expect(mockApi.calls('POST', SAVE)).toHaveLength(1);
    expect(screen.getByLabelText<HTMLInputElement>('Notes').value).toBe('Half a sentence');

    await userEvent.click(screen.getByRole('button', { name: 'Save' }));
    expect(await screen.findByRole('dialog', { name: 'Confirm your password' })).toBeDefined();
  });
});

describe('an account with an authenticator app', () => {
  const factors: Factors = { password: true, totp: true, passkeys: 0, recovery_codes: 10 };

  test('is asked for a code instead', async () => {
    mockApi.get('api/v1/accounts/factors', () => ({ body: factors }));
    mockApi.post(CONFIRM, ({ body }) => {
      confirmed = (body as { code: string }).code === '123456';
      return confirmed ? { status: 204 } : { status: 400, body: { message: 'Incorrect code' } };
    });
    open('/datasets');
    await userEvent.click(await screen.findByRole('button', { name: 'Save' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Confirm that it is you' }));
    expect(dialog.queryByLabelText('Password')).toBeNull();
    const field = dialog.getByLabelText<HTMLInputElement>('Code');
    expect([field.inputMode, field.autocomplete]).toEqual(['numeric', 'one-time-code']);
    await userEvent.click(dialog.getByRole('button', { name: 'Confirm' }));
    expect(await dialog.findByText('Enter the 6 digits of the code')).toBeDefined();
    await userEvent.type(field, '000000{Enter}');
    expect(await dialog.findByText('Incorrect code')).toBeDefined();
    await userEvent.clear(field);
    await userEvent.type(field, '123 456{Enter}');
    await waitFor(() => expect(mockApi.calls('POST', SAVE)).toHaveLength(2));
    expect(mockApi.calls('POST', CONFIRM).map(({ body }) => body)).toEqual([
      { code: '000000' },
      { code: '123456' },
    ]);
  });
});
describe('an account without a password', () => {
  const MAILED = `${CONFIRM}/mail`;
  const none: Factors = { password: false, totp: false, passkeys: 0, recovery_codes: 0 };
  const home = { ...none, mail_addresses: ['ada@home.example'] };
  let by = 'password';

  beforeEach(() => {
    by = 'password';
    mockApi.get(FACTORS, () => ({ body: home }));
    mockApi.post(SAVE, () =>
      confirmed
        ? { status: 204 }
        : { status: 403, body: { message: 'No' }, headers: { [REAUTHENTICATE_HEADER]: by } },
    );
    mockApi.post(MAILED, () => ({ body: { email_addresses: ['ada@home.example'] } }));
    mockApi.put(MAILED, ({ body }) => {
      confirmed = (body as { code: string }).code === 'BCDFG-HJKLM';
      return confirmed ? { status: 204 } : { status: 400, body: { message: 'This code is wrong' } };
    });
  });

  const enterCode = async () => {
    const dialog = within(await screen.findByRole('dialog', { name: 'Confirm that it is you' }));
    const field = await dialog.findByLabelText<HTMLInputElement>('Code');
    await userEvent.type(field, 'BCDFG{Enter}');
    expect(await dialog.findByText('This code is wrong')).toBeDefined();
    mockApi.post(MAILED, () => ({ status: 429, body: { message: 'Too many requests' } }));
    await userEvent.click(dialog.getByRole('button', { name: 'Send a new code' }));
    expect(await dialog.findByText('Too many requests')).toBeDefined();
    expect(field.value).toBe('BCDFG');
    await userEvent.type(field, '-HJKLM{Enter}');
    await waitFor(() => expect(mockApi.calls('POST', SAVE)).toHaveLength(2));
    expect(screen.getByLabelText<HTMLInputElement>('Notes').value).toBe('Half a sentence');
  };

  test('is sent a code, and keeps what was typed', async () => {
    const dialog = await save('Confirm that it is you');
    expect(dialog.getByText(/a code that is sent to ada@home.example/)).toBeDefined();
    expect(mockApi.calls('POST', MAILED)).toEqual([]);
    await userEvent.click(dialog.getByRole('button', { name: 'Send code' }));
    await enterCode();
  });

  test('may use a code instead of single sign-on, where that is enough', async () => {
    by = 'sso';
    const dialog = await save('Confirm that it is you');
    expect(dialog.getByRole('button', { name: 'Continue' })).toBeDefined();
    await userEvent.click(dialog.getByRole('button', { name: 'Get a code by mail instead' }));
    await userEvent.click(await screen.findByRole('button', { name: 'Send code' }));
    await enterCode();
  });

  test('is told to set a password where its addresses are of an organization', async () => {
    const RESET = 'api/v1/accounts/reset-password';
    mockApi.get(FACTORS, () => ({ body: { ...none, mail_addresses: [] } }));
    mockApi.post(RESET, () => ({ status: 204 }));
    const dialog = await save('Set a password first');
    await userEvent.click(dialog.getByRole('button', { name: 'Send reset email' }));
    expect(
      await screen.findByText('Password reset email sent! Please check your inbox.'),
    ).toBeDefined();
    expect(mockApi.calls('POST', RESET)).toHaveLength(1);
    expect(screen.getByLabelText<HTMLInputElement>('Notes').value).toBe('Half a sentence');
  });
});

const bytes = (text: string) => new TextEncoder().encode(text).buffer;

describe('an account with a passkey', () => {
  const PASSKEY = `${CONFIRM}/passkey`;
  const get = vi.fn<() => Promise<unknown>>();

  beforeEach(() => {
    mockApi.get('api/v1/accounts/factors', () => ({
      body: { password: true, totp: false, passkeys: 1, recovery_codes: 0 },
    }));
    mockApi.post(`${PASSKEY}/options`, () => ({
      body: {
        challenge: 'Y2hhbGxlbmdl',
        rpId: 'localhost',
        allowCredentials: [{ id: 'aWQ', type: 'public-key', transports: [] }],
        timeout: 300_000,
        userVerification: 'required',
      },
    }));
    mockApi.post(PASSKEY, () => {
      confirmed = true;
      return { status: 204 };
    });
    get.mockReset().mockResolvedValue({
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
    });
    vi.stubGlobal('PublicKeyCredential', () => undefined);
    Object.defineProperty(navigator, 'credentials', { value: { get }, configurable: true });
  });
  afterEach(() => {
    vi.unstubAllGlobals();
    Reflect.deleteProperty(navigator, 'credentials');
  });

  test('is offered it first, and the call is sent again once it was used', async () => {
    const dialog = await save('Confirm that it is you');
    await userEvent.click(dialog.getByRole('button', { name: 'Use a passkey' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await waitFor(() => expect(mockApi.calls('POST', SAVE)).toHaveLength(2));
    expect(mockApi.calls('POST', PASSKEY)).toHaveLength(1);
    expect(mockApi.calls('POST', CONFIRM)).toEqual([]);
  });

  test('reads in the dialog that none was used, and may try again', async () => {
    get.mockRejectedValueOnce(new DOMException('No', 'NotAllowedError'));
    const dialog = await save('Confirm that it is you');
    await userEvent.click(dialog.getByRole('button', { name: 'Use a passkey' }));
    expect(await dialog.findByText(/No passkey was used/)).toBeDefined();
    await userEvent.click(dialog.getByRole('button', { name: 'Use a passkey' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });
});
