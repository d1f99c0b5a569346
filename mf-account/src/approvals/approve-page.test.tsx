import { clientAgent } from '@carrel/shared/contract';
import { makeSession, mockApi, needsPassword, renderScreen } from '@carrel/shared/testing';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';

import { SessionsSection } from '../sessions/sessions-section.tsx';
import { ApprovePage } from './approve-page.tsx';

const APPROVALS = 'api/v1/accounts/approvals';
const CODE = 'BCDF-GHJK';
const APPROVAL = {
  user_code: CODE,
  client_name: 'ada-laptop',
  client_ip: '192.0.2.7',
  created_at: '2026-01-01T12:00:00.000Z',
  expires_at: '2026-01-01T12:10:00.000Z',
};

beforeEach(() => {
  mockApi.start();
  mockApi.get(`${APPROVALS}?code=${CODE}`, () => ({ body: APPROVAL }));
  mockApi.put(APPROVALS, () => ({ status: 204 }));
});
afterEach(() => mockApi.stop());

const open = (path = `/account/approve?code=${CODE}`) =>
  renderScreen(<ApprovePage />, { path, route: '/account/approve' });

const decisions = () => mockApi.calls('PUT', APPROVALS).map(({ body }) => body);

describe('the page that approves a sign-in', () => {
  test('shows who asks from where, and as whom the program will act', async () => {
    open();
    expect(await screen.findByText(CODE)).toBeTruthy();
    for (const fact of ['ada-laptop', '192.0.2.7', /^Ada Lovelace \(/u]) {
      expect(screen.getByText(fact)).toBeTruthy();
    }
    expect(screen.getByText(/can do everything that you can do/u)).toBeTruthy();
    expect(decisions()).toEqual([]);
  });

  test('approves once, however often the button is pressed', async () => {
    open();
    await userEvent.dblClick(await screen.findByRole('button', { name: 'Approve' }));
    expect(await screen.findByText(/^The program is signed in/u)).toBeTruthy();
    expect(decisions()).toEqual([{ user_code: CODE, approved: true }]);
  });

  test('denies', async () => {
    open();
    await userEvent.click(await screen.findByRole('button', { name: 'Deny' }));
    expect(await screen.findByText(/was not signed in/u)).toBeTruthy();
    expect(decisions()).toEqual([{ user_code: CODE, approved: false }]);
  });

  test('asks for the password where the server wants it', async () => {
    const { handler, prompt, remove } = needsPassword({ status: 204 });
    mockApi.put(APPROVALS, handler);
    open();
    await userEvent.click(await screen.findByRole('button', { name: 'Approve' }));
    expect(await screen.findByText(/^The program is signed in/u)).toBeTruthy();
    expect(prompt).toHaveBeenCalledOnce();
    remove();
  });

  test('stays as it was where the password is not given', async () => {
    const { handler, remove } = needsPassword({ status: 204 }, false);
    mockApi.put(APPROVALS, handler);
    open();
    await userEvent.click(await screen.findByRole('button', { name: 'Approve' }));
    expect(await screen.findByText('Please confirm your password to continue.')).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Approve' })).toBeTruthy();
    remove();
  });

  test('takes a typed code, in any case, and says what is wrong with one', async () => {
    const { location } = open('/account/approve');
    const field = await screen.findByLabelText(/Code/u);
    await userEvent.type(field, 'AEIOU{Enter}');
    expect(await screen.findByText(/^The code has 8 letters/u)).toBeTruthy();
    await userEvent.clear(field);
    await userEvent.type(field, 'bcdfghjk{Enter}');
    expect(await screen.findByText('ada-laptop')).toBeTruthy();
    expect(location().path).toBe(`/account/approve?code=${CODE}`);
  });

  test('says that no program waits with a code, and takes another one', async () => {
    mockApi.get(`${APPROVALS}?code=${CODE}`, () => ({
      status: 404,
      body: { message: 'No program waits with this code.' },
    }));
    open();
    expect(await screen.findByText('No program waits with this code.')).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Enter another code' }));
    expect(await screen.findByLabelText(/Code/u)).toBeTruthy();
  });
});

test('the sessions name the program of one that was approved, beside the label of its browser', async () => {
  const session = makeSession({ user_agent: clientAgent('ada-laptop') });
  mockApi.get('api/v1/accounts/sessions', () => ({ body: { sessions: [session] } }));
  renderScreen(<SessionsSection />);
  expect(await screen.findByText('Unknown Browser')).toBeTruthy();
  expect(screen.getByText('ada-laptop')).toBeTruthy();
});
