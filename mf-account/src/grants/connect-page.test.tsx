import { makeId, mockApi, needsPassword, renderScreen } from '@carrel/shared/testing';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';

import { ConnectPage } from './connect-page.tsx';
import { GrantsSection } from './grants-section.tsx';

const GRANTS = 'api/v1/accounts/grants';
const REQUEST = {
  response_type: 'code',
  client_id: makeId(1),
  redirect_uri: 'https://claude.example/callback',
  code_challenge: 'c'.repeat(43),
  code_challenge_method: 'S256',
  resource: `https://carrel.example.com/mcp/${makeId(2)}`,
  state: 'x&y',
};
const QUERY = new URLSearchParams(REQUEST).toString();
const DECISION = `api/v1/workspaces/${makeId(2)}/grants`;
const REQUESTED = {
  client_name: 'Claude',
  redirect_host: 'claude.example',
  is_local: false,
  registered_at: '2026-01-01T12:00:00.000Z',
  organization: { id: makeId(3), name: 'Readers' },
  workspace: { id: makeId(2), name: 'Reading room' },
};

beforeEach(() => {
  mockApi.start();
  mockApi.get(`${GRANTS}/requested?${QUERY}`, () => ({ body: REQUESTED }));
  mockApi.get(GRANTS, () => ({ body: { grants: [] } }));
  mockApi.post(DECISION, ({ body }) => ({
    body: { redirect_url: `https://claude.example/callback?sent=${JSON.stringify(body)}` },
  }));
});
afterEach(() => {
  mockApi.stop();
  vi.restoreAllMocks();
});

const assign = () => vi.spyOn(window.location, 'assign').mockImplementation(() => undefined);

const open = (query = QUERY) =>
  renderScreen(<ConnectPage />, { path: `/account/connect?${query}`, route: '/account/connect' });

const decisions = () => mockApi.calls('POST', DECISION).map(({ body }) => body);

describe('the page that connects a program', () => {
  test('shows what the program calls itself, where access goes, and to what', async () => {
    open();
    for (const fact of [
      'Claude',
      'claude.example',
      'Reading room',
      'Readers',
      /^Ada Lovelace \(/u,
    ]) {
      expect(await screen.findByText(fact)).toBeTruthy();
    }
    expect(screen.getByText(/Search and read .*, and change nothing/u)).toBeTruthy();
    expect(screen.getByText(/Nobody has checked the name/u)).toBeTruthy();
    expect(decisions()).toEqual([]);
  });

  test('says that a program is on this computer', async () => {
    const local = { ...REQUESTED, redirect_host: '127.0.0.1', is_local: true };
    mockApi.get(`${GRANTS}/requested?${QUERY}`, () => ({ body: local }));
    open();
    expect(await screen.findByText('127.0.0.1, this computer')).toBeTruthy();
  });

  test.each([
    ['Allow', true],
    ['Cancel', false],
  ])('%s decides once, and goes back to the program', async (name, approved) => {
    const left = assign();
    open();
    await userEvent.dblClick(await screen.findByRole('button', { name }));
    await waitFor(() => expect(left).toHaveBeenCalledOnce());
    expect(decisions()).toEqual([{ ...REQUEST, approved }]);
    expect(left.mock.calls[0]?.[0]).toContain('https://claude.example/callback?');
    const link = await screen.findByRole<HTMLAnchorElement>('link', { name: 'Go back now' });
    expect(link.href).toContain('https://claude.example/callback');
  });

  test('asks for the password where the server wants it', async () => {
    const left = assign();
    const body = { redirect_url: 'https://claude.example/callback' };
    const { handler, prompt, remove } = needsPassword({ body });
    mockApi.post(DECISION, handler);
    open();
    await userEvent.click(await screen.findByRole('button', { name: 'Allow' }));
    await waitFor(() => expect(left).toHaveBeenCalledOnce());
    expect(prompt).toHaveBeenCalledOnce();
    remove();
  });

  test('goes nowhere with a request that the server refuses', async () => {
    const left = assign();
    mockApi.get(`${GRANTS}/requested?${QUERY}`, () => ({
      status: 400,
      body: {
        message: 'The program asks to be called back at an address that it did not register.',
      },
    }));
    open();
    expect(await screen.findByText(/that it did not register/u)).toBeTruthy();
    expect(screen.queryByRole('button')).toBeNull();
    expect(left).not.toHaveBeenCalled();
  });
});

describe('the connected programs', () => {
  const GRANT = {
    id: makeId(9),
    client_name: 'Claude',
    redirect_host: 'claude.example',
    organization_name: 'Readers',
    workspace_name: 'Reading room',
    created_at: '2026-01-01T12:00:00.000Z',
    last_used_at: null,
  };

  test('are listed, and lose one that is disconnected', async () => {
    let grants = [GRANT];
    mockApi.get(GRANTS, () => ({ body: { grants } }));
    mockApi.delete(`${GRANTS}/${GRANT.id}`, () => {
      grants = [];
      return { status: 204 };
    });
    renderScreen(<GrantsSection />);
    const row = within(await screen.findByRole('row', { name: /Claude/u }));
    for (const text of ['claude.example', 'Reading room', 'Readers', 'Never']) {
      expect(row.getByText(text)).toBeTruthy();
    }
    await userEvent.click(row.getByRole('button', { name: 'Disconnect' }));
    const dialog = within(await screen.findByRole('alertdialog', { name: 'Disconnect program' }));
    expect(mockApi.calls('DELETE')).toEqual([]);
    await userEvent.click(dialog.getByRole('button', { name: 'Disconnect' }));
    await waitFor(() => expect(screen.queryByText('Connected Programs')).toBeNull());
  });

  test('are no section where there are none, and on a server without them', async () => {
    const { unmount } = renderScreen(<GrantsSection />);
    await waitFor(() => expect(mockApi.calls('GET', GRANTS)).toHaveLength(1));
    expect(screen.queryByText('Connected Programs')).toBeNull();
    unmount();
    mockApi.get(GRANTS, () => ({ status: 404, body: { message: 'This page was not found.' } }));
    renderScreen(<GrantsSection />);
    await waitFor(() => expect(mockApi.calls('GET', GRANTS).length).toBeGreaterThan(1));
    expect(screen.queryByText(/rograms/u)).toBeNull();
  });

  test('say that they could not be loaded, and take a retry', async () => {
    mockApi.get(GRANTS, () => ({ status: 503, body: { message: 'Not now.' } }));
    renderScreen(<GrantsSection />);
    expect(await screen.findByText('Failed to load connected programs')).toBeTruthy();
    mockApi.get(GRANTS, () => ({ body: { grants: [GRANT] } }));
    await userEvent.click(screen.getByRole('button', { name: 'Retry' }));
    expect(await screen.findByText('Reading room')).toBeTruthy();
  });
});
