import { fakeShell, mockApi, renderScreen } from '@carrel/shared/testing';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test } from 'vitest';

import { LinkAccountPage } from './link-account-page.tsx';

const LINK = 'api/v1/accounts/login/sso/link';

beforeEach(() => {
  mockApi.start();
  mockApi.get(LINK, () => ({
    body: {
      organization_name: 'Firm',
      email_address: 'ada@firm.example',
      return_path: '/datasets',
    },
  }));
});
afterEach(() => mockApi.stop());

const open = (shell = fakeShell()) =>
  renderScreen(<LinkAccountPage />, { path: '/login/link', route: '/login/link', shell });

test('a guest is asked to sign in, and comes back', async () => {
  const { location } = open(fakeShell({ user: null }));
  expect(await screen.findByText('ada@firm.example')).toBeTruthy();
  await userEvent.click(screen.getByRole('link', { name: 'Sign in' }));
  expect(location()).toEqual({ path: '/login', state: { from: '/login/link' } });
});

test('a user links the account once, and goes where single sign-on led', async () => {
  mockApi.post(LINK, () => ({ status: 204 }));
  const { location } = open();
  await userEvent.dblClick(await screen.findByRole('button', { name: 'Link account' }));
  await waitFor(() => expect(location().path).toBe('/datasets'));
  expect(mockApi.calls('POST', LINK)).toHaveLength(1);
});

test('another user is told whom to sign in as', async () => {
  const message = 'You are signed in with another account. Sign in as ada@firm.example to link it.';
  mockApi.post(LINK, () => ({ status: 403, body: { message } }));
  open();
  await userEvent.click(await screen.findByRole('button', { name: 'Link account' }));
  expect(await screen.findByText(message)).toBeTruthy();
});

test('without a link that waits there is nothing to do', async () => {
  mockApi.get(LINK, () => ({ status: 404, body: { message: 'x' } }));
  open();
  expect(await screen.findByRole('heading', { name: 'Nothing to link' })).toBeTruthy();
});
