import {
  makeId,
  makeMember,
  makeOrganization,
  mockApi,
  renderScreen,
} from '@carrel/shared/testing';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test } from 'vitest';

import { GuestsSection } from './guests-section.tsx';
import { MembersSection } from './members-section.tsx';

const ORGANIZATION = makeOrganization();
const MEMBERS = `api/v1/organizations/${ORGANIZATION.id}/members`;
const VIEWER = { id: makeId(203), name: 'Viewer' };
const GRACE = makeMember({
  account: { id: makeId(2), first_name: 'Grace', last_name: 'Hopper' },
  role: VIEWER,
  guest_of: { id: makeId(500), name: 'Research' },
});

let members = [makeMember(), GRACE];

beforeEach(() => {
  members = [makeMember(), GRACE];
  mockApi.start();
  mockApi.get(MEMBERS, () => ({ body: { members } }));
});
afterEach(() => mockApi.stop());

const open = () =>
  renderScreen(
    <>
      <MembersSection organization={ORGANIZATION} onLeft={() => undefined} />
      <GuestsSection organization={ORGANIZATION} onLeft={() => undefined} />
    </>,
  );

const rows = async (name: 'Members' | 'Guests') =>
  within(await screen.findByRole('table', { name }))
    .getAllByRole('row')
    .map(({ textContent }) => textContent);

async function choose(action: 'Edit role' | 'Remove') {
  const table = within(await screen.findByRole('table', { name: 'Guests' }));
  await userEvent.click(table.getByRole('button', { name: action }));
  return within(await screen.findByRole(action === 'Remove' ? 'alertdialog' : 'dialog'));
}

test('guests are listed apart from members, with their workspace', async () => {
  open();
  const guests = await rows('Guests');
  expect(guests[0]).toBe('NameWorkspaceMember IDActions');
  expect(guests[1]).toContain('Grace HopperResearch');
  expect((await rows('Members')).join(' ')).not.toContain('Grace');
});

test('without guests there is no section of them', async () => {
  members = [makeMember()];
  open();
  await rows('Members');
  expect(screen.queryByRole('heading', { name: 'Guests' })).toBeNull();
});

test('a guest becomes a member by each role, that of a Viewer too', async () => {
  mockApi.patch(`${MEMBERS}/${makeId(2)}`, () => {
    members = [makeMember(), { ...GRACE, guest_of: null }];
    return { status: 204 };
  });
  open();
  const dialog = await choose('Edit role');
  expect(
    dialog.getByText('With a role, the guest becomes a member and sees what members see.'),
  ).toBeDefined();
  await userEvent.click(dialog.getByRole('button', { name: 'Update role' }));
  expect(await screen.findByText('Member role updated successfully')).toBeDefined();
  await waitFor(() => expect(screen.queryByRole('table', { name: 'Guests' })).toBeNull());
  expect((await rows('Members')).join(' ')).toContain('Grace HopperViewer');
  expect(mockApi.calls('PATCH', `${MEMBERS}/${makeId(2)}`).map(({ body }) => body)).toEqual([
    { role_id: VIEWER.id },
  ]);
});

test('removing a guest says what is lost', async () => {
  mockApi.delete(`${MEMBERS}/${makeId(2)}`, () => {
    members = [makeMember()];
    return { status: 204 };
  });
  open();
  const dialog = await choose('Remove');
  expect(dialog.getByText('The guest loses access to the workspace Research')).toBeDefined();
  await userEvent.click(dialog.getByRole('button', { name: 'Remove guest' }));
  expect(
    await screen.findByText('Grace Hopper has been removed from the organization'),
  ).toBeDefined();
  await waitFor(() => expect(screen.queryByRole('table', { name: 'Guests' })).toBeNull());
});
