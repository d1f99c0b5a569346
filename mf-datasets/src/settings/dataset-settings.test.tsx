import {
  fakeShell,
  makeDataset,
  makeId,
  makeUser,
  mockApi,
  renderScreen,
} from '@carrel/shared/testing';
import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test } from 'vitest';

import { DatasetSettingsPage } from './dataset-settings-page.tsx';

const DATASETS = 'api/v1/datasets';
const ONE = `${DATASETS}/${makeId(1)}`;
const handbook = makeDataset({ id: makeId(1), name: 'Handbook', document_count: 2583 });

beforeEach(() => {
  mockApi.start();
  mockApi.get(DATASETS, () => ({ body: { datasets: [handbook] } }));
  mockApi.patch(ONE, () => ({ status: 204 }));
  mockApi.get(`${ONE}/settings-drift`, () => ({ body: { outdated: 2583, reprocessing: 0 } }));
});
afterEach(() => mockApi.stop());

async function open(role_name = 'Editor') {
  const memberships = { [makeId(100)]: { organization_name: 'Engines', role_name } };
  const page = renderScreen(<DatasetSettingsPage />, {
    path: `/datasets/${makeId(1)}/settings`,
    route: '/datasets/:datasetId?/settings',
    shell: fakeShell({ user: makeUser({ memberships }) }),
  });
  const form = within(await screen.findByRole('form', { name: 'Settings of the dataset' }));
  return { ...page, user: userEvent.setup(), form };
}

test('the screen is in the place of its dataset: its name and its five tabs', async () => {
  await open();
  expect(screen.getByRole('heading', { level: 1, name: 'Settings' })).toBeDefined();
  const tabs = within(screen.getByRole('navigation', { name: 'Dataset' }));
  expect(tabs.getAllByRole('link').map(({ textContent }) => textContent)).toEqual([
    'Documents',
    'Search',
    'Uploads',
    'Sources',
    'Settings',
  ]);
  expect(tabs.getByRole('link', { current: 'page' }).textContent).toBe('Settings');
});

test('who may see the dataset is among its settings', async () => {
  mockApi.get(`${ONE}/access`, () => ({
    body: { access: 'organization', known: false, entries: [], may_change: false, requests: [] },
  }));
  await open();
  const access = within(await screen.findByRole('region', { name: 'Access' }));
  expect(await access.findByText('Everybody in the organization')).toBeDefined();
});

test('a new name is saved, and asks nothing about the documents', async () => {
  const { user, form } = await open();
  const save = form.getByRole('button', { name: 'Save changes' });
  expect(save).toHaveProperty('disabled', true);
  await user.type(form.getByLabelText('Name'), ' of 1890');
  await user.click(save);
  expect(await screen.findByText('Dataset updated successfully!')).toBeDefined();
  expect(mockApi.calls('PATCH', ONE)[0]?.body).toMatchObject({ name: 'Handbook of 1890' });
  await waitFor(() => expect(save).toHaveProperty('disabled', true));
  expect(mockApi.calls('GET', `${ONE}/settings-drift`)).toEqual([]);
});

test('another size of chunks asks whether the documents are processed again', async () => {
  const { user, form } = await open();
  await user.type(form.getByLabelText('Chunk size'), '800');
  await user.click(form.getByRole('button', { name: 'Save changes' }));
  expect(
    await screen.findByRole('dialog', { name: 'Process 2,583 documents again?' }),
  ).toBeDefined();
});

test('what was typed is discarded by a press', async () => {
  const { user, form } = await open();
  await user.type(form.getByLabelText('Name'), ' of 1890');
  await user.click(form.getByRole('button', { name: 'Discard changes' }));
  expect(form.getByLabelText('Name')).toHaveProperty('value', 'Handbook');
  expect(form.queryByRole('button', { name: 'Discard changes' })).toBeNull();
});

test('all documents are processed again after a question', async () => {
  mockApi.post(`${ONE}/documents/reprocess`, () => ({ body: { reprocessed: 2583, skipped: [] } }));
  const { user } = await open();
  await user.click(screen.getByRole('button', { name: 'Process all documents again' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Process documents again' }));
  await user.click(dialog.getByRole('button', { name: 'Process again' }));
  expect(await screen.findByText('2,583 documents will be processed again')).toBeDefined();
  expect(mockApi.calls('POST')[0]?.body).toEqual({ all: true });
});

test('a dataset is deleted from its Danger Zone, and the list of datasets follows', async () => {
  mockApi.delete(ONE, () => ({ status: 204 }));
  const { user, location } = await open();
  const zone = within(screen.getByRole('region', { name: 'Danger Zone' }));
  await user.click(zone.getByRole('button', { name: 'Delete dataset' }));
  const dialog = within(await screen.findByRole('alertdialog', { name: 'Delete dataset' }));
  await user.type(dialog.getByRole('textbox'), 'Handbook');
  mockApi.get(DATASETS, () => ({ body: { datasets: [] } }));
  await user.click(dialog.getByRole('button', { name: 'Delete dataset' }));
  expect(await screen.findByText('Dataset "Handbook" deleted successfully')).toBeDefined();
  expect(location().path).toBe('/datasets');
});

test('a Viewer reads the settings, and is not offered what an Editor may do', async () => {
  const { form } = await open('Viewer');
  expect(
    form.getByText('Only an Owner, Admin or Editor can change the settings of a dataset.'),
  ).toBeDefined();
  expect(form.getByLabelText('Name')).toHaveProperty('value', 'Handbook');
  expect(form.getByRole('group')).toHaveProperty('disabled', true);
  for (const name of ['Save changes', 'Delete dataset', 'Process all documents again']) {
    expect(screen.queryByRole('button', { name })).toBeNull();
  }
});

test('a failure is shown, and Try again loads only the list', async () => {
  mockApi.get(DATASETS, () => ({ status: 503, body: { message: 'The database is away.' } }));
  renderScreen(<DatasetSettingsPage />, {
    path: `/datasets/${makeId(1)}/settings`,
    route: '/datasets/:datasetId?/settings',
  });
  await screen.findByText('Failed to load datasets. Please try again.');
  mockApi.get(DATASETS, () => ({ body: { datasets: [handbook] } }));
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('form', { name: 'Settings of the dataset' })).toBeDefined();
});

test('an address with an empty id says what is missing', async () => {
  renderScreen(<DatasetSettingsPage />, {
    path: '/datasets/settings',
    route: '/datasets/:datasetId?/settings',
  });
  expect(await screen.findByText('Invalid Dataset')).toBeDefined();
});

test('who keeps the dataset without seeing what is in it changes its settings', async () => {
  const kept = { ...handbook, access: 'named', role: 'Keeper' };
  mockApi.get(DATASETS, () => ({ body: { datasets: [kept] } }));
  const { form } = await open('Admin');
  expect(form.getByRole<HTMLInputElement>('textbox', { name: /^Name/u }).matches(':disabled')).toBe(
    false,
  );
  expect(screen.queryByRole('button', { name: 'Process all documents again' })).toBeNull();
});
