import { guestApiPaths } from '@carrel/shared/paths/guest';
import { mockApi, renderScreen } from '@carrel/shared/testing';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';

import { AcceptInvitationForm } from './invitation/accept-invitation-form.tsx';
import { ResetByLinkForm } from './password-reset/reset-by-link-form.tsx';
import { ResetPasswordForm } from './password-reset/reset-password-form.tsx';
import { field, fill, formOf, openForm, submitButton } from './testing/forms.tsx';
import type { FormName } from './testing/forms.tsx';

type Values = Record<string, string>;

const EMAIL = 'Please enter a valid email address';
const SHORT = 'Password must be at least 8 characters';
const LONG = 'Password must be at most 1024 characters';
const DIFFERENT = "Passwords don't match";
const tooLong = 'x'.repeat(101);

/** The specification's rules: form, invalid values, field, its error, and values that correct it. */
const RULES: [FormName, Values, string, string, Values?][] = [
  ['sign-in', { Email: '' }, 'Email', EMAIL],
  ['sign-in', { Email: 'ada@' }, 'Email', EMAIL],
  ['sign-in', { Password: '' }, 'Password', 'Password is required'],

  ['registration', { 'First name': '' }, 'First name', 'First name is required'],
  ['registration', { 'First name': '  ' }, 'First name', 'First name is required'],
  [
    'registration',
    { 'First name': tooLong },
    'First name',
    'First name must be less than 100 characters',
  ],
  ['registration', { 'Last name': '' }, 'Last name', 'Last name is required'],
  ['registration', { Email: 'ada.example.com' }, 'Email', EMAIL],
  ['registration', { Password: '' }, 'Password', SHORT],
  ['registration', { Password: '1234567' }, 'Password', SHORT],
  ['registration', { Password: 'x'.repeat(1025) }, 'Password', LONG],

  ['reset request', { Email: '' }, 'Email', EMAIL],
  ['reset request', { Email: 'ada@@example.com' }, 'Email', EMAIL],

  ['reset', { 'New password': '' }, 'New password', SHORT],
  ['reset', { 'New password': '1234567' }, 'New password', SHORT],

  ['reset by link', { 'New password': '1234567' }, 'New password', SHORT],
  ['reset by link', { 'Confirm password': '' }, 'Confirm password', 'Please confirm your password'],
  ['reset by link', { 'Confirm password': 'correct house' }, 'Confirm password', DIFFERENT],
  [
    'reset by link',
    { 'New password': 'correct house' },
    'Confirm password',
    DIFFERENT,
    { 'New password': 'correct horse' },
  ],

  ['accept invitation', { 'First name': '' }, 'First name', 'First name is required'],
  ['accept invitation', { 'Last name': '' }, 'Last name', 'Last name is required'],
  ['accept invitation', { Password: '1234567' }, 'Password', SHORT],
  [
    'accept invitation',
    { 'Confirm password': '' },
    'Confirm password',
    'Password confirmation is required',
  ],
  [
    'accept invitation',
    { 'Confirm password': '1234567' },
    'Confirm password',
    'Password confirmation is required',
  ],
  ['accept invitation', { 'Confirm password': 'correct house' }, 'Confirm password', DIFFERENT],
  [
    'accept invitation',
    { Password: 'correct house' },
    'Confirm password',
    DIFFERENT,
    { Password: 'correct horse' },
  ],
];

beforeEach(() => mockApi.start());
afterEach(() => mockApi.stop());

/** What forms have sent. The page of an invitation reads to what it invites. */
const sent = () => mockApi.calls().filter(({ path }) => path !== guestApiPaths.readInvitation());

describe('the error of a rule is shown on submit, and removed on change', () => {
  test.each(RULES)('%s with %j: %s shows "%s"', async (name, wrong, label, message, remedy) => {
    const form = formOf(name);
    openForm(form);
    await fill({ ...form.valid, ...wrong });
    expect(screen.queryByText(message)).toBeNull();

    await userEvent.click(submitButton(form));
    expect(await screen.findByText(message)).toBeTruthy();
    expect(field(label).getAttribute('aria-invalid')).toBe('true');

    await fill(remedy ?? { [label]: form.valid[label] ?? '' });
    await waitFor(() => expect(screen.queryByText(message)).toBeNull());
    expect(sent()).toEqual([]);
  });

  test.each([
    ['reset by link', { 'New password': 'new', 'Confirm password': 'old' }, SHORT],
    ['accept invitation', { 'First name': '', 'Confirm password': 'correct house' }, DIFFERENT],
  ] satisfies [FormName, Values, string][])(
    '%s with %j shows both errors at once',
    async (name, wrong, other) => {
      const form = formOf(name);
      openForm(form);
      await fill({ ...form.valid, ...wrong });
      await userEvent.click(submitButton(form));
      expect(await screen.findByText(DIFFERENT)).toBeTruthy();
      expect(screen.getByText(other)).toBeTruthy();
    },
  );
});

describe('a pasted address', () => {
  test.each<FormName>(['sign-in', 'registration', 'reset request'])(
    'of the form of %s may have spaces around it',
    async (name) => {
      const form = formOf(name);
      openForm(form);
      await fill({ ...form.valid, Email: '  ada@example.com\u00A0' });
      await userEvent.click(submitButton(form));
      await waitFor(() => expect(mockApi.calls()).toHaveLength(1));
      expect(mockApi.calls()[0]?.body).toMatchObject({ email_address: 'ada@example.com' });
    },
  );
});

describe('a form without a token', () => {
  test.each([
    ['reset', <ResetPasswordForm key="1" token="" />, 'Token is required'],
    ['reset by link', <ResetByLinkForm key="2" token="" />, 'Invalid reset link'],
    ['accept invitation', <AcceptInvitationForm key="3" token="" />, 'Invalid invitation token'],
  ] as const)('of %s shows an error and sends nothing', async (name, element, message) => {
    const form = formOf(name);
    renderScreen(element);
    await fill(form.valid);
    await userEvent.click(submitButton(form));
    expect(await screen.findByText(message)).toBeTruthy();
    expect(mockApi.calls()).toEqual([]);
  });
});
