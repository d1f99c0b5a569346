import type { ApiKey } from '@carrel/shared/contract';
import { makeId, makeOrganization, mockApi, renderScreen } from '@carrel/shared/testing';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test } from 'vitest';

import { ApiKeysSection } from './api-keys-section.tsx';

const ORGANIZATION = makeOrganization();
const KEYS = `api/v1/organizations/${ORGANIZATION.id}/api-keys`;
const SECRET = `carrel_key_${'a'.repeat(36)}`;
const DAY = 24 * 60 * 60 * 1000;
const inDays = (days: number) => new Date(Date.now() + days * DAY).toISOString();

const makeKey = (overrides: Partial<ApiKey> = {}): ApiKey => ({
  id: makeId(700),
  name: 'Nightly sync',
  last_four: 'wxyz',
  scopes: ['search', 'documents:write'],
  dataset_ids: null,
  workspace_ids: null,
  created_at: inDays(-1),
  created_by: { first_name: 'Ada', last_name: 'Byron' },
  expires_at: inDays(30),
  last_used_at: null,
  replaced: false,
  ...overrides,
});

let keys: ApiKey[] = [];

beforeEach(() => {
  keys = [];
  mockApi.start();
  mockApi.get(KEYS, () => ({ body: { keys } }));
  mockApi.get('api/v1/workspaces', () => ({
    body: { workspaces: [{ id: makeId(800), name: 'Support' }] },
  }));
  mockApi.get('api/v1/datasets', () => ({ body: { datasets: [] } }));
});
afterEach(() => mockApi.stop());

const open = (roleName = 'Owner') =>
  renderScreen(<ApiKeysSection organization={ORGANIZATION} roleName={roleName} />);
const button = (name: string) => screen.findByRole('button', { name });

test('keys are listed by their last four characters, with what they may do, where, and when they end', async () => {
  keys = [
    makeKey(),
    makeKey({
      id: makeId(701),
      name: 'Old',
      workspace_ids: [makeId(1)],
      dataset_ids: [makeId(2), makeId(3)],
      expires_at: inDays(-1),
    }),
  ];
  open();
  const nightly = within(await screen.findByRole('row', { name: /Nightly sync/ }));
  expect(nightly.getByText('carrel_key_…wxyz')).toBeTruthy();
  expect(nightly.getByText('Search, Write documents')).toBeTruthy();
  expect(nightly.getByText('Everywhere')).toBeTruthy();
  const old = within(screen.getByRole('row', { name: /Old/ }));
  expect(old.getByText('1 workspace, 2 datasets')).toBeTruthy();
  expect(old.getByText('Expired')).toBeTruthy();
});

test('a key for one workspace is created, and shown once', async () => {
  const sent: unknown[] = [];
  mockApi.post(KEYS, ({ body }) => {
    sent.push(body);
    keys = [makeKey()];
    return { status: 201, body: { id: makeId(700), key: SECRET } };
  });
  open();
  expect(await screen.findByText('No API keys')).toBeTruthy();
  await userEvent.click(await button('Create API key'));
  const dialog = within(await screen.findByRole('dialog', { name: 'Create API key' }));
  await userEvent.type(dialog.getByLabelText(/Name/), 'Nightly sync');
  await userEvent.click(dialog.getByRole('checkbox', { name: 'Read documents' }));
  await userEvent.selectOptions(dialog.getByLabelText('Where'), 'some');
  await userEvent.click(dialog.getByRole('button', { name: 'Create API key' }));
  expect(await dialog.findByText('Choose at least one workspace or dataset')).toBeTruthy();
  expect(sent).toEqual([]);
  await userEvent.click(await dialog.findByRole('checkbox', { name: 'Support' }));
  await userEvent.click(dialog.getByRole('button', { name: 'Create API key' }));

  const shown = within(await screen.findByRole('dialog', { name: 'Copy your API key' }));
  expect(shown.getByText(SECRET)).toBeTruthy();
  expect(sent).toEqual([
    {
      name: 'Nightly sync',
      scopes: ['search', 'documents:read'],
      workspace_ids: [makeId(800)],
      expires_in_days: 90,
    },
  ]);
  await userEvent.click(shown.getByRole('button', { name: 'Done' }));
  expect(await screen.findByRole('row', { name: /Nightly sync/ })).toBeTruthy();
  expect(screen.queryByText(SECRET)).toBeNull();
});

test('a key is rotated with an overlap, and its successor shown', async () => {
  keys = [makeKey()];
  const sent: unknown[] = [];
  mockApi.post(`${KEYS}/${makeId(700)}/rotate`, ({ body }) => {
    sent.push(body);
    return { status: 201, body: { id: makeId(701), key: SECRET } };
  });
  open();
  await userEvent.click(await button('Rotate'));
  const dialog = within(await screen.findByRole('dialog', { name: 'Rotate API key' }));
  await userEvent.selectOptions(dialog.getByLabelText(/old key/), '168');
  await userEvent.click(dialog.getByRole('button', { name: 'Rotate API key' }));
  expect(await screen.findByText(SECRET)).toBeTruthy();
  expect(sent).toEqual([{ overlap_hours: 168 }]);
});

test('a key is revoked after a question', async () => {
  keys = [makeKey()];
  mockApi.delete(`${KEYS}/${makeId(700)}`, () => {
    keys = [];
    return { status: 204 };
  });
  open();
  await userEvent.click(await button('Revoke'));
  const question = within(await screen.findByRole('alertdialog', { name: 'Revoke API key' }));
  await userEvent.click(question.getByRole('button', { name: 'Revoke API key' }));
  await waitFor(() => expect(screen.queryByRole('row', { name: /Nightly sync/ })).toBeNull());
  expect(await screen.findByText('API key revoked')).toBeTruthy();
});

test('a key that provisions members is for the whole organization, and for Owners', async () => {
  keys = [makeKey({ scopes: ['scim'] })];
  open();
  const row = within(await screen.findByRole('row', { name: /Provision members/ }));
  expect(row.getByRole<HTMLButtonElement>('button', { name: /Rotate/ }).disabled).toBe(false);
  await userEvent.click(await button('Create API key'));
  const dialog = within(await screen.findByRole('dialog', { name: 'Create API key' }));
  await userEvent.type(dialog.getByLabelText(/Name/), 'Entra');
  await userEvent.click(dialog.getByRole('checkbox', { name: 'Provision members' }));
  await userEvent.selectOptions(dialog.getByLabelText('Where'), 'some');
  await userEvent.click(await dialog.findByRole('checkbox', { name: 'Support' }));
  await userEvent.click(dialog.getByRole('button', { name: 'Create API key' }));
  const refusal = 'A key that provisions members is for the whole organization';
  expect(await dialog.findByText(refusal)).toBeTruthy();
});

test('an Admin neither creates nor rotates a key that provisions members', async () => {
  keys = [makeKey({ scopes: ['scim'] })];
  open('Admin');
  const row = within(await screen.findByRole('row', { name: /Provision members/ }));
  expect(row.getByRole<HTMLButtonElement>('button', { name: /Rotate/ }).disabled).toBe(true);
  await userEvent.click(await button('Create API key'));
  const dialog = within(await screen.findByRole('dialog', { name: 'Create API key' }));
  expect(dialog.queryByRole('checkbox', { name: 'Provision members' })).toBeNull();
});
