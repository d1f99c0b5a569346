import { fakeShell, makeUser, mockApi, renderScreen } from '@carrel/shared/testing';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';

import { CompleteRecoveryPage, StopRecoveryPage } from './recovery-pages.tsx';

const COMPLETE = 'api/v1/accounts/login/recovery/complete';
const STOP = 'api/v1/accounts/login/recovery/stop';

beforeEach(() => mockApi.start());
afterEach(() => mockApi.stop());

const open = (purpose: 'complete' | 'stop', token = 'abc') =>
  renderScreen(purpose === 'stop' ? <StopRecoveryPage /> : <CompleteRecoveryPage />, {
    path: { pathname: `/link/${token}` },
    route: '/link/:token?',
    shell: fakeShell({ user: null, reloadUser: async () => makeUser() }),
  });

const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }));

describe('the link that completes a recovery', () => {
  test('signs in with the password, and opens the account', async () => {
    let right = false;
    mockApi.post(COMPLETE, ({ body }) => {
      right = (body as { password: string }).password === 'correct horse';
      return right ? { body: {} } : { status: 400, body: { message: 'Incorrect password' } };
    });
    const { location } = open('complete');
    const field = await screen.findByLabelText<HTMLInputElement>('Password');
    await userEvent.type(field, 'wrong{Enter}');
    expect(await screen.findByText('Incorrect password')).toBeTruthy();
    expect(field.value).toBe('wrong');
    await userEvent.clear(field);
    await userEvent.type(field, 'correct horse{Enter}');
    await waitFor(() => expect(location().path).toBe('/account'));
    expect(mockApi.calls('POST', COMPLETE).at(-1)?.body).toEqual({
      token: 'abc',
      password: 'correct horse',
    });
  });

  test('can stop it instead', async () => {
    mockApi.post(STOP, () => ({ status: 204 }));
    open('complete');
    await press('Stop the recovery');
    expect(await screen.findByRole('heading', { name: 'The recovery was stopped' })).toBeTruthy();
  });
});

describe('the link that stops a recovery', () => {
  test('stops it at the press of a button, and not by being opened', async () => {
    mockApi.post(STOP, () => ({ status: 204 }));
    open('stop');
    expect(await screen.findByRole('heading', { name: 'Stop the recovery?' })).toBeTruthy();
    expect(mockApi.calls('POST', STOP)).toEqual([]);
    await press('Stop the recovery');
    expect(await screen.findByRole('link', { name: 'Reset password' })).toBeTruthy();
    expect(mockApi.calls('POST', STOP).map(({ body }) => body)).toEqual([{ token: 'abc' }]);
  });

  test('says that it failed, and can be pressed again', async () => {
    mockApi.post(STOP, () => ({ status: 400, body: { message: 'The link is invalid' } }));
    open('stop');
    await press('Stop the recovery');
    expect(await screen.findByText('The link is invalid')).toBeTruthy();
    await press('Stop the recovery');
    await waitFor(() => expect(mockApi.calls('POST', STOP)).toHaveLength(2));
  });

  test('without a token is invalid', async () => {
    open('stop', '');
    expect(await screen.findByRole('heading', { name: 'Invalid recovery link' })).toBeTruthy();
  });
});
