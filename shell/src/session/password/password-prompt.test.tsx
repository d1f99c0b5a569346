import { REAUTHENTICATE_HEADER } from '@carrel/shared/contract';
import { mockApi } from '@carrel/shared/testing';
import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';

import { SAVE, open, serve, signIn, startConsole, stopConsole } from '../../testing/console.tsx';

const CONFIRM = 'api/v1/accounts/reauthenticate';

let confirmed = false;

beforeEach(() => {
  confirmed = false;
  startConsole();
  signIn();
  serve();
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

async function save() {
  open('/datasets');
  await userEvent.type(await screen.findByLabelText('Notes'), 'Half a sentence');
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  return within(await screen.findByRole('dialog', { name: 'Confirm your password' }));
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
    const dialog = await save();
    await userEvent.click(dialog.getByRole('button', { name: 'Use a passkey' }));
    await isClosed();
    await waitFor(() => expect(mockApi.calls('POST', SAVE)).toHaveLength(2));
    expect(mockApi.calls('POST', PASSKEY)).toHaveLength(1);
    expect(mockApi.calls('POST', CONFIRM)).toEqual([]);
  });

  test('reads in the dialog that none was used, and may try again', async () => {
    get.mockRejectedValueOnce(new DOMException('No', 'NotAllowedError'));
    const dialog = await save();
    await userEvent.click(dialog.getByRole('button', { name: 'Use a passkey' }));
    expect(await dialog.findByText(/No passkey was used/)).toBeDefined();
    await userEvent.click(dialog.getByRole('button', { name: 'Use a passkey' }));
    await isClosed();
  });
});
