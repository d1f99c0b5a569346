import type { Group, GroupDetail } from '@carrel/shared/contract';
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

import { GroupsSection } from './groups-section.tsx';

const ORGANIZATION = makeOrganization();
const ONE = `api/v1/organizations/${ORGANIZATION.id}`;
const ALL = `${ONE}/groups`;
const LEGAL = `${ALL}/${makeId(900)}`;
const BROKEN = () => Promise.reject(new TypeError('Failed to fetch'));

const makeGroup = (overrides: Partial<Group> = {}): Group => ({
  id: makeId(900),
  name: 'Legal',
  member_count: 3,
  provisioned: false,
  ...overrides,
});

const makeDetail = (overrides: Partial<GroupDetail> = {}): GroupDetail => ({
  ...makeGroup(),
  account_ids: [makeId(1)],
  datasets: [{ id: makeId(600), name: 'Contracts', role: 'Reader' }],
  ...overrides,
});

const WRITERS = makeGroup({
  id: makeId(901),
  name: 'Writers',
  member_count: 1200,
  provisioned: true,
});

let groups: Group[] = [];

beforeEach(() => {
  groups = [makeGroup(), WRITERS];
  mockApi.start();
  mockApi.get(ALL, () => ({ body: { groups } }));
  mockApi.get(LEGAL, () => ({ body: makeDetail() }));
  mockApi.get(`${ONE}/members`, () => ({
    body: {
      members: [
        makeMember(),
        makeMember({ account: { id: makeId(2), first_name: 'Grace', last_name: 'Hopper' } }),
      ],
    },
  }));
});
afterEach(() => mockApi.stop());

const open = (mayChange = true) =>
  renderScreen(<GroupsSection organization={ORGANIZATION} mayChange={mayChange} />);
const row = async (name: RegExp) => within(await screen.findByRole('row', { name }));
const show = async (name: string) => userEvent.click(await screen.findByRole('button', { name }));

async function askToDelete(name: RegExp) {
  await userEvent.click((await row(name)).getByRole('button', { name: 'Delete' }));
  return within(await screen.findByRole('alertdialog'));
}

test('groups are listed with how many people are in them, and which ones the directory keeps', async () => {
  open();
  const legal = await row(/Legal/);
  expect(legal.getByText('3 people')).toBeTruthy();
  expect(legal.queryByText('Directory')).toBeNull();
  const writers = await row(/Writers/);
  expect(writers.getByText('1,200 people')).toBeTruthy();
  expect(writers.getByText('Directory')).toBeTruthy();
});

test('an Admin changes and deletes own groups, and none of the directory', async () => {
  open();
  const legal = await row(/Legal/);
  expect(legal.getByRole('button', { name: 'Edit' })).toBeTruthy();
  expect(legal.getByRole('button', { name: 'Delete' })).toBeTruthy();
  const writers = await row(/Writers/);
  expect(writers.getAllByRole('button').map(({ textContent }) => textContent)).toEqual(['Writers']);
});

test('others see the groups, and cannot change them', async () => {
  open(false);
  const legal = await row(/Legal/);
  expect(legal.getByText('3 people')).toBeTruthy();
  expect(legal.queryByRole('button', { name: 'Edit' })).toBeNull();
  expect(legal.queryByRole('button', { name: 'Delete' })).toBeNull();
  expect(screen.queryByRole('button', { name: 'Create Group' })).toBeNull();
});

test.each([
  ['an Admin, who creates one', true, 1],
  ['others', false, 0],
])('without groups it says what they are for to %s', async (_, mayChange, buttons) => {
  groups = [];
  open(mayChange);
  expect(
    await screen.findByText('Groups give several people access to a dataset at once.'),
  ).toBeTruthy();
  expect(screen.queryAllByRole('button', { name: 'Create Group' })).toHaveLength(buttons);
});

test('groups that could not be read are read again', async () => {
  mockApi.get(ALL, BROKEN);
  open();
  expect(await screen.findByText('Failed to load groups')).toBeTruthy();
  mockApi.get(ALL, () => ({ body: { groups } }));
  await userEvent.click(screen.getByRole('button', { name: 'Retry' }));
  expect(await screen.findByRole('row', { name: /Legal/ })).toBeTruthy();
});

test('a group shows who is in it, and its role in each dataset', async () => {
  open(false);
  await show('Legal');
  const dialog = within(await screen.findByRole('dialog', { name: 'Legal' }));
  const people = within(await dialog.findByRole('list', { name: 'People' }));
  expect(people.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'Ada Lovelace',
  ]);
  const datasets = within(dialog.getByRole('list', { name: 'Access to datasets' }));
  const contracts = within(datasets.getByRole('listitem'));
  expect(contracts.getByText('Contracts')).toBeTruthy();
  expect(contracts.getByText('Reader')).toBeTruthy();
});

test('a group without people and datasets says so', async () => {
  mockApi.get(`${ALL}/${WRITERS.id}`, () => ({
    body: makeDetail({ ...WRITERS, account_ids: [], datasets: [] }),
  }));
  open();
  await show('Writers');
  const dialog = within(await screen.findByRole('dialog', { name: 'Writers' }));
  expect(await dialog.findByText('Nobody is in this group.')).toBeTruthy();
  expect(
    dialog.getByText('It was given access to none of the datasets that you see.'),
  ).toBeTruthy();
  expect(dialog.getByText('Your directory keeps this group. It is changed there.')).toBeTruthy();
});

test('the first group is created, and then listed', async () => {
  groups = [];
  mockApi.post(ALL, () => {
    groups = [makeGroup({ member_count: 1 })];
    return { status: 201, body: { id: makeId(900) } };
  });
  open();
  await show('Create Group');
  const dialog = within(await screen.findByRole('dialog', { name: 'Create Group' }));
  await userEvent.type(dialog.getByLabelText('Name'), 'Legal');
  await userEvent.click(await dialog.findByRole('checkbox', { name: 'Ada Lovelace' }));
  await userEvent.click(dialog.getByRole('button', { name: 'Create Group' }));
  expect((await row(/Legal/)).getByText('1 person')).toBeTruthy();
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('a group that was changed is listed and shown as it is then', async () => {
  let detail = makeDetail();
  mockApi.get(LEGAL, () => ({ body: detail }));
  mockApi.patch(LEGAL, () => {
    groups = [makeGroup({ member_count: 4 })];
    detail = makeDetail({ account_ids: [makeId(1), makeId(2)] });
    return { status: 204 };
  });
  open();
  await userEvent.click((await row(/Legal/)).getByRole('button', { name: 'Edit' }));
  const form = within(await screen.findByRole('dialog', { name: 'Edit group' }));
  await userEvent.click(await form.findByRole('checkbox', { name: 'Grace Hopper' }));
  await userEvent.click(form.getByRole('button', { name: 'Save changes' }));
  expect(await screen.findByText('4 people')).toBeTruthy();
  await show('Legal');
  const dialog = within(await screen.findByRole('dialog', { name: 'Legal' }));
  expect(await dialog.findByText('Grace Hopper')).toBeTruthy();
});

test('a group that could not be read is read again', async () => {
  mockApi.get(LEGAL, BROKEN);
  open();
  await show('Legal');
  const dialog = within(await screen.findByRole('dialog', { name: 'Legal' }));
  expect(await dialog.findByText('Failed to load the group')).toBeTruthy();
  mockApi.get(LEGAL, () => ({ body: makeDetail() }));
  await userEvent.click(dialog.getByRole('button', { name: 'Retry' }));
  expect(await dialog.findByText('Ada Lovelace')).toBeTruthy();
});

test.each([
  [3, 'Its 3 people lose the access that they have only through it.'],
  [1, 'Its 1 person loses the access that they have only through it.'],
  [0, 'It has no people: nobody loses access.'],
])('a group of %i is deleted after a question', async (member_count, consequence) => {
  groups = [makeGroup({ member_count })];
  mockApi.delete(LEGAL, () => {
    groups = [];
    return { status: 204 };
  });
  open();
  const question = await askToDelete(/Legal/);
  expect(question.getByRole('heading', { name: 'Delete group “Legal”?' })).toBeTruthy();
  expect(question.getByText(consequence)).toBeTruthy();
  await userEvent.click(question.getByRole('button', { name: 'Delete group' }));
  expect(await screen.findByText('Group deleted')).toBeTruthy();
  expect(await screen.findByText('No groups')).toBeTruthy();
});

test.each([
  [
    'A directory keeps this group. Change it there.',
    () => ({ status: 409, body: { message: 'A directory keeps this group. Change it there.' } }),
  ],
  ['Failed to delete group', BROKEN],
])('a deletion that fails says "%s", and the question stays', async (text, response) => {
  mockApi.delete(LEGAL, response);
  open();
  const question = await askToDelete(/Legal/);
  await userEvent.click(question.getByRole('button', { name: 'Delete group' }));
  expect(await screen.findByText(text)).toBeTruthy();
  expect(screen.getByRole('alertdialog')).toBeTruthy();
});

test('a group that another person has deleted leaves the list', async () => {
  mockApi.delete(LEGAL, () => {
    groups = [WRITERS];
    return { status: 404, body: { message: 'There is no such group.' } };
  });
  open();
  const question = await askToDelete(/Legal/);
  await userEvent.click(question.getByRole('button', { name: 'Delete group' }));
  await waitFor(() => expect(screen.queryByRole('row', { name: /Legal/ })).toBeNull());
  expect(screen.queryByRole('alertdialog')).toBeNull();
});
