import { fakeShell, makeUser, mockApi, renderScreen } from '@carrel/shared/testing';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { StrictMode } from 'react';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';

import { EmailConfirmationPage } from './email-confirmation-page.tsx';

const CONFIRM = 'api/v1/accounts/confirm-email';

beforeEach(() => mockApi.start());
afterEach(() => mockApi.stop());

function open(token: string, user = fakeShell().user) {
  return renderScreen(
    <StrictMode>
      <EmailConfirmationPage />
    </StrictMode>,
    {
      path: `/accounts/email-confirm/${token}`,
      route: '/accounts/email-confirm/:token?',
      shell: fakeShell({ user, organizationId: null }),
    },
  );
}

describe('the e-mail confirmation page', () => {
  test('confirms automatically, once for a token however often it mounts', async () => {
    mockApi.put(CONFIRM, () => ({ status: 204 }));
    const first = open('one');
    expect(screen.getByText('Loading...')).toBeTruthy();
    expect(await screen.findByRole('heading', { level: 1, name: 'Email Confirmed!' })).toBeTruthy();
    expect(await screen.findByText('Email confirmed successfully!')).toBeTruthy();
    expect(screen.queryByRole('link', { name: 'Go to Home' })).toBeNull();
    first.unmount();

    open('one');
    expect(await screen.findByRole('heading', { level: 1, name: 'Email Confirmed!' })).toBeTruthy();
    expect(mockApi.calls().map(({ method, body }) => [method, body])).toEqual([
      ['PUT', { token: 'one' }],
    ]);
  });

  test.each([
    ['two', 'The confirmation link is invalid or has expired', 400],
    ['three', 'Failed to confirm email', null],
  ])('shows why token %s failed: %s', async (token, text, status) => {
    mockApi.put(CONFIRM, () =>
      status === null
        ? Promise.reject(new TypeError('Failed to fetch'))
        : { status, body: { message: text } },
    );
    open(token);
    expect(
      await screen.findByRole('heading', { level: 1, name: 'Confirmation Failed' }),
    ).toBeTruthy();
    expect(screen.getByText(text)).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Go to Home' }).getAttribute('href')).toBe('/');
    expect(screen.getByRole('button', { name: 'Continue' })).toBeTruthy();
  });

  test('fails at once without a token', () => {
    open('');
    expect(screen.getByRole('heading', { level: 1, name: 'Confirmation Failed' })).toBeTruthy();
    expect(screen.getByText('Invalid confirmation link')).toBeTruthy();
    expect(mockApi.calls()).toEqual([]);
  });

  test.each([
    ['a user is signed in', makeUser(), '/account'],
    ['no user is', null, '/login'],
  ])('goes on where %s', async (_, user, destination) => {
    const { location } = open('', user);
    await userEvent.click(screen.getByRole('button', { name: 'Continue' }));
    await waitFor(() => expect(location().path).toBe(destination));
  });
});
