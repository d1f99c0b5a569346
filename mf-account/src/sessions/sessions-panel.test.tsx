import { makeId, makeSession, mockApi, renderScreen } from '@carrel/shared/testing';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';

import { SessionsPanel } from './sessions-panel.tsx';

const SESSIONS = 'api/v1/accounts/sessions';
const HERE = makeSession({ id: makeId(400), active: true, user_agent: null, client_ip: null });
const THERE = makeSession({ id: makeId(401), client_ip: '192.0.2.7' });

let sessions = [HERE, THERE];

beforeEach(() => {
  sessions = [HERE, THERE];
  mockApi.start();
  mockApi.get(SESSIONS, () => ({ body: { sessions } }));
});
afterEach(() => mockApi.stop());

const row = async (name: RegExp) => within(await screen.findByRole('row', { name }));

async function revoke() {
  await userEvent.click((await row(/Firefox/u)).getByRole('button', { name: 'Revoke' }));
  const dialog = within(await screen.findByRole('alertdialog', { name: 'Revoke session' }));
  expect(mockApi.calls('DELETE')).toEqual([]);
  await userEvent.click(dialog.getByRole('button', { name: 'Revoke session' }));
}

describe('the active sessions', () => {
  test('mark the current one, which cannot be revoked', async () => {
    renderScreen(<SessionsPanel />);
    const current = await row(/Current session/u);
    expect(current.getAllByText('Unknown').length).toBeGreaterThan(0);
    expect(current.queryByRole('button', { name: 'Revoke' })).toBeNull();
    expect((await row(/Firefox/u)).getByText('192.0.2.7')).toBeTruthy();
  });

  test('lose one that is revoked', async () => {
    mockApi.delete(`${SESSIONS}/${THERE.id}`, () => {
      sessions = [HERE];
      return { status: 204 };
    });
    renderScreen(<SessionsPanel />);
    await revoke();
    expect(await screen.findByText('Session revoked successfully')).toBeTruthy();
    await waitFor(() => expect(screen.queryByRole('row', { name: /Firefox/u })).toBeNull());
  });

  test.each([
    ['Cannot revoke your current session', 'Cannot revoke current session'],
    ['The session is gone', 'The session is gone'],
    ['Failed to revoke session', null],
  ])('say "%s" of the failure "%s"', async (text, message) => {
    mockApi.delete(`${SESSIONS}/${THERE.id}`, () =>
      message === null
        ? Promise.reject(new TypeError('Failed to fetch'))
        : { status: 400, body: { message } },
    );
    renderScreen(<SessionsPanel />);
    await revoke();
    expect(await screen.findByText(text)).toBeTruthy();
  });

  test('can be asked for again after a failure', async () => {
    mockApi.get(SESSIONS, () => Promise.reject(new TypeError('Failed to fetch')));
    renderScreen(<SessionsPanel />);
    expect(await screen.findByText('Failed to load sessions')).toBeTruthy();
    mockApi.get(SESSIONS, () => ({ body: { sessions } }));
    await userEvent.click(screen.getByRole('button', { name: 'Retry' }));
    expect(await row(/Firefox/u)).toBeTruthy();
  });
});
