import type { Access, AccessRequest } from '@carrel/shared/contract';
import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test } from 'vitest';

import { makeId, mockApi, renderScreen } from '../../testing/public.ts';
import { AccessPanel } from '../access-panel.tsx';

const ACCESS = `api/v1/datasets/${makeId(1)}/access`;
const ORGANIZATION = `api/v1/organizations/${makeId(100)}`;
const requestPath = (place: number) =>
  `api/v1/datasets/${makeId(1)}/access-requests/${makeId(place)}`;

const request = (place: number, name: string, reason = ''): AccessRequest => ({
  account_id: makeId(place),
  name,
  address: `${name.split(' ')[0]?.toLowerCase()}@example.com`,
  reason,
  requested_at: '2026-11-28T12:00:00.000Z',
});
const grace = request(31, 'Grace Hopper', 'I mend the engine.');
const joan = request(32, 'Joan Clarke');
const ada = { account_id: makeId(21), group_id: null, name: 'Ada Lovelace', role: 'Manager' };

let access: Access;

beforeEach(() => {
  access = {
    access: 'named',
    known: true,
    entries: [ada],
    fence: null,
    may_change: true,
    requests: [grace, joan],
  };
  mockApi.start();
  mockApi.get(ACCESS, () => ({ body: access }));
  mockApi.put(ACCESS, () => ({ status: 204 }));
  mockApi.get(`${ORGANIZATION}/groups`, () => ({ body: { groups: [] } }));
  mockApi.get(`${ORGANIZATION}/members`, () => ({ body: { members: [] } }));
  mockApi.post(`${requestPath(31)}/grant`, () => {
    const granted = { ...ada, account_id: makeId(31), name: 'Grace Hopper', role: 'Editor' };
    access = { ...access, entries: [ada, granted], requests: [joan] };
    return { status: 204 };
  });
  mockApi.delete(requestPath(31), () => {
    access = { ...access, requests: [joan] };
    return { status: 204 };
  });
});
afterEach(() => mockApi.stop());

function open() {
  renderScreen(<AccessPanel object={{ kind: 'dataset', id: makeId(1) }} />);
  return userEvent.setup();
}

const list = () => screen.findByRole('list', { name: 'Requests' });
const button = (name: string) => screen.getByRole('button', { name });
const sent = () => mockApi.calls('PUT', ACCESS).map(({ body }) => body);

test('those who ask are listed with address, reason and day', async () => {
  open();
  const [first, second] = within(await list()).getAllByRole('listitem');
  expect(first?.textContent).toContain('Grace Hopper');
  expect(first?.textContent).toContain('grace@example.com · Nov 28, 2026');
  expect(first?.textContent).toContain('I mend the engine.');
  expect(second?.textContent).toContain('Joan Clarke');
});

test('where nobody asks, nothing is said of it', async () => {
  access = { ...access, requests: [] };
  open();
  await screen.findByRole('button', { name: 'Save access' });
  expect(screen.queryByText('Requests')).toBeNull();
});

test('a request is granted with a role, a Reader unless another is chosen', async () => {
  const user = open();
  await list();
  const role = screen.getByLabelText('Role for Grace Hopper');
  expect(role).toHaveProperty('value', 'Reader');
  await user.selectOptions(role, 'Editor');
  await user.click(button('Grant access to Grace Hopper'));
  expect(await screen.findByText('Grace Hopper now has access.')).toBeDefined();
  expect(mockApi.calls('POST', `${requestPath(31)}/grant`).map(({ body }) => body)).toEqual([
    { role: 'Editor' },
  ]);
  expect(await screen.findByLabelText('Role of Grace Hopper')).toHaveProperty('value', 'Editor');
  expect(screen.queryByRole('button', { name: 'Grant access to Grace Hopper' })).toBeNull();
  expect(within(await list()).getAllByRole('listitem')).toHaveLength(1);
});

test('a person who is given access stays among those who are chosen and not saved yet', async () => {
  const user = open();
  await list();
  await user.selectOptions(screen.getByLabelText('Role of Ada Lovelace'), 'Editor');
  await user.click(button('Grant access to Grace Hopper'));
  await screen.findByText('Grace Hopper now has access.');
  await user.click(button('Save access'));
  await waitFor(() =>
    expect(sent()).toEqual([
      {
        access: 'named',
        known: true,
        fence: null,
        entries: [
          { account_id: makeId(21), role: 'Editor' },
          { account_id: makeId(31), role: 'Reader' },
        ],
      },
    ]),
  );
});

test('a request is refused, and the next one has the focus', async () => {
  const user = open();
  await list();
  await user.click(button('Refuse access to Grace Hopper'));
  expect(await screen.findByText('The request of Grace Hopper was refused.')).toBeDefined();
  await waitFor(() => expect(document.activeElement).toBe(button('Grant access to Joan Clarke')));
  expect(screen.queryByText('Grace Hopper')).toBeNull();
});

test('a request that somebody else decided goes', async () => {
  const message = 'This request was not found.';
  mockApi.post(`${requestPath(31)}/grant`, () => ({ status: 404, body: { message } }));
  const user = open();
  await list();
  access = { ...access, requests: [joan] };
  await user.click(button('Grant access to Grace Hopper'));
  expect(await screen.findByText(message)).toBeDefined();
  await waitFor(() => expect(screen.queryByText('Grace Hopper')).toBeNull());
});

test('whether it is known is chosen where people are named, and saved without a question', async () => {
  access = { ...access, requests: [] };
  const user = open();
  const known = await screen.findByRole<HTMLInputElement>('checkbox', {
    name: 'People who have its link can ask for access',
  });
  expect(known.checked).toBe(true);
  await user.click(known);
  await user.click(button('Save access'));
  await waitFor(() => expect(sent()).toMatchObject([{ access: 'named', known: false }]));
  await user.click(screen.getByRole('radio', { name: 'Everybody in the organization' }));
  expect(screen.queryByRole('checkbox')).toBeNull();
});
