import type { Membership } from '@carrel/shared/contract';
import { makeId, makeUser, mockApi } from '@carrel/shared/testing';
import { screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';

import { CURRENT, open, serve, signIn, startConsole, stopConsole } from '../../testing/console.tsx';

const CONFIRM = 'api/v1/accounts/reauthenticate';
const FACTORS = 'api/v1/accounts/factors';

let membership: Membership;

beforeEach(() => {
  startConsole();
  signIn();
  membership = { organization_name: 'Acme', role_name: 'Editor' };
  serve();
  serveMembership();
  mockApi.get(FACTORS, () => ({
    body: { password: true, totp: false, passkeys: 0, recovery_codes: 0 },
  }));
  mockApi.post(CONFIRM, () => {
    membership = { ...membership, requirement: null };
    return { status: 204 };
  });
});
afterEach(stopConsole);

/** Set again, it deletes a response that is kept from before. */
function serveMembership() {
  mockApi.get(CURRENT, () => ({ body: makeUser({ memberships: { [makeId(100)]: membership } }) }));
}

const lack = (requirement: Membership['requirement'], rest: Partial<Membership> = {}) => {
  membership = { ...membership, requirement, ...rest };
};

async function confirm() {
  await userEvent.type(await screen.findByLabelText('Password'), 'correct horse{Enter}');
}

describe('a session that lacks a second factor', () => {
  test.each([['/datasets'], ['/dashboard']])(
    'sees at %s what to do, and no screen',
    async (path) => {
      lack('second_factor');
      open(path);
      expect(await screen.findByText('Acme requires a second factor')).toBeTruthy();
      expect(screen.getByRole('link', { name: 'Open account settings' }).getAttribute('href')).toBe(
        '/account',
      );
      expect(screen.queryByText('Screen /datasets')).toBeNull();
      expect(mockApi.calls('GET', 'api/v1/datasets')).toEqual([]);
      expect(screen.queryByRole('button', { name: 'Use your second factor' })).toBeNull();
    },
  );

  test('uses the second factor of the account, and sees the screen', async () => {
    mockApi.get(FACTORS, () => ({
      body: { password: true, totp: true, passkeys: 0, recovery_codes: 10 },
    }));
    lack('second_factor');
    open('/datasets');
    await userEvent.click(await screen.findByRole('button', { name: 'Use your second factor' }));
    await userEvent.type(await screen.findByLabelText('Code'), '123456{Enter}');
    expect(await screen.findByText('Screen /datasets')).toBeTruthy();
  });

  test('sees the account', async () => {
    lack('second_factor');
    open('/account');
    expect(await screen.findByText('Screen /account')).toBeTruthy();
  });
});

test('a way to sign in that is not accepted names those that are', async () => {
  lack('method', { allowed_methods: ['passkey', 'sso'] });
  open('/datasets');
  expect(await screen.findByText('Acme does not accept the way you signed in')).toBeTruthy();
  expect(
    screen.getByText('It accepts a passkey or single sign-on. Sign out, and sign in that way.'),
  ).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Sign out' }));
  await waitFor(() => expect(mockApi.calls('POST', 'api/v1/accounts/logout')).toHaveLength(1));
});

test('a session of another organization is opened by what proves the account', async () => {
  lack('method', { allowed_methods: ['password', 'passkey', 'mail'] });
  open('/datasets');
  await userEvent.click(await screen.findByRole('button', { name: 'Confirm that it is you' }));
  await confirm();
  expect(await screen.findByText('Screen /datasets')).toBeTruthy();
});

test('an organization that requires single sign-on leads to its own provider, and back', async () => {
  mockApi.post('api/v1/accounts/login/sso', () => ({
    body: { redirect_url: `${location.origin}/#provider` },
  }));
  lack('method', { allowed_methods: ['sso'] });
  open('/datasets?page=2');
  expect(await screen.findByText(/^It accepts single sign-on only\./)).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Sign in with Acme’s provider' }));
  await waitFor(() => expect(location.hash).toBe('#provider'));
  expect(mockApi.calls('POST', 'api/v1/accounts/login/sso')).toMatchObject([
    { body: { organization_id: makeId(100), return_path: '/datasets?page=2' } },
  ]);
  expect(screen.getByRole('button', { name: 'Sign out' })).toBeTruthy();
});

describe('a session that was not used for a while', () => {
  test('keeps the screen with what was typed, and shows it after confirming', async () => {
    open('/datasets');
    const notes = await screen.findByLabelText<HTMLInputElement>('Notes');
    await userEvent.type(notes, 'Half a sentence');
    lack('idle');
    serveMembership();
    await userEvent.click(screen.getByRole('button', { name: 'Sign in' }));
    expect(await screen.findByText('You have not used Acme for a while')).toBeTruthy();
    expect(notes.closest('[hidden]')).not.toBeNull();

    await userEvent.click(screen.getByRole('button', { name: 'Confirm' }));
    await confirm();
    await waitFor(() =>
      expect(screen.queryByText('You have not used Acme for a while')).toBeNull(),
    );
    expect(screen.getByLabelText<HTMLInputElement>('Notes').value).toBe('Half a sentence');
    expect(notes.closest('[hidden]')).toBeNull();
  });

  test('opens no screen before', async () => {
    lack('idle');
    open('/datasets');
    expect(await screen.findByText('You have not used Acme for a while')).toBeTruthy();
    expect(screen.queryByLabelText('Notes')).toBeNull();
  });
});

test('the dashboard names the day from which on a second factor is required', async () => {
  membership = { ...membership, second_factor_from: '2026-12-09T00:00:00Z' };
  open('/dashboard');
  expect(
    await screen.findByText(/From .*9.*, Acme requires a second factor to sign in\./),
  ).toBeTruthy();
});

test('a screen that the server refuses makes way for what to do', async () => {
  mockApi.get('api/v1/summary', () => {
    lack('second_factor');
    return { status: 403, body: { message: 'This organization requires a second factor.' } };
  });
  open('/dashboard');
  expect(await screen.findByText('Acme requires a second factor')).toBeTruthy();
});
