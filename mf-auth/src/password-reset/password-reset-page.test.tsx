import { mockApi, renderScreen } from '@carrel/shared/testing';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';

import { PasswordResetPage } from './password-reset-page.tsx';

const RESET = 'api/v1/accounts/reset-password';
const REMEMBERED = { from: '/datasets?page=2' };

beforeEach(() => mockApi.start());
afterEach(() => mockApi.stop());

const open = (search = '') =>
  renderScreen(<PasswordResetPage />, {
    path: { pathname: '/password-reset', search, state: REMEMBERED },
    route: '/password-reset',
  });

describe('the password reset page without a token', () => {
  test.each([[''], ['?token='], ['?token=%20']])(
    'asks for an address (%s), and returns with the remembered screen',
    async (search) => {
      mockApi.post(RESET, () => ({ status: 204 }));
      const { location } = open(search);
      await userEvent.type(screen.getByLabelText('Email'), 'ada@example.com{Enter}');

      await waitFor(() => expect(location()).toEqual({ path: '/login', state: REMEMBERED }));
      expect(mockApi.calls().map(({ method, body }) => [method, body])).toEqual([
        ['POST', { email_address: 'ada@example.com' }],
      ]);
    },
  );

  test.each([[''], ['?token=abc']])('links back to the sign-in page (%s)', async (search) => {
    const { location } = open(search);
    await userEvent.click(screen.getByRole('link', { name: 'Back to sign in' }));
    await waitFor(() => expect(location()).toEqual({ path: '/login', state: REMEMBERED }));
  });
});

describe('the password reset page with a token', () => {
  test('sends the token, which cannot be changed, with a new password', async () => {
    mockApi.put(RESET, () => ({ status: 204 }));
    open('?token=abc');
    const token = screen.getByLabelText<HTMLInputElement>('Token');
    expect([token.value, token.disabled]).toEqual(['abc', true]);
    await userEvent.type(screen.getByLabelText('New password'), 'new password{Enter}');

    await waitFor(() =>
      expect(mockApi.calls().map(({ method, body }) => [method, body])).toEqual([
        ['PUT', { token: 'abc', new_password: 'new password' }],
      ]),
    );
  });
});
