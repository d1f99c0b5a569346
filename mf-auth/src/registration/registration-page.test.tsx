import { mockApi, renderScreen } from '@carrel/shared/testing';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';

import { RegistrationPage } from './registration-page.tsx';

const REGISTER = 'api/v1/accounts/register';

beforeEach(() => mockApi.start());
afterEach(() => mockApi.stop());

const open = (state?: unknown) =>
  renderScreen(<RegistrationPage />, {
    path: { pathname: '/register', state },
    route: '/register',
  });

async function register(
  values: Record<string, string> = {},
  press: 'click' | 'dblClick' = 'click',
) {
  const person = userEvent.setup();
  const typed = {
    'First name': ' Ada',
    'Last name': 'Lovelace ',
    Email: ' ada@example.com ',
    Password: 'correct horse',
    ...values,
  };
  for (const [label, text] of Object.entries(typed)) {
    if (text !== '') await person.type(screen.getByLabelText(label), text);
  }
  await person[press](screen.getByRole('button', { name: 'Create account' }));
}

describe('the registration page', () => {
  test('registers once, asks to check the mail, and opens the sign-in page', async () => {
    mockApi.post(REGISTER, () => ({ status: 201, body: {} }));
    const { location, shell } = open({ from: '/organizations/join/t' });
    await register({}, 'dblClick');

    expect(
      await screen.findByText(
        'Account created successfully! Please check your email for verification.',
      ),
    ).toBeTruthy();
    await waitFor(() =>
      expect(location()).toEqual({ path: '/login', state: { from: '/organizations/join/t' } }),
    );
    expect(shell.reloadUser).not.toHaveBeenCalled();
    expect(mockApi.calls('POST', REGISTER).map(({ body }) => body)).toEqual([
      {
        first_name: 'Ada',
        last_name: 'Lovelace',
        email_address: 'ada@example.com',
        password: 'correct horse',
      },
    ]);
  });

  test('puts what the server refuses under the field it names, and nowhere else', async () => {
    mockApi.post(REGISTER, () => ({
      status: 422,
      body: {
        message: 'The input is invalid',
        issues: [{ path: 'email_address', message: 'This address cannot receive mail' }],
      },
    }));
    open();
    await register();

    expect(await screen.findByText('This address cannot receive mail')).toBeTruthy();
    expect(screen.queryByText('The input is invalid')).toBeNull();
    expect(document.activeElement).toBe(screen.getByLabelText('Email'));
  });
});
