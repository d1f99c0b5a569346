import { safeParse } from 'valibot';
import { expect, test } from 'vitest';

import { makeId } from '@carrel/shared/testing';
import { addressesIn, GUEST_CHOICE, inviteFormSchema } from './invited-addresses.ts';

test.each([
  ['ada@example.com', ['ada@example.com']],
  [' a@x.org, b@x.org;c@x.org\nd@x.org ', ['a@x.org', 'b@x.org', 'c@x.org', 'd@x.org']],
  ['Ada Lovelace <ada@x.org>, "Grace" <grace@x.org>', ['ada@x.org', 'grace@x.org']],
  ['a@x.org A@X.org', ['a@x.org']],
  [' ,; ', []],
])('%j has the addresses %j', (text, addresses) => {
  expect(addressesIn(text)).toEqual(addresses);
});

const faultOf = (email_address: string) =>
  safeParse(inviteFormSchema, { email_address, role_id: makeId(1) }).issues?.[0].message;

test.each([
  ['', 'Email address is required'],
  ['ada', 'Please enter a valid email address'],
  ['ada@x.org, grace', 'grace: Please enter a valid email address'],
  [
    Array.from({ length: 51 }, (_, place) => `a${place}@x.org`).join(),
    'Invite at most 50 people at once. These are 51.',
  ],
  ['ada@x.org, grace@x.org', undefined],
])('of the list %j it says %j', (text, message) => {
  expect(faultOf(text)).toBe(message);
});

test.each([
  [{ role_id: '' }, ['Role is required', 'Role must be a valid UUID']],
  [{ role_id: 'somebody' }, ['Role must be a valid UUID']],
  [{ role_id: makeId(1), workspace_id: '' }, undefined],
  [{ role_id: GUEST_CHOICE, workspace_id: '' }, ['Workspace is required']],
  [{ role_id: GUEST_CHOICE, workspace_id: makeId(2) }, undefined],
])('of the choice %j it says %j', (choice, messages) => {
  const { issues } = safeParse(inviteFormSchema, { email_address: 'ada@x.org', ...choice });
  expect(issues?.map(({ message }) => message)).toEqual(messages);
});

test('of a guest without an address and a workspace it says both', () => {
  const { issues } = safeParse(inviteFormSchema, { email_address: '', role_id: GUEST_CHOICE });
  expect(issues?.map(({ message }) => message)).toEqual([
    'Email address is required',
    'Workspace is required',
  ]);
});
