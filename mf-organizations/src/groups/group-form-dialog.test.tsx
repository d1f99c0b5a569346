import type { Group } from '@carrel/shared/contract';
import {
  makeId,
  makeMember,
  makeOrganization,
  mockApi,
  renderScreen,
} from '@carrel/shared/testing';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { GroupFormDialog } from './group-form-dialog.tsx';

const ORGANIZATION = makeOrganization();
const ONE = `api/v1/organizations/${ORGANIZATION.id}`;
const ALL = `${ONE}/groups`;
const LEGAL: Group = { id: makeId(900), name: 'Legal', member_count: 1, provisioned: false };
const PATH = `${ALL}/${LEGAL.id}`;
const BROKEN = () => Promise.reject(new TypeError('Failed to fetch'));

const makePerson = (number: number, first_name: string, last_name: string) =>
  makeMember({ account: { id: makeId(number), first_name, last_name } });
const ADA = makePerson(1, 'Ada', 'Lovelace');
const GRACE = makePerson(2, 'Grace', 'Hopper');
const MARY = makePerson(3, 'Mary', 'Jackson');

let members = [ADA, GRACE, MARY];

beforeEach(() => {
  members = [ADA, GRACE, MARY];
  mockApi.start();
  mockApi.get(`${ONE}/members`, () => ({ body: { members } }));
  mockApi.get(PATH, () => ({ body: { ...LEGAL, account_ids: [makeId(2)], datasets: [] } }));
  mockApi.post(ALL, () => ({ status: 201, body: { id: makeId(901) } }));
  mockApi.patch(PATH, () => ({ status: 204 }));
});
afterEach(() => mockApi.stop());

const onClose = vi.fn<() => void>();
beforeEach(() => onClose.mockReset());

async function open(group?: Group) {
  renderScreen(
    <GroupFormDialog
      organization={ORGANIZATION}
      onClose={onClose}
      {...(group !== undefined && { group })}
    />,
  );
  const name = group === undefined ? 'Create Group' : 'Edit group';
  return within(await screen.findByRole('dialog', { name }));
}
type Dialog = Awaited<ReturnType<typeof open>>;

const box = (dialog: Dialog, name: string) =>
  dialog.findByRole<HTMLInputElement>('checkbox', { name });
const namesOf = (dialog: Dialog) =>
  dialog
    .getAllByRole<HTMLInputElement>('checkbox')
    .map(({ labels }) => labels?.[0]?.textContent ?? '');
const filter = (dialog: Dialog) => dialog.getByLabelText<HTMLInputElement>('Filter people');
const create = (dialog: Dialog) =>
  userEvent.click(dialog.getByRole('button', { name: 'Create Group' }));
const save = (dialog: Dialog) =>
  userEvent.click(dialog.getByRole('button', { name: 'Save changes' }));
const bodies = (method: string, path: string) =>
  mockApi.calls(method, path).map(({ body }) => body);

test('a group is created with a name and people', async () => {
  const dialog = await open();
  await userEvent.type(dialog.getByLabelText('Name'), ' Legal ');
  await userEvent.click(await box(dialog, 'Mary Jackson'));
  await userEvent.click(await box(dialog, 'Ada Lovelace'));
  expect(dialog.getByText('2 people chosen')).toBeTruthy();
  await create(dialog);
  expect(await screen.findByText('Group created')).toBeTruthy();
  expect(onClose).toHaveBeenCalledOnce();
  expect(bodies('POST', ALL)).toEqual([{ name: 'Legal', account_ids: [makeId(3), makeId(1)] }]);
});

test('a group may begin without people', async () => {
  const dialog = await open();
  await userEvent.type(dialog.getByLabelText('Name'), 'Legal');
  await create(dialog);
  await waitFor(() => expect(bodies('POST', ALL)).toEqual([{ name: 'Legal', account_ids: [] }]));
});

test('a group needs a name', async () => {
  const dialog = await open();
  await create(dialog);
  expect(await dialog.findByText('Group name is required')).toBeTruthy();
  expect(bodies('POST', ALL)).toEqual([]);
});

test('who is in a group comes first, and only what was changed is sent', async () => {
  const dialog = await open(LEGAL);
  const grace = await box(dialog, 'Grace Hopper');
  expect(namesOf(dialog)).toEqual(['Grace Hopper', 'Ada Lovelace', 'Mary Jackson']);
  expect(grace.checked).toBe(true);
  const button = dialog.getByRole<HTMLButtonElement>('button', { name: 'Save changes' });
  expect(button.disabled).toBe(true);
  await userEvent.click(await box(dialog, 'Ada Lovelace'));
  await userEvent.click(grace);
  await save(dialog);
  expect(await screen.findByText('Group updated')).toBeTruthy();
  expect(bodies('PATCH', PATH)).toEqual([{ account_ids: [makeId(1)] }]);
});

test('a new name leaves the people as they are', async () => {
  const dialog = await open(LEGAL);
  const name = dialog.getByLabelText('Name');
  await userEvent.clear(name);
  await userEvent.type(name, 'Counsel');
  await save(dialog);
  await waitFor(() => expect(bodies('PATCH', PATH)).toEqual([{ name: 'Counsel' }]));
});

test('a name that is taken is said below the field, and all that was entered stays', async () => {
  mockApi.post(ALL, () => ({
    status: 422,
    body: {
      message: 'The input is invalid.',
      issues: [{ path: 'name', message: 'Another group has this name' }],
    },
  }));
  const dialog = await open();
  await userEvent.type(dialog.getByLabelText('Name'), 'Legal');
  await userEvent.click(await box(dialog, 'Grace Hopper'));
  await create(dialog);
  expect(await dialog.findByText('Another group has this name')).toBeTruthy();
  expect(dialog.getByLabelText('Name').getAttribute('aria-invalid')).toBe('true');
  expect(dialog.getByLabelText<HTMLInputElement>('Name').value).toBe('Legal');
  expect((await box(dialog, 'Grace Hopper')).checked).toBe(true);
});

test('people who are no members any more are said below the list', async () => {
  mockApi.patch(PATH, () => ({
    status: 422,
    body: {
      message: 'The input is invalid.',
      issues: [{ path: 'account_ids', message: 'Choose members of the organization' }],
    },
  }));
  const dialog = await open(LEGAL);
  await userEvent.click(await box(dialog, 'Ada Lovelace'));
  await save(dialog);
  expect(await dialog.findByText('Choose members of the organization')).toBeTruthy();
});

test.each([
  [
    'A directory keeps this group. Change it there.',
    () => ({ status: 409, body: { message: 'A directory keeps this group. Change it there.' } }),
  ],
  ['Failed to update group', BROKEN],
])('a save that fails says "%s", and keeps what was entered', async (text, response) => {
  mockApi.patch(PATH, response);
  const dialog = await open(LEGAL);
  await userEvent.type(dialog.getByLabelText('Name'), ' team');
  await userEvent.click(await box(dialog, 'Ada Lovelace'));
  await save(dialog);
  expect(await screen.findByText(text)).toBeTruthy();
  expect(dialog.getByLabelText<HTMLInputElement>('Name').value).toBe('Legal team');
  expect((await box(dialog, 'Ada Lovelace')).checked).toBe(true);
  expect(onClose).not.toHaveBeenCalled();
});

test('people who could not be read are read again, and the name that was typed stays', async () => {
  mockApi.get(`${ONE}/members`, BROKEN);
  const dialog = await open();
  await userEvent.type(dialog.getByLabelText('Name'), 'Legal');
  expect(await dialog.findByText('Failed to load people')).toBeTruthy();
  mockApi.get(`${ONE}/members`, () => ({ body: { members } }));
  await userEvent.click(dialog.getByRole('button', { name: 'Retry' }));
  expect(await box(dialog, 'Ada Lovelace')).toBeTruthy();
  expect(dialog.getByLabelText<HTMLInputElement>('Name').value).toBe('Legal');
});

test('of hundreds of members some are shown, and the filter finds the others', async () => {
  members = Array.from({ length: 250 }, (_, index) =>
    makePerson(index + 1, 'Person', `N${index + 1}`),
  );
  const dialog = await open();
  await userEvent.click(await box(dialog, 'Person N1'));
  expect(dialog.getAllByRole('checkbox')).toHaveLength(100);
  await userEvent.click(dialog.getByRole('button', { name: 'Show more' }));
  expect(dialog.getAllByRole('checkbox')).toHaveLength(200);

  await userEvent.type(filter(dialog), 'n250');
  await userEvent.click(await box(dialog, 'Person N250'));
  expect(dialog.getAllByRole('checkbox')).toHaveLength(1);
  expect(dialog.getByText('2 people chosen')).toBeTruthy();
  await userEvent.type(dialog.getByLabelText('Name'), 'Legal');
  await create(dialog);
  await waitFor(() =>
    expect(bodies('POST', ALL)).toEqual([{ name: 'Legal', account_ids: [makeId(1), makeId(250)] }]),
  );
});

test('a filter that finds nobody says so', async () => {
  const dialog = await open();
  await box(dialog, 'Ada Lovelace');
  await userEvent.type(filter(dialog), 'nobody');
  expect(await dialog.findByText('No member has this name.')).toBeTruthy();
});

test('people are found and chosen with the keyboard alone', async () => {
  const dialog = await open();
  await box(dialog, 'Ada Lovelace');
  await userEvent.type(dialog.getByLabelText('Name'), 'Legal');
  await userEvent.tab();
  expect(document.activeElement).toBe(filter(dialog));
  await userEvent.keyboard('grace');
  await waitFor(() => expect(namesOf(dialog)).toEqual(['Grace Hopper']));
  await userEvent.tab();
  await userEvent.keyboard(' ');
  expect((await box(dialog, 'Grace Hopper')).checked).toBe(true);
  await userEvent.tab();
  await userEvent.tab();
  await userEvent.keyboard('{Enter}');
  await waitFor(() =>
    expect(bodies('POST', ALL)).toEqual([{ name: 'Legal', account_ids: [makeId(2)] }]),
  );
});

test('Enter in the filter does not save the group', async () => {
  const dialog = await open();
  await box(dialog, 'Ada Lovelace');
  expect(fireEvent.keyDown(filter(dialog), { key: 'Enter' })).toBe(false);
  expect(fireEvent.keyDown(dialog.getByLabelText('Name'), { key: 'Enter' })).toBe(true);
});

test('two members of one name are told apart by their ids', async () => {
  members = [ADA, makePerson(4, 'Ada', 'Lovelace'), GRACE];
  const dialog = await open();
  await box(dialog, 'Grace Hopper');
  expect(dialog.getByText(makeId(1))).toBeTruthy();
  expect(dialog.getByText(makeId(4))).toBeTruthy();
  expect(dialog.queryByText(makeId(2))).toBeNull();
});

test('guests are not offered', async () => {
  members = [ADA, { ...GRACE, guest_of: { id: makeId(500), name: 'Research' } }];
  const dialog = await open();
  await box(dialog, 'Ada Lovelace');
  expect(dialog.queryByRole('checkbox', { name: 'Grace Hopper' })).toBeNull();
});
