import type { SignInPolicy } from '@carrel/shared/contract/sign-in';
import { makeId, makeOrganization, mockApi, renderScreen } from '@carrel/shared/testing';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test } from 'vitest';

import { SignInPolicyPanel } from './sign-in-policy-panel.tsx';

const ORGANIZATION = makeOrganization();
const POLICY = `api/v1/organizations/${ORGANIZATION.id}/sign-in-policy`;
const NONE: SignInPolicy = { second_factor_from: null, allowed_methods: null, idle_minutes: null };

let policy: SignInPolicy;

const member = (place: number, totp: boolean) => ({
  account: { id: makeId(place), first_name: 'Ada', last_name: `${place}` },
  role: { id: makeId(9), name: 'Editor' },
  factors: { password: true, totp, passkeys: 0 },
});

beforeEach(() => {
  policy = NONE;
  mockApi.start();
  mockApi.get(POLICY, () => ({ body: policy }));
  mockApi.put(POLICY, () => ({ status: 204 }));
  mockApi.get(`api/v1/organizations/${ORGANIZATION.id}/members`, () => ({
    body: { members: [member(1, true), member(2, false)] },
  }));
});
afterEach(() => mockApi.stop());

const open = (roleName = 'Owner') =>
  renderScreen(<SignInPolicyPanel organization={ORGANIZATION} roleName={roleName} />);
const checkbox = (name: string) => screen.findByRole<HTMLInputElement>('checkbox', { name });
const save = () => userEvent.click(screen.getByRole('button', { name: 'Save policy' }));
const sent = () => mockApi.calls('PUT', POLICY).map(({ body }) => body);

test('a second factor is required from a day, and the panel counts who has none', async () => {
  open();
  await userEvent.click(await checkbox('Require a second factor'));
  expect(
    await screen.findByText('1 of 2 members has no passkey and no authenticator app yet.'),
  ).toBeTruthy();
  const day = screen.getByLabelText<HTMLInputElement>('From');
  expect(day.value).toMatch(/^\d{4}-\d\d-\d\d$/);
  await userEvent.clear(day);
  await userEvent.type(day, '2026-12-09');
  await save();
  expect(await screen.findByText('Sign-in policy saved')).toBeTruthy();
  expect(sent()).toEqual([
    { second_factor_from: '2026-12-09', allowed_methods: null, idle_minutes: null },
  ]);
});

test('at least one way to sign in is allowed', async () => {
  open();
  for (const name of ['Password', 'Passkey', 'Single sign-on']) {
    await userEvent.click(await checkbox(name));
  }
  await save();
  expect(await screen.findByText('Allow at least one way to sign in')).toBeTruthy();
  await userEvent.click(await checkbox('Passkey'));
  await userEvent.selectOptions(screen.getByRole('combobox'), '1 hour');
  await save();
  await waitFor(() =>
    expect(sent()).toEqual([
      { second_factor_from: null, allowed_methods: ['passkey'], idle_minutes: 60 },
    ]),
  );
});

test('a policy that is refused keeps what was chosen', async () => {
  mockApi.put(POLICY, () => ({
    status: 409,
    body: { message: 'You would lock yourself out.' },
  }));
  open();
  await userEvent.click(await checkbox('Password'));
  await save();
  expect(await screen.findByText('You would lock yourself out.')).toBeTruthy();
  expect((await checkbox('Password')).checked).toBe(false);
});

test('minutes that the form does not offer are kept', async () => {
  policy = { ...NONE, idle_minutes: 45 };
  open();
  await userEvent.click(await checkbox('Passkey'));
  expect(screen.getByRole<HTMLSelectElement>('combobox').selectedOptions[0]?.textContent).toBe(
    '45 minutes',
  );
  await save();
  await waitFor(() =>
    expect(sent()).toEqual([
      { second_factor_from: null, allowed_methods: ['password', 'sso'], idle_minutes: 45 },
    ]),
  );
});

test('an Admin sees the policy, and cannot change it', async () => {
  policy = { ...NONE, allowed_methods: ['sso'] };
  open('Admin');
  expect((await checkbox('Password')).disabled).toBe(true);
  expect((await checkbox('Single sign-on')).checked).toBe(true);
  expect(screen.queryByRole('button', { name: 'Save policy' })).toBeNull();
  expect(screen.getByText('Only an Owner can change the policy.')).toBeTruthy();
});
