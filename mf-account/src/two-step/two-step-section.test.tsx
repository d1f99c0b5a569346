import type { SecondStep } from '@carrel/shared/contract/sign-in';
import { mockApi, needsPassword, renderScreen } from '@carrel/shared/testing';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';

import { TwoStepSection } from './two-step-section.tsx';

const TOTP = 'api/v1/accounts/totp';
const CODES = 'api/v1/accounts/recovery-codes';
const BROWSERS = 'api/v1/accounts/trusted-browsers';

const OFF: SecondStep = { confirmed_at: null, recovery_codes: 0, trusted_browsers: 0 };
const ON: SecondStep = {
  confirmed_at: '2026-11-20T12:00:00.000Z',
  recovery_codes: 8,
  trusted_browsers: 2,
};
const STARTED = {
  secret: 'JBSWY3DPEHPK3PXP',
  url: 'otpauth://totp/Carrel:ada?secret=JBSWY3DPEHPK3PXP',
};
const NEW_CODES = { recovery_codes: ['abcde-fgh23', 'ijklm-nop45'] };

let state: SecondStep;

beforeEach(() => {
  state = OFF;
  mockApi.start();
  mockApi.get(TOTP, () => ({ body: state }));
});
afterEach(() => mockApi.stop());

const open = () => renderScreen(<TwoStepSection />, { path: '/account', route: '/account' });

const press = async (name: string, inside = screen) =>
  userEvent.click(await inside.findByRole('button', { name }));

describe('an account without a second step', () => {
  test('sets up an app: a QR code, a key, a code, and codes that are shown once', async () => {
    const { handler, prompt, remove } = needsPassword({ body: STARTED });
    mockApi.post(TOTP, handler);
    mockApi.put(TOTP, ({ body }) => {
      if ((body as { code: string }).code !== '123456') {
        return { status: 400, body: { message: 'Incorrect code' } };
      }
      state = { ...ON, recovery_codes: 10 };
      return { body: NEW_CODES };
    });
    open();
    expect(await screen.findByText('Off. The password alone is enough to sign in.')).toBeTruthy();
    await press('Set up');
    const dialog = within(await screen.findByRole('dialog', { name: 'Set up authenticator app' }));
    expect(prompt).toHaveBeenCalledOnce();
    remove();
    const picture = dialog.getByRole('img', { name: 'QR code for your authenticator app' });
    expect(picture.querySelector('path')?.getAttribute('d')).toMatch(/^M4 4h7v1h-7z/);
    expect(dialog.getByText(STARTED.secret)).toBeTruthy();
    const field = dialog.getByLabelText('Code');
    await userEvent.type(field, '000000{Enter}');
    expect(await dialog.findByText('Incorrect code')).toBeTruthy();
    await userEvent.clear(field);
    await userEvent.type(field, '123456{Enter}');
    const saved = within(await screen.findByRole('dialog', { name: 'Save your recovery codes' }));
    expect(saved.getByText(/abcde-fgh23\s+ijklm-nop45/)).toBeTruthy();
    expect(saved.getByRole('button', { name: 'Copy Recovery codes' })).toBeTruthy();
    await userEvent.click(saved.getByRole('button', { name: 'I have saved them' }));
    expect(await screen.findByText('10 of 10 left.')).toBeTruthy();
  });

  test('says that the set-up could not be started', async () => {
    mockApi.post(TOTP, () => ({ status: 429, body: { message: 'Too often' } }));
    open();
    await press('Set up');
    expect(await screen.findByText('Too often')).toBeTruthy();
  });
});

describe('an account with a second step', () => {
  beforeEach(() => {
    state = ON;
  });

  test('sees since when, how many codes are left and how many browsers are trusted', async () => {
    open();
    expect(await screen.findByText(/^On since Nov 20, 2026/)).toBeTruthy();
    expect(screen.getByText('8 of 10 left.')).toBeTruthy();
    expect(screen.getByText('2 browsers are not asked for a code.')).toBeTruthy();
  });

  test('is asked to make new codes before they run out, and sees them once', async () => {
    state = { ...ON, recovery_codes: 3 };
    mockApi.post(CODES, () => {
      state = { ...ON, recovery_codes: 10 };
      return { body: NEW_CODES };
    });
    open();
    expect(await screen.findByText('3 of 10 left. Make new ones before you run out.')).toBeTruthy();
    await press('Make new codes');
    const dialog = within(await screen.findByRole('alertdialog'));
    await userEvent.click(dialog.getByRole('button', { name: 'Make new codes' }));
    const saved = within(await screen.findByRole('dialog', { name: 'Save your recovery codes' }));
    await userEvent.click(saved.getByRole('button', { name: 'I have saved them' }));
    expect(await screen.findByText('10 of 10 left.')).toBeTruthy();
  });

  test('forgets trusted browsers', async () => {
    mockApi.delete(BROWSERS, () => {
      state = { ...ON, trusted_browsers: 0 };
      return { status: 204 };
    });
    open();
    await press('Forget them');
    expect(await screen.findByText('Every browser is asked for a code.')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Forget them' })).toBeNull();
  });

  test('turns it off after a question', async () => {
    mockApi.delete(TOTP, () => {
      state = OFF;
      return { status: 204 };
    });
    open();
    await press('Turn off');
    const dialog = within(await screen.findByRole('alertdialog'));
    expect(dialog.getAllByRole('listitem')).toHaveLength(3);
    expect(mockApi.calls('DELETE')).toEqual([]);
    await userEvent.click(dialog.getByRole('button', { name: 'Turn off' }));
    expect(await screen.findByText('Off. The password alone is enough to sign in.')).toBeTruthy();
  });
});

test('a server without the call shows nothing, and another failure is shown with a retry', async () => {
  mockApi.get(TOTP, () => ({ status: 404, body: { message: 'Not found' } }));
  const { unmount } = open();
  await waitFor(() => expect(mockApi.calls('GET', TOTP)).toHaveLength(1));
  expect(screen.queryByRole('heading')).toBeNull();
  unmount();
  mockApi.get(TOTP, () => ({ status: 400, body: { message: 'No' } }));
  open();
  expect(await screen.findByText('Failed to load two-step verification')).toBeTruthy();
});
