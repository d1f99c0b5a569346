import type { Access, Group } from '@carrel/shared/contract';
import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test } from 'vitest';

import { makeId, makeMember, mockApi, renderScreen } from '../testing/public.ts';
import { AccessPanel } from './access-panel.tsx';

const ACCESS = `api/v1/datasets/${makeId(1)}/access`;
const ORGANIZATION = `api/v1/organizations/${makeId(100)}`;
const EVERYBODY = 'Everybody in the organization';
const NAMED = 'Only named people and groups';
const CONFIRM = 'Change who sees this dataset';

const group = (place: number, name: string): Group => ({
  id: makeId(place),
  name,
  member_count: 3,
  provisioned: false,
});
const member = (place: number, first_name: string, last_name: string) =>
  makeMember({ account: { id: makeId(place), first_name, last_name } });
const legal = { account_id: null, group_id: makeId(11), name: 'Legal', role: 'Editor' };
const ada = { account_id: makeId(21), group_id: null, name: 'Ada Lovelace', role: 'Manager' };

let access: Access;

beforeEach(() => {
  access = {
    access: 'named',
    known: false,
    entries: [legal, ada],
    fence: null,
    may_change: true,
    requests: [],
  };
  mockApi.start();
  mockApi.get(ACCESS, () => ({ body: access }));
  mockApi.put(ACCESS, () => ({ status: 204 }));
  mockApi.get(`${ORGANIZATION}/groups`, () => ({
    body: { groups: [group(11, 'Legal'), group(12, 'Research')] },
  }));
  mockApi.get(`${ORGANIZATION}/members`, () => ({
    body: { members: [member(21, 'Ada', 'Lovelace'), member(22, 'Émilie', 'du Châtelet')] },
  }));
});
afterEach(() => mockApi.stop());

function open(kind: 'dataset' | 'workspace' = 'dataset') {
  renderScreen(<AccessPanel object={{ kind, id: makeId(1) }} />);
  return userEvent.setup();
}

const radio = (name: string) => screen.findByRole<HTMLInputElement>('radio', { name });
const save = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Save access' });
/** The names of the rows whose button has this verb. */
const names = (verb: 'Add' | 'Remove') =>
  screen
    .queryAllByRole('button', { name: new RegExp(`^${verb} `) })
    .map((button) => button.getAttribute('aria-label')?.slice(verb.length + 1));
const sent = () => mockApi.calls('PUT', ACCESS).map(({ body }) => body);
const ENTRIES = [
  { group_id: makeId(11), role: 'Editor' },
  { account_id: makeId(21), role: 'Manager' },
];

test('those who are named are listed with their roles, and nothing is there to save', async () => {
  open();
  expect((await radio(NAMED)).checked).toBe(true);
  const list = within(screen.getByRole('list', { name: 'Named people and groups' }));
  const [first, second] = list.getAllByRole('listitem');
  expect(first?.textContent).toContain('Group');
  expect(second?.textContent).toContain('Person');
  expect(list.getByLabelText('Role of Legal')).toHaveProperty('value', 'Editor');
  expect(list.getByLabelText('Role of Ada Lovelace')).toHaveProperty('value', 'Manager');
  expect(save().disabled).toBe(true);
});

test('another role is saved without a question, and read again', async () => {
  const user = open();
  await user.selectOptions(await screen.findByLabelText('Role of Legal'), 'Searcher');
  access = { ...access, entries: [{ ...legal, role: 'Searcher' }, ada] };
  await user.click(save());
  expect(await screen.findByText('Access updated successfully!')).toBeDefined();
  expect(sent()).toEqual([
    {
      access: 'named',
      known: false,
      fence: null,
      entries: [
        { group_id: makeId(11), role: 'Searcher' },
        { account_id: makeId(21), role: 'Manager' },
      ],
    },
  ]);
  await waitFor(() => expect(save().disabled).toBe(true));
  expect(mockApi.calls('GET', ACCESS)).toHaveLength(2);
});

test('somebody is found by a part of the name, without accents, and added as a Reader', async () => {
  const user = open();
  const field = await screen.findByLabelText('Find people and groups');
  expect(names('Add')).toEqual(['Research', 'Émilie du Châtelet']);
  await user.type(field, 'emi');
  await waitFor(() => expect(names('Add')).toEqual(['Émilie du Châtelet']));
  await user.click(screen.getByRole('button', { name: 'Add Émilie du Châtelet' }));
  expect(screen.getByLabelText('Role of Émilie du Châtelet')).toHaveProperty('value', 'Reader');
  expect(document.activeElement).toBe(field);
  await waitFor(() => expect(names('Add')).toEqual(['Research']));
  await user.click(save());
  await waitFor(() =>
    expect(sent()).toEqual([
      {
        access: 'named',
        known: false,
        fence: null,
        entries: [...ENTRIES, { account_id: makeId(22), role: 'Reader' }],
      },
    ]),
  );
});

test('a group is added with the role that is chosen before', async () => {
  const user = open();
  await user.selectOptions(await screen.findByLabelText('Role to add with'), 'Editor');
  await user.click(screen.getByRole('button', { name: 'Add Research' }));
  await user.click(save());
  await waitFor(() =>
    expect(sent()).toEqual([
      {
        access: 'named',
        known: false,
        fence: null,
        entries: [...ENTRIES, { group_id: makeId(12), role: 'Editor' }],
      },
    ]),
  );
});

test('of hundreds a few are shown, and the others are found', async () => {
  mockApi.get(`${ORGANIZATION}/members`, () => ({
    body: {
      members: Array.from({ length: 400 }, (_, at) => member(1000 + at, 'Reader', `${at}`)),
    },
  }));
  const user = open();
  const field = await screen.findByLabelText('Find people and groups');
  expect(names('Add')).toHaveLength(6);
  expect(screen.getByText('6 of 401 are shown. Type more of a name to find others.')).toBeDefined();
  await user.type(field, '399');
  await waitFor(() => expect(names('Add')).toEqual(['Reader 399']));
  await user.type(field, '9');
  expect(
    await screen.findByText('Nobody who is not named yet has "3999" in their name.'),
  ).toBeDefined();
});

test('who is removed is among those who can be added, and adding them again changes nothing', async () => {
  const user = open();
  await user.click(await screen.findByRole('button', { name: 'Remove Legal' }));
  expect(names('Remove')).toEqual(['Ada Lovelace']);
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Remove Ada Lovelace' }));
  expect(save().disabled).toBe(false);
  await user.selectOptions(await screen.findByLabelText('Role to add with'), 'Editor');
  await user.click(screen.getByRole('button', { name: 'Add Legal' }));
  expect(save().disabled).toBe(true);
});

test('a dataset is taken away from everybody else after a question only', async () => {
  access = { ...access, access: 'organization' };
  const user = open();
  expect((await radio(EVERYBODY)).checked).toBe(true);
  expect(screen.queryByRole('list', { name: 'Named people and groups' })).toBeNull();
  await user.click(await radio(NAMED));
  await user.click(save());
  const dialog = within(await screen.findByRole('alertdialog', { name: CONFIRM }));
  expect(
    dialog.getByText(
      'Only the 2 people and groups named here, and Owners and Admins, will see this dataset.',
    ),
  ).toBeDefined();
  expect(sent()).toEqual([]);
  access = { ...access, access: 'named' };
  await user.click(dialog.getByRole('button', { name: 'Save access' }));
  expect(await screen.findByText('Access updated successfully!')).toBeDefined();
  expect(sent()).toEqual([{ access: 'named', known: false, fence: null, entries: ENTRIES }]);
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  expect(save().disabled).toBe(true);
  expect((await radio(NAMED)).checked).toBe(true);
});

test('a dataset is given to everybody without a question, and those who are named are kept', async () => {
  const user = open();
  await user.click(await radio(EVERYBODY));
  expect(screen.queryByRole('list', { name: 'Named people and groups' })).toBeNull();
  await user.click(save());
  await waitFor(() =>
    expect(sent()).toEqual([
      { access: 'organization', known: false, fence: null, entries: ENTRIES },
    ]),
  );
  expect(screen.queryByRole('alertdialog')).toBeNull();
});

test('a save that fails says why, and keeps what was chosen', async () => {
  mockApi.put(ACCESS, () => ({ status: 422, body: { message: 'Name each member once' } }));
  const user = open();
  await user.click(await screen.findByRole('button', { name: 'Remove Legal' }));
  await user.click(save());
  expect(await screen.findByText('Name each member once')).toBeDefined();
  expect(names('Remove')).toEqual(['Ada Lovelace']);
  expect(save().disabled).toBe(false);
});

test('a role that is not known is kept', async () => {
  access = { ...access, entries: [{ ...legal, role: 'Curator' }, ada] };
  const user = open();
  expect(await screen.findByLabelText('Role of Legal')).toHaveProperty('value', 'Curator');
  await user.click(screen.getByRole('button', { name: 'Remove Ada Lovelace' }));
  await user.click(save());
  await waitFor(() =>
    expect(sent()).toEqual([
      {
        access: 'named',
        known: false,
        fence: null,
        entries: [{ group_id: makeId(11), role: 'Curator' }],
      },
    ]),
  );
});

test('who may not change it reads the same, without controls, and reads no lists', async () => {
  access = { ...access, may_change: false };
  open();
  expect(await screen.findByText(NAMED)).toBeDefined();
  expect(
    screen.getByText('Owners and Admins of the organization always keep control of it.'),
  ).toBeDefined();
  const [first] = within(
    screen.getByRole('list', { name: 'Named people and groups' }),
  ).getAllByRole('listitem');
  for (const text of ['Legal', 'Group', 'Editor']) expect(first?.textContent).toContain(text);
  for (const role of ['radio', 'combobox', 'button', 'searchbox']) {
    expect(screen.queryByRole(role)).toBeNull();
  }
  expect(mockApi.calls('GET').map(({ path }) => path)).toEqual([ACCESS]);
});

test('a server that knows no access shows nothing of it', async () => {
  mockApi.get(ACCESS, () => ({ status: 404, body: { message: 'This page was not found.' } }));
  open();
  await waitFor(() => expect(screen.queryByRole('region', { name: 'Access' })).toBeNull());
});

test('a failure is shown, and Try again reads it again', async () => {
  mockApi.get(ACCESS, () => ({ status: 503, body: { message: 'The database is away.' } }));
  const user = open();
  expect(await screen.findByText('The database is away.')).toBeDefined();
  mockApi.get(ACCESS, () => ({ body: access }));
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect((await radio(NAMED)).checked).toBe(true);
});

test('people and groups that could not be read are read again after a press', async () => {
  mockApi.get(`${ORGANIZATION}/groups`, () => ({ status: 503, body: { message: 'Away.' } }));
  const user = open();
  expect(await screen.findByText('Failed to load people and groups')).toBeDefined();
  expect(names('Remove')).toEqual(['Legal', 'Ada Lovelace']);
  mockApi.get(`${ORGANIZATION}/groups`, () => ({ body: { groups: [group(12, 'Research')] } }));
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('button', { name: 'Add Research' })).toBeDefined();
});

test('of a workspace the same is read, said in its words, and saved', async () => {
  const path = `api/v1/workspaces/${makeId(1)}/access`;
  access = { ...access, access: 'organization' };
  mockApi.get(path, () => ({ body: access }));
  mockApi.put(path, () => ({ status: 204 }));
  const user = open('workspace');
  await user.click(await radio(NAMED));
  expect(screen.getByText('Who sees this workspace, and what they may do in it.')).toBeDefined();
  expect(screen.getByRole('group', { name: 'Who may see this workspace' })).toBeDefined();
  expect(screen.queryByLabelText('Metadata field that names groups')).toBeNull();
  expect(screen.getByText(/an Editor attaches datasets, keeps its tests/u)).toBeDefined();
  await user.click(save());
  const dialog = within(
    await screen.findByRole('alertdialog', { name: 'Change who sees this workspace' }),
  );
  await user.click(dialog.getByRole('button', { name: 'Save access' }));
  expect(await screen.findByText('Access updated successfully!')).toBeDefined();
  expect(mockApi.calls('PUT', path).map(({ body }) => body)).toEqual([
    { access: 'named', known: false, fence: null, entries: ENTRIES },
  ]);
  expect(mockApi.calls('PUT', ACCESS)).toEqual([]);
});
