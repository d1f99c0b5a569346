import { makeId, makeSession, mockApi, renderScreen } from '@carrel/shared/testing';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';

import { SessionsSection } from './sessions-section.tsx';

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
    renderScreen(<SessionsSection />);
    const current = await row(/Current session/u);
    expect(current.getAllByText('Unknown').length).toBeGreaterThan(0);
    expect(current.queryByRole('button', { name: 'Revoke' })).toBeNull();
    expect((await row(/Firefox/u)).getByText('192.0.2.7')).toBeTruthy();
  });

  test('that look alike show when and from where they were last used', async () => {
    const [created_at, used] = ['2026-01-01T12:00:00Z', '2026-02-03T12:00:00Z'];
    sessions = [
      HERE,
      makeSession({ id: makeId(402), created_at, last_used_at: used, client_ip: '192.0.2.8' }),
    ];
    renderScreen(<SessionsSection />);
    const alike = await row(/Firefox/u);
    expect(alike.getByText('Feb 3, 2026')).toBeTruthy();
    expect(alike.getByText('192.0.2.8')).toBeTruthy();
  });

  test('name the current one first', async () => {
    sessions = [THERE, HERE];
    renderScreen(<SessionsSection />);
    await row(/Firefox/u);
    expect(screen.getAllByRole('row')[1]?.textContent).toContain('Current session');
  });

  test('lose one that is revoked', async () => {
    mockApi.delete(`${SESSIONS}/${THERE.id}`, () => {
      sessions = [HERE];
      return { status: 204 };
    });
    renderScreen(<SessionsSection />);
    await revoke();
    expect(await screen.findByText('Session revoked successfully')).toBeTruthy();
    await waitFor(() => expect(screen.queryByRole('row', { name: /Firefox/u })).toBeNull());
  });

  test('can be loaded again after a failure', async () => {
    mockApi.get(SESSIONS, () => Promise.reject(new TypeError('Failed to fetch')));
    renderScreen(<SessionsSection />);
    expect(await screen.findByText('Failed to load sessions')).toBeTruthy();
    mockApi.get(SESSIONS, () => ({ body: { sessions } }));
    await userEvent.click(screen.getByRole('button', { name: 'Retry' }));
    expect(await row(/Firefox/u)).toBeTruthy();
  });
});

describe('signing out everywhere else', () => {
  const NAME = 'Sign out everywhere else';

  async function signOutElsewhere() {
    await userEvent.click(await screen.findByRole('button', { name: NAME }));
    const dialog = within(await screen.findByRole('alertdialog', { name: NAME }));
    expect(dialog.getAllByRole('listitem').map((item) => item.textContent)).toEqual([
      'All other browsers are signed out at once',
      'This browser stays signed in',
    ]);
    await userEvent.dblClick(dialog.getByRole('button', { name: NAME }));
  }

  test('ends all sessions but the current one, after a confirmation', async () => {
    mockApi.delete(SESSIONS, () => {
      sessions = [HERE];
      return { status: 204 };
    });
    renderScreen(<SessionsSection />);
    await signOutElsewhere();
    expect(await screen.findByText('Signed out everywhere else')).toBeTruthy();
    await waitFor(() => expect(screen.queryByRole('row', { name: /Firefox/u })).toBeNull());
    expect(screen.queryByRole('button', { name: NAME })).toBeNull();
    expect(mockApi.calls('DELETE', SESSIONS)).toHaveLength(1);
  });

  test('is not offered where there is no other session', async () => {
    sessions = [HERE];
    renderScreen(<SessionsSection />);
    await row(/Current session/u);
    expect(screen.queryByRole('button', { name: NAME })).toBeNull();
  });

  test('is no longer offered by a server without it', async () => {
    mockApi.delete(SESSIONS, () => ({ status: 404, body: { message: 'Not found here.' } }));
    renderScreen(<SessionsSection />);
    await signOutElsewhere();
    expect(await screen.findByText('Not found here.')).toBeTruthy();
    expect(screen.queryByRole('button', { name: NAME })).toBeNull();
    expect(await row(/Firefox/u)).toBeTruthy();
  });

  test('says that it failed', async () => {
    mockApi.delete(SESSIONS, () => Promise.reject(new TypeError('Failed to fetch')));
    renderScreen(<SessionsSection />);
    await signOutElsewhere();
    expect(await screen.findByText('Failed to sign out everywhere else')).toBeTruthy();
  });
});
