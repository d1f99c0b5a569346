import {
  fakeShell,
  makeId,
  makeMember,
  makeOrganization,
  makeRoles,
  mockApi,
  needsPassword,
  renderScreen,
} from '@carrel/shared/testing';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';

import { MembersSection } from './members-section.tsx';

const ORGANIZATION = makeOrganization();
const MEMBERS = `api/v1/organizations/${ORGANIZATION.id}/members`;
const ADA = makeMember();
const EDITOR = { id: makeId(202), name: 'Editor' };
const GRACE = makeMember({
  account: { id: makeId(2), first_name: 'Grace', last_name: 'Hopper' },
  role: EDITOR,
});
const UNREACHABLE = () => Promise.reject(new TypeError('Failed to fetch'));
const FORBIDDEN = () => ({ status: 403, body: { message: 'You may not do this' } });

let members = [ADA, GRACE];

const crowd = (count: number) =>
  Array.from({ length: count }, (_, place) =>
    makeMember({
      account: { id: makeId(5000 + place), first_name: 'Person', last_name: `No ${place}.` },
      role: EDITOR,
    }),
  );

beforeEach(() => {
  members = [ADA, GRACE];
  mockApi.start();
  mockApi.get(MEMBERS, () => ({ body: { members } }));
});
afterEach(() => {
  vi.restoreAllMocks();
  mockApi.stop();
});

function open() {
  const onLeft = vi.fn<() => void>();
  const shell = fakeShell();
  renderScreen(<MembersSection organization={ORGANIZATION} onLeft={onLeft} />, { shell });
  return { onLeft, shell };
}

const row = async (name: string) =>
  within(await screen.findByRole('row', { name: new RegExp(name, 'u') }));
const bodies = (method: string, path = MEMBERS) =>
  mockApi.calls(method, path).map(({ body }) => body);

async function openDialog(button: 'Edit role' | 'Remove', name = 'Grace Hopper') {
  await userEvent.click((await row(name)).getByRole('button', { name: button }));
  return within(await screen.findByRole(button === 'Remove' ? 'alertdialog' : 'dialog'));
}

const updateButton = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Update role' });

async function openInvitation() {
  await userEvent.click(screen.getByRole('button', { name: 'Invite Member' }));
  return within(await screen.findByRole('dialog', { name: 'Invite member' }));
}

describe('the members of an organization', () => {
  test('are listed with name, role and id', async () => {
    open();
    expect((await row('Grace Hopper')).getByText('Editor')).toBeTruthy();
    expect(
      (await row('Grace Hopper')).getByRole('button', { name: `Copy id ${makeId(2)}` }),
    ).toBeTruthy();
    expect(screen.getAllByRole('columnheader').map((header) => header.textContent)).toEqual([
      'Name',
      'Role',
      'Member ID',
      'Actions',
    ]);
  });

  test.each([
    [{ password: true, totp: false, passkeys: 0 }, 'Password only'],
    [{ password: false, totp: false, passkeys: 0 }, 'Single sign-on'],
    [{ password: true, totp: true, passkeys: 2 }, '2 passkeys, Authenticator app'],
  ])('show with %o that they sign in with "%s"', async (factors, text) => {
    members = [{ ...GRACE, factors }];
    open();
    expect((await row('Grace Hopper')).getByText(text)).toBeTruthy();
  });

  test.each([
    [19, null],
    [20, 'searchbox'],
  ])('of whom there are %i have the search field %s', async (count, role) => {
    members = crowd(count);
    open();
    expect(await row('No 7\\.')).toBeTruthy();
    const field = screen.queryByRole('searchbox', { name: 'Search members' });
    expect(field === null ? null : 'searchbox').toBe(role);
  });

  test('of whom there are 5,000 are rendered only in view, and found by name, role and id', async () => {
    vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(600);
    members = [...crowd(4999), GRACE];
    open();
    await screen.findByText('Person No 0.');
    expect(document.querySelectorAll('tr').length).toBeLessThan(60);
    const search = screen.getByRole('searchbox', { name: 'Search members' });
    const searchFor = async (text: string) => {
      await userEvent.clear(search);
      await userEvent.click(search);
      await userEvent.paste(text);
    };
    await searchFor('hopper');
    expect(await screen.findByText('1 of 5000')).toBeTruthy();
    expect(screen.getByText('Grace Hopper')).toBeTruthy();
    await searchFor(makeId(5077));
    expect(await screen.findByText('Person No 77.')).toBeTruthy();
    await searchFor('no such name');
    expect(await screen.findByText('No member has this name, role or id.')).toBeTruthy();
  });

  test('are found without their accents, and by words in any order', async () => {
    const account = { id: makeId(3), first_name: 'José', last_name: 'Núñez' };
    members = [...crowd(20), makeMember({ account, role: EDITOR })];
    open();
    const search = await screen.findByRole('searchbox', { name: 'Search members' });
    await userEvent.type(search, 'editor jose');
    expect(await screen.findByText('1 of 21')).toBeTruthy();
    expect(screen.getByText('José Núñez')).toBeTruthy();
  });

  test('can be loaded again after a failure', async () => {
    mockApi.get(MEMBERS, UNREACHABLE);
    open();
    expect(await screen.findByText('Failed to load organization members')).toBeTruthy();
    mockApi.get(MEMBERS, () => ({ body: { members } }));
    await userEvent.click(screen.getByRole('button', { name: 'Retry' }));
    expect(await row('Grace Hopper')).toBeTruthy();
  });
});

describe('inviting a member', () => {
  test('sends address and role once', async () => {
    mockApi.post(MEMBERS, () => ({ status: 201, body: {} }));
    open();
    const dialog = await openInvitation();
    const person = userEvent.setup();
    await person.type(dialog.getByLabelText('Email address'), ' grace@example.com ');
    await person.selectOptions(dialog.getByLabelText('Role'), 'Viewer');
    await person.dblClick(dialog.getByRole('button', { name: 'Send invitation' }));

    expect(await screen.findByText('Member invitation sent successfully')).toBeTruthy();
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(bodies('POST')).toEqual([
      { email_address: 'grace@example.com', role_id: makeRoles()[3]?.id },
    ]);
  });

  test('checks on submit and then on every change', async () => {
    open();
    const dialog = await openInvitation();
    const person = userEvent.setup();
    await person.click(dialog.getByRole('button', { name: 'Send invitation' }));
    expect(await dialog.findByText('Email address is required')).toBeTruthy();
    expect(dialog.getByText('Role is required')).toBeTruthy();

    await person.type(dialog.getByLabelText('Email address'), 'grace');
    expect(await dialog.findByText('Please enter a valid email address')).toBeTruthy();
    await person.type(dialog.getByLabelText('Email address'), '@example.com');
    await person.selectOptions(dialog.getByLabelText('Role'), 'Viewer');
    await waitFor(() => {
      expect(dialog.queryByText('Please enter a valid email address')).toBeNull();
      expect(dialog.queryByText('Role is required')).toBeNull();
    });
    expect(bodies('POST')).toEqual([]);
  });

  test.each([
    [
      'This person is already a member',
      () => ({ status: 409, body: { message: 'This person is already a member' } }),
    ],
    ['Failed to invite member', UNREACHABLE],
  ])('shows "%s" for a failure and keeps the address', async (text, response) => {
    mockApi.post(MEMBERS, response);
    open();
    const dialog = await openInvitation();
    await userEvent.type(dialog.getByLabelText('Email address'), 'grace@example.com');
    await userEvent.selectOptions(dialog.getByLabelText('Role'), 'Viewer');
    await userEvent.click(dialog.getByRole('button', { name: 'Send invitation' }));
    expect(await screen.findByText(text)).toBeTruthy();
    expect(dialog.getByLabelText<HTMLInputElement>('Email address').value).toBe(
      'grace@example.com',
    );
  });
});

describe('changing a role', () => {
  test('to Owner asks for the password a while after the sign-in, and then sends it', async () => {
    const { handler, prompt, remove } = needsPassword({ status: 204 });
    mockApi.patch(`${MEMBERS}/${makeId(2)}`, handler);
    open();
    const dialog = await openDialog('Edit role');
    await userEvent.selectOptions(dialog.getByLabelText('Role'), 'Owner');
    await userEvent.click(updateButton());
    expect(await screen.findByText('Member role updated successfully')).toBeTruthy();
    expect(prompt).toHaveBeenCalledOnce();
    remove();
  });

  test('waits for a different role, then sends it', async () => {
    mockApi.patch(`${MEMBERS}/${makeId(2)}`, () => {
      members = [ADA, { ...GRACE, role: { id: makeId(201), name: 'Admin' } }];
      return { status: 204 };
    });
    const { shell } = open();
    const dialog = await openDialog('Edit role');
    expect(updateButton().disabled).toBe(true);
    await userEvent.selectOptions(dialog.getByLabelText('Role'), 'Admin');
    expect(updateButton().disabled).toBe(false);
    await userEvent.selectOptions(dialog.getByLabelText('Role'), 'Editor');
    expect(updateButton().disabled).toBe(true);
    await userEvent.selectOptions(dialog.getByLabelText('Role'), 'Admin');
    await userEvent.click(updateButton());

    expect(await screen.findByText('Member role updated successfully')).toBeTruthy();
    await waitFor(async () => expect((await row('Grace Hopper')).getByText('Admin')).toBeTruthy());
    expect(bodies('PATCH', `${MEMBERS}/${makeId(2)}`)).toEqual([{ role_id: makeId(201) }]);
    expect(shell.reloadUser).not.toHaveBeenCalled();
  });

  test('reloads the profile when it is the own one', async () => {
    mockApi.patch(`${MEMBERS}/${makeId(1)}`, () => ({ status: 204 }));
    const { shell } = open();
    const dialog = await openDialog('Edit role', 'Ada Lovelace');
    await userEvent.selectOptions(dialog.getByLabelText('Role'), 'Admin');
    await userEvent.click(updateButton());
    await waitFor(() => expect(shell.reloadUser).toHaveBeenCalledOnce());
  });

  test.each([
    ['You may not do this', FORBIDDEN],
    ['Failed to update member role', UNREACHABLE],
  ])('shows "%s" for a failure', async (text, response) => {
    mockApi.patch(`${MEMBERS}/${makeId(2)}`, response);
    open();
    const dialog = await openDialog('Edit role');
    await userEvent.selectOptions(dialog.getByLabelText('Role'), 'Viewer');
    await userEvent.click(updateButton());
    expect(await screen.findByText(text)).toBeTruthy();
  });
});

describe('removing a member', () => {
  test('asks first and names the consequences', async () => {
    mockApi.delete(`${MEMBERS}/${makeId(2)}`, () => {
      members = [ADA];
      return { status: 204 };
    });
    const { onLeft } = open();
    const dialog = await openDialog('Remove');
    expect(dialog.getByText('Grace Hopper')).toBeTruthy();
    expect(dialog.getByText('This cannot be undone')).toBeTruthy();
    expect(bodies('DELETE', `${MEMBERS}/${makeId(2)}`)).toEqual([]);
    await userEvent.click(dialog.getByRole('button', { name: 'Remove member' }));

    expect(
      await screen.findByText('Grace Hopper has been removed from the organization'),
    ).toBeTruthy();
    await waitFor(() => expect(screen.queryByRole('row', { name: /Grace/u })).toBeNull());
    expect(onLeft).not.toHaveBeenCalled();
  });

  test('leaves the settings when it was oneself', async () => {
    mockApi.delete(`${MEMBERS}/${makeId(1)}`, () => ({ status: 204 }));
    const { onLeft, shell } = open();
    const dialog = await openDialog('Remove', 'Ada Lovelace');
    await userEvent.click(dialog.getByRole('button', { name: 'Remove member' }));
    await waitFor(() => expect(shell.reloadUser).toHaveBeenCalledOnce());
    expect(onLeft).toHaveBeenCalledOnce();
  });

  test.each([
    ['You may not do this', FORBIDDEN],
    ['Failed to remove member', UNREACHABLE],
  ])('shows "%s" for a failure', async (text, response) => {
    mockApi.delete(`${MEMBERS}/${makeId(2)}`, response);
    open();
    const dialog = await openDialog('Remove');
    await userEvent.click(dialog.getByRole('button', { name: 'Remove member' }));
    expect(await screen.findByText(text)).toBeTruthy();
  });
});
