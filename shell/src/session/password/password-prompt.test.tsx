import { REAUTHENTICATE_HEADER } from '@carrel/shared/contract';
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
