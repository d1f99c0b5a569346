import { mockApi } from '@carrel/shared/testing';
import type { MockedResponse } from '@carrel/shared/testing';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';

import { field, fill, formOf, openForm, submitButton } from './testing/forms.tsx';
import type { FormName } from './testing/forms.tsx';

const SERVER = 'The words of the server';

/** The specification's texts: each form's request, the texts of success and failure, and the next screen. */
const ACTIONS: {
  name: FormName;
  call: ['POST' | 'PUT', string];
  status: number;
  success: string;
  fallback: string;
  destination: string;
}[] = [
  {
    name: 'sign-in',
    call: ['POST', 'api/v1/accounts/login'],
    status: 200,
    success: 'Login successful!',
    fallback: 'Login failed. Please try again.',
    destination: '/dashboard',
  },
  {
    name: 'registration',
    call: ['POST', 'api/v1/accounts/register'],
    status: 201,
    success: 'Account created successfully! Please check your email for verification.',
    fallback: 'Registration failed. Please try again.',
    destination: '/login',
  },
  {
    name: 'reset request',
    call: ['POST', 'api/v1/accounts/reset-password'],
    status: 204,
    success: 'Password reset email sent! Please check your inbox.',
    fallback: 'Failed to send reset email. Please try again.',
    destination: '/login',
  },
  {
    name: 'reset',
    call: ['PUT', 'api/v1/accounts/reset-password'],
    status: 204,
    success: 'Password reset successful! Please login with your new password.',
    fallback: 'Failed to reset password. Please try again.',
    destination: '/login',
  },
  {
    name: 'reset by link',
    call: ['PUT', 'api/v1/accounts/reset-password'],
    status: 204,
    success: 'Password reset successful! Please login with your new password.',
    fallback: 'Failed to reset password. Please try again.',
    destination: '/login',
  },
  {
    name: 'accept invitation',
    call: ['POST', 'api/v1/accounts/accept-invitation'],
    status: 201,
    success: 'Account created successfully! You can now login.',
    fallback: 'Failed to accept invitation. Please try again.',
    destination: '/login',
  },
];

function respondTo(
  [method, path]: ['POST' | 'PUT', string],
  response: () => MockedResponse | Promise<MockedResponse>,
): void {
  if (method === 'POST') mockApi.post(path, response);
  else mockApi.put(path, response);
}

const read = (fields: Record<string, string>, what: (input: HTMLInputElement) => string) =>
  Object.fromEntries(Object.keys(fields).map((label) => [label, what(field(label))]));

beforeEach(() => mockApi.start());
afterEach(() => mockApi.stop());

describe.each(ACTIONS)('the form of $name', ({ name, call, status, success, ...action }) => {
  const form = formOf(name);

  test(`sends once, however often it is pressed, shows "${success}" and opens the next screen`, async () => {
    respondTo(call, () => (status === 204 ? { status } : { status, body: {} }));
    const { location } = openForm(form);
    await fill(form.valid);
    await userEvent.dblClick(submitButton(form));

    expect(await screen.findByText(success)).toBeTruthy();
    await waitFor(() => expect(location().path).toBe(action.destination));
    expect(mockApi.calls(...call)).toHaveLength(1);
  });

  test.each([
    ['its own words', () => ({ status: 400, body: { message: SERVER } }), SERVER],
    ['none', () => ({ status: 500, body: {} }), 'HTTP 500'],
    ['no response', () => Promise.reject(new TypeError('Failed to fetch')), action.fallback],
    ['a response that never ends', () => Promise.reject(new Error('aborted')), action.fallback],
  ])('says of a failure with %s what there is to say, and keeps what was typed', async (...row) => {
    const [, response, text] = row;
    respondTo(call, response);
    const { location } = openForm(form);
    const before = location().path;
    await fill(form.valid);
    await userEvent.click(submitButton(form));

    expect(await screen.findByText(text)).toBeTruthy();
    expect(screen.getAllByText(text)).toHaveLength(1);
    expect(location().path).toBe(before);
    expect(read(form.valid, ({ value }) => value)).toEqual(form.valid);
  });

  test('is sent by Enter, and can be sent again after a failure', async () => {
    respondTo(call, () => ({ status: 400, body: { message: SERVER } }));
    openForm(form);
    await fill(form.valid);
    await userEvent.keyboard('{Enter}');
    expect(await screen.findByText(SERVER)).toBeTruthy();
    await userEvent.click(submitButton(form));
    await waitFor(() => expect(mockApi.calls(...call)).toHaveLength(2));
  });

  test('is understood by password managers, and never puts a password into a URL', () => {
    openForm(form);
    expect(read(form.autocomplete, ({ autocomplete }) => autocomplete)).toEqual(form.autocomplete);
    expect(field(Object.keys(form.valid)[0] ?? '').form?.method).toBe('post');
  });
});
