import { makeId, makeOrganization, mockApi, renderScreen } from '@carrel/shared/testing';
import type { Invitation } from '@carrel/shared/contract';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';

import { InvitationsSection } from './invitations-section.tsx';

const ORGANIZATION = makeOrganization();
const INVITATIONS = `api/v1/organizations/${ORGANIZATION.id}/invitations`;
const HOUR = 60 * 60 * 1000;
const UNREACHABLE = () => Promise.reject(new TypeError('Failed to fetch'));
const refusal = (status: number, message: string) => () => ({ status, body: { message } });

const makeInvitation = (overrides: Partial<Invitation> = {}): Invitation => ({
  id: makeId(900),
  email_address: 'grace@example.com',
  role: { id: makeId(202), name: 'Editor' },
  created_at: new Date(Date.now() - HOUR).toISOString(),
  expires_at: new Date(Date.now() + 24 * HOUR).toISOString(),
  ...overrides,
});

const RESEND = `${INVITATIONS}/${makeId(900)}/resend`;
const ONE = `${INVITATIONS}/${makeId(900)}`;

let invitations = [makeInvitation()];

beforeEach(() => {
  invitations = [makeInvitation()];
  mockApi.start();
  mockApi.get(INVITATIONS, () => ({ body: { invitations } }));
});
afterEach(() => mockApi.stop());

const open = () => renderScreen(<InvitationsSection organization={ORGANIZATION} />);
const row = async (address: string) =>
  within(await screen.findByRole('row', { name: new RegExp(address, 'u') }));

async function press(button: 'Resend' | 'Revoke') {
  await userEvent.click((await row('grace@example.com')).getByRole('button', { name: button }));
}

async function confirm() {
  const dialog = within(await screen.findByRole('alertdialog', { name: 'Revoke invitation' }));
  expect(dialog.getByText('grace@example.com')).toBeTruthy();
  await userEvent.click(dialog.getByRole('button', { name: 'Revoke invitation' }));
}

describe('the pending invitations', () => {
  test('are found without their accents, and by words in any order', async () => {
    invitations = Array.from({ length: 20 }, (_, place) =>
      makeInvitation({ id: makeId(900 + place), email_address: `guest-${place}@example.com` }),
    );
    invitations.push(makeInvitation({ id: makeId(930), email_address: 'josé@example.com' }));
    open();
    const search = await screen.findByRole('searchbox', { name: 'Search invitations' });
    await userEvent.type(search, 'editor jose');
    expect(await screen.findByText('1 of 21')).toBeTruthy();
    expect(screen.getByText('josé@example.com')).toBeTruthy();
    await userEvent.type(search, 'f');
    expect(
      await screen.findByText('Nobody with an open invitation has this address.'),
    ).toBeTruthy();
  });

  test('are listed with address, role, age and end', async () => {
    invitations = [
      makeInvitation(),
      makeInvitation({
        id: makeId(901),
        email_address: 'late@example.com',
        expires_at: new Date(Date.now() - HOUR).toISOString(),
      }),
    ];
    open();
    expect((await row('grace@example.com')).getByText('Editor')).toBeTruthy();
    expect((await row('grace@example.com')).getByText('1 hour ago')).toBeTruthy();
    expect((await row('grace@example.com')).queryByText('Expired')).toBeNull();
    expect((await row('late@example.com')).getByText('Expired')).toBeTruthy();
  });

  test('show that there are none', async () => {
    invitations = [];
    open();
    expect(await screen.findByText('Nobody has an open invitation.')).toBeTruthy();
  });

  test('can be loaded again after a failure', async () => {
    mockApi.get(INVITATIONS, UNREACHABLE);
    open();
    expect(await screen.findByText('Failed to load invitations')).toBeTruthy();
    mockApi.get(INVITATIONS, () => ({ body: { invitations } }));
    await userEvent.click(screen.getByRole('button', { name: 'Retry' }));
    expect(await row('grace@example.com')).toBeTruthy();
  });
});

describe('resending an invitation', () => {
  test('sends one message and shows that', async () => {
    mockApi.post(RESEND, () => ({ status: 204 }));
    open();
    await press('Resend');
    expect(await screen.findByText('Invitation sent again')).toBeTruthy();
    expect(mockApi.calls('POST', RESEND)).toHaveLength(1);
  });

  test.each([
    [
      'This invitation was sent less than a minute ago. Please wait before sending it again.',
      refusal(
        429,
        'This invitation was sent less than a minute ago. Please wait before sending it again.',
      ),
    ],
    [
      'Only an Owner or Admin can resend invitations.',
      refusal(403, 'Only an Owner or Admin can resend invitations.'),
    ],
    ['Failed to resend invitation', UNREACHABLE],
  ])('shows "%s" for a failure', async (text, response) => {
    mockApi.post(RESEND, response);
    open();
    await press('Resend');
    expect(await screen.findByText(text)).toBeTruthy();
  });
});

describe('revoking an invitation', () => {
  test('asks first, names the consequences and removes it from the list', async () => {
    mockApi.delete(ONE, () => {
      invitations = [];
      return { status: 204 };
    });
    open();
    await press('Revoke');
    expect(await screen.findByText('The link in the message stops working at once')).toBeTruthy();
    expect(mockApi.calls('DELETE', ONE)).toEqual([]);
    await confirm();
    expect(await screen.findByText('Invitation revoked')).toBeTruthy();
    await waitFor(() => expect(screen.queryByRole('row')).toBeNull());
  });

  test.each([
    [
      'Only an Owner or Admin can revoke invitations.',
      refusal(403, 'Only an Owner or Admin can revoke invitations.'),
    ],
    ['Failed to revoke invitation', UNREACHABLE],
  ])('shows "%s" for a failure', async (text, response) => {
    mockApi.delete(ONE, response);
    open();
    await press('Revoke');
    await confirm();
    expect(await screen.findByText(text)).toBeTruthy();
  });
});

test('an invitation of a guest names the workspace', async () => {
  invitations = [
    makeInvitation({
      role: { id: makeId(203), name: 'Viewer' },
      guest_of: { id: makeId(500), name: 'Research' },
    }),
  ];
  open();
  const guest = await row('grace@example.com');
  expect(guest.getByText('Guest of Research')).toBeTruthy();
  expect(guest.queryByText('Viewer')).toBeNull();
});
