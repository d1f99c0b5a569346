import type { Access } from '@carrel/shared/contract';
import { screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test } from 'vitest';

import { makeId, mockApi, renderScreen } from '../testing/public.ts';
import { AccessPanel } from './access-panel.tsx';

const ACCESS = `api/v1/datasets/${makeId(1)}/access`;
const ORGANIZATION = `api/v1/organizations/${makeId(100)}`;

let access: Access;

beforeEach(() => {
  const ada = { account_id: makeId(21), group_id: null, name: 'Ada Lovelace', role: 'Manager' };
  access = {
    access: 'named',
    known: false,
    entries: [ada],
    fence: null,
    may_change: true,
    requests: [],
  };
  mockApi.start();
  mockApi.get(ACCESS, () => ({ body: access }));
  mockApi.put(ACCESS, () => ({ status: 204 }));
  mockApi.get(`${ORGANIZATION}/groups`, () => ({ body: { groups: [] } }));
  mockApi.get(`${ORGANIZATION}/members`, () => ({ body: { members: [] } }));
});
afterEach(() => mockApi.stop());

function open() {
  renderScreen(<AccessPanel object={{ kind: 'dataset', id: makeId(1) }} />);
  return userEvent.setup();
}

const save = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Save access' });
const sent = () => mockApi.calls('PUT', ACCESS).map(({ body }) => body);
const FENCE = 'Metadata field that names groups';
const ENTRIES = [{ account_id: makeId(21), role: 'Manager' }];

test('the field of metadata that names groups is set and taken away', async () => {
  const user = open();
  await user.type(await screen.findByLabelText(FENCE), 'groups');
  access = { ...access, fence: 'groups' };
  await user.click(save());
  expect(await screen.findByText('Access updated successfully!')).toBeDefined();
  await user.clear(screen.getByLabelText(FENCE));
  await user.click(save());
  await waitFor(() => expect(sent()).toHaveLength(2));
  expect(sent()).toEqual([
    { access: 'named', known: false, entries: ENTRIES, fence: 'groups' },
    { access: 'named', known: false, entries: ENTRIES, fence: null },
  ]);
});

test('a name that no field has is not saved', async () => {
  const user = open();
  await user.type(await screen.findByLabelText(FENCE), '__proto__');
  expect(screen.getByText('__proto__ cannot be a key')).toBeDefined();
  expect(save().disabled).toBe(true);
});

test('who cannot change it reads which field names groups', async () => {
  access = { ...access, fence: 'groups', may_change: false };
  open();
  expect(await screen.findByText(/names groups under groups/)).toBeDefined();
});
