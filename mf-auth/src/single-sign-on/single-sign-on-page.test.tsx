import { mockApi, renderScreen } from '@carrel/shared/testing';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { SignInPage } from '../sign-in/sign-in-page.tsx';
import { SingleSignOnPage } from './single-sign-on-page.tsx';
import { FAILURES } from '../data/sso-labels.ts';

const START = 'api/v1/accounts/login/sso';

beforeEach(() => mockApi.start());
afterEach(() => {
  mockApi.stop();
  vi.restoreAllMocks();
});

const open = (search = '', state?: unknown) =>
  renderScreen(<SingleSignOnPage />, {
    path: { pathname: '/login/sso', search, state },
    route: '/login/sso',
  });
const email = () => screen.getByLabelText<HTMLInputElement>('Email');

test('the browser is sent to the sign-in of the organization, and comes back where it was', async () => {
  mockApi.post(START, () => ({
    body: { redirect_url: 'https://login.example.com/authorize?x=1' },
  }));
  const assign = vi.spyOn(location, 'assign').mockImplementation(() => undefined);
  open('', { from: '/datasets?page=2', email_address: 'ada@firm.example' });
  expect(email().value).toBe('ada@firm.example');
  await userEvent.click(screen.getByRole('button', { name: 'Continue' }));
  await waitFor(() =>
    expect(assign).toHaveBeenCalledWith('https://login.example.com/authorize?x=1'),
  );
  expect(mockApi.calls('POST', START).map(({ body }) => body)).toEqual([
    { email_address: 'ada@firm.example', return_path: '/datasets?page=2' },
  ]);
});

test('an address without single sign-on is said at its field, and stays', async () => {
  const message = 'Single sign-on is not set up for this address.';
  mockApi.post(START, () => ({ status: 404, body: { message } }));
  open();
  await userEvent.type(email(), 'ada@elsewhere.example');
  await userEvent.click(screen.getByRole('button', { name: 'Continue' }));
  expect(await screen.findByText(message)).toBeTruthy();
  expect(email().getAttribute('aria-invalid')).toBe('true');
  expect(email().value).toBe('ada@elsewhere.example');
});

test('a failure is said in words of this console, not in those of the address', () => {
  open('?failed=denied');
  expect(screen.getByRole('alert').textContent).toBe(FAILURES.denied);
});

test('a code that is not known says nothing', () => {
  open('?failed=You+have+won');
  expect(screen.queryByRole('alert')).toBeNull();
});

test('the sign-in page passes on the address that was typed, and where to go', async () => {
  const { location: at } = renderScreen(<SignInPage />, {
    path: { pathname: '/login', state: { from: '/datasets' } },
    route: '/login',
  });
  await userEvent.type(email(), 'ada@firm.example');
  await userEvent.click(screen.getByRole('link', { name: 'Use single sign-on' }));
  expect(at()).toEqual({
    path: '/login/sso',
    state: { from: '/datasets', email_address: 'ada@firm.example' },
  });
});
