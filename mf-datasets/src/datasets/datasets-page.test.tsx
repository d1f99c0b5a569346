import { makeDataset, makeId, mockApi, renderScreen } from '@carrel/shared/testing';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';

import { DatasetsPage } from './datasets-page.tsx';
import { UNSAFE_METADATA_NUMBER } from './dataset-form.ts';

const DATASETS = 'api/v1/datasets';
const handbook = makeDataset({ id: makeId(1), name: 'Handbook' });
const contracts = makeDataset({ id: makeId(2), name: 'Contracts', description: null });

beforeEach(() => {
  mockApi.start();
  mockApi.get(DATASETS, () => ({ body: { datasets: [handbook, contracts] } }));
});
afterEach(() => mockApi.stop());

function open() {
  const page = renderScreen(<DatasetsPage />, { path: '/datasets' });
  return { ...page, user: userEvent.setup() };
}

const rowOf = async (name: string) =>
  within(await screen.findByRole('row', { name: new RegExp(name) }));

describe('the list of datasets', () => {
  test('shows name, description or its absence, and id', async () => {
    open();
    const row = await rowOf('Handbook');
    expect(row.getByText('How things are done')).toBeDefined();
    expect(row.getByRole('button', { name: `Copy id ${makeId(1)}` })).toBeDefined();
    expect((await rowOf('Contracts')).getByText('No description')).toBeDefined();
  });

  test('says which dataset only named people see', async () => {
    const named = { ...handbook, access: 'named' };
    mockApi.get(DATASETS, () => ({
      body: { datasets: [named, { ...contracts, access: 'organization' }] },
    }));
    open();
    expect((await rowOf('Handbook')).getByText('Only named people')).toBeDefined();
    expect((await rowOf('Contracts')).queryByText('Only named people')).toBeNull();
  });

  test.each([
    ['link', 'Handbook', `/datasets/${makeId(1)}/documents`],
    ['link', 'View', `/datasets/${makeId(1)}/documents`],
    ['link', 'Bulk Upload', `/datasets/${makeId(1)}/archives`],
  ])('its %s %s leads to %s', async (role, name, path) => {
    const { user, location } = open();
    await user.click((await rowOf('Handbook')).getByRole(role, { name }));
    expect(location().path).toBe(path);
  });

  test('an empty organization is offered its first dataset', async () => {
    mockApi.get(DATASETS, () => ({ body: { datasets: [] } }));
    const { user } = open();
    await screen.findByText('No datasets found');
    await user.click(screen.getByRole('button', { name: 'Create Dataset' }));
    expect(await screen.findByRole('dialog', { name: 'Create Dataset' })).toBeDefined();
  });

  test('a failure is shown, and Try again loads only the list', async () => {
    mockApi.get(DATASETS, () => ({ status: 503, body: { message: 'The database is away.' } }));
    const { user } = open();
    await screen.findByText('Failed to load datasets. Please try again.');
    expect(screen.getByText('The database is away.')).toBeDefined();
    mockApi.get(DATASETS, () => ({ body: { datasets: [handbook] } }));
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await rowOf('Handbook')).toBeDefined();
  });
});

async function openForm() {
  const page = open();
  await page.user.click(await screen.findByRole('button', { name: 'Create Dataset' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Create Dataset' }));
  const submit = () => page.user.click(dialog.getByRole('button', { name: 'Create dataset' }));
  return { ...page, dialog, submit };
}

describe('creating a dataset', () => {
  test('sends only what was typed, shows success, and links to the upload', async () => {
    mockApi.post(DATASETS, () => ({ status: 201, body: { id: makeId(3) } }));
    const { user, dialog, submit, location } = await openForm();
    await user.type(dialog.getByLabelText('Name'), '  Minutes ');
    await submit();
    expect(await screen.findByText('Dataset created successfully!')).toBeDefined();
    const [call] = mockApi.calls('POST', DATASETS);
    expect(call?.body).toEqual({ name: 'Minutes' });
    expect(call?.headers.get('x-organization-id')).toBe(makeId(100));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(mockApi.calls('GET', DATASETS).length).toBeGreaterThan(1);
    await user.click(screen.getByRole('link', { name: 'Upload documents' }));
    expect(location().path).toBe(`/datasets/${makeId(3)}/archives`);
  });

  test('a name that another dataset has asks once', async () => {
    mockApi.post(DATASETS, () => ({ status: 201, body: { id: makeId(3) } }));
    const { user, dialog, submit } = await openForm();
    await user.type(dialog.getByLabelText('Name'), 'HANDBOOK');
    await submit();
    expect(await dialog.findByText(/There is a dataset of this name already/)).toBeDefined();
    expect(mockApi.calls('POST')).toEqual([]);
    await submit();
    expect(await screen.findByText('Dataset created successfully!')).toBeDefined();
    expect(mockApi.calls('POST', DATASETS)).toHaveLength(1);
  });

  test('metadata that is no JSON is not sent, and shows the position of the error', async () => {
    const { user, dialog, submit } = await openForm();
    await user.type(dialog.getByLabelText('Name'), 'Minutes');
    const metadata = dialog.getByLabelText('Metadata parameters');
    await user.click(metadata);
    await user.paste('{\n  "team": ops\n}');
    await submit();
    expect(await dialog.findByText('Invalid JSON format for metadata parameters')).toBeDefined();
    expect(dialog.getByText('Line 2, column 11')).toBeDefined();
    expect(metadata.getAttribute('aria-invalid')).toBe('true');
    expect(mockApi.calls('POST')).toEqual([]);
    await user.clear(metadata);
    expect(dialog.queryByText('Invalid JSON format for metadata parameters')).toBeNull();
  });

  test.each([
    ['{"chunk_size":5}', 'chunk_size must be at least 10'],
    ['{"chunk_size":"800"}', 'chunk_size must be a whole number'],
    ['{"chunk_overlap":-1}', 'chunk_overlap must not be negative'],
    ['{"id":9007199254740993}', UNSAFE_METADATA_NUMBER],
  ])('of the metadata %s it says why nothing is sent', async (text, message) => {
    const { user, dialog, submit } = await openForm();
    await user.type(dialog.getByLabelText('Name'), 'Minutes');
    await user.click(dialog.getByLabelText('Metadata parameters'));
    await user.paste(text);
    await submit();
    expect(await dialog.findByText(message)).toBeDefined();
    expect(mockApi.calls('POST')).toEqual([]);
  });

  test('a template that the server cannot parse is shown under its field', async () => {
    const message = 'The chunk template does not parse: tag "for" not closed';
    mockApi.post(DATASETS, () => ({
      status: 422,
      body: { message, issues: [{ path: 'chunk_template', message }] },
    }));
    const { user, dialog, submit } = await openForm();
    await user.type(dialog.getByLabelText('Name'), 'Minutes');
    await user.type(dialog.getByLabelText('Chunk template'), '{{% for');
    await submit();
    expect(await dialog.findAllByText(message)).toHaveLength(1);
    expect(dialog.getByLabelText('Name')).toHaveProperty('value', 'Minutes');
  });

  test('a failure leaves what was typed', async () => {
    mockApi.post(DATASETS, () => ({ status: 500, body: {} }));
    const { user, dialog, submit } = await openForm();
    await user.type(dialog.getByLabelText('Name'), 'Minutes');
    await submit();
    expect(await screen.findByText('HTTP 500')).toBeDefined();
    expect(dialog.getByLabelText('Name')).toHaveProperty('value', 'Minutes');
  });
});

test('the encoding of older text files is detected, unless one is chosen', async () => {
  mockApi.post(DATASETS, () => ({ status: 201, body: { id: makeId(3) } }));
  const { user, dialog, submit } = await openForm();
  await user.type(dialog.getByLabelText('Name'), 'Minutes');
  const field = dialog.getByRole('combobox', { name: 'Encoding of older text files' });
  expect(
    within(field).getByRole('option', { name: 'Detect for each file', selected: true }),
  ).toBeDefined();
  await user.selectOptions(field, 'Cyrillic (Windows-1251)');
  await submit();
  expect(await screen.findByText('Dataset created successfully!')).toBeDefined();
  expect(mockApi.calls('POST', DATASETS)[0]?.body).toEqual({
    name: 'Minutes',
    legacy_encoding: 'windows-1251',
  });
});

test('editing a dataset sends its fields, and null for what was emptied', async () => {
  mockApi.patch(`${DATASETS}/${makeId(1)}`, () => ({ status: 204 }));
  const { user } = open();
  await user.click((await rowOf('Handbook')).getByRole('button', { name: 'Edit' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Edit dataset' }));
  await user.clear(dialog.getByLabelText('Description'));
  await user.click(dialog.getByRole('button', { name: 'Save changes' }));
  expect(await screen.findByText('Dataset updated successfully!')).toBeDefined();
  expect(mockApi.calls('PATCH')[0]?.body).toEqual({ name: 'Handbook', description: null });
});

async function openQuestion() {
  const page = open();
  await page.user.click((await rowOf('Handbook')).getByRole('button', { name: 'Delete' }));
  const dialog = within(await screen.findByRole('alertdialog', { name: 'Delete dataset' }));
  return { ...page, dialog, confirm: dialog.getByRole('button', { name: 'Delete dataset' }) };
}

test.each([
  ['Edit', 'dialog'],
  ['Delete', 'alertdialog'],
])('closing the dialog of %s returns the focus to its button', async (name, role) => {
  const { user } = open();
  const button = (await rowOf('Handbook')).getByRole('button', { name });
  await user.click(button);
  const dialog = within(await screen.findByRole(role));
  await user.click(dialog.getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(screen.queryByRole(role)).toBeNull());
  await waitFor(() => expect(document.activeElement).toBe(button));
});

describe('deleting a dataset', () => {
  test('needs its name, and lists what is deleted with it', async () => {
    mockApi.delete(`${DATASETS}/${makeId(1)}`, () => ({ status: 204 }));
    const { user, dialog, confirm } = await openQuestion();
    expect(dialog.getByText('This action cannot be undone.')).toBeDefined();
    expect(confirm).toHaveProperty('disabled', true);
    mockApi.get(DATASETS, () => ({ body: { datasets: [contracts] } }));
    await user.type(dialog.getByRole('textbox'), 'Handbook');
    await user.click(confirm);
    expect(await screen.findByText('Dataset "Handbook" deleted successfully')).toBeDefined();
    await waitFor(() => expect(screen.queryByRole('row', { name: /Handbook/ })).toBeNull());
  });

  test('of a dataset that was deleted elsewhere removes its row', async () => {
    const body = { message: 'Dataset not found' };
    mockApi.delete(`${DATASETS}/${makeId(1)}`, () => ({ status: 404, body }));
    const { user, dialog, confirm } = await openQuestion();
    mockApi.get(DATASETS, () => ({ body: { datasets: [contracts] } }));
    await user.type(dialog.getByRole('textbox'), 'Handbook');
    await user.click(confirm);
    expect(await screen.findByText('Dataset not found')).toBeDefined();
    await waitFor(() => expect(screen.queryByRole('row', { name: /Handbook/ })).toBeNull());
    expect(screen.queryByRole('alertdialog')).toBeNull();
  });

  test('S13: isolates a name that changes direction, in the list, the dialog and the toast', async () => {
    const name = '\u202etxt.exe';
    const shown = `\u2068${name}\u2069`;
    const dataset = makeDataset({ id: makeId(1), name });
    mockApi.get(DATASETS, () => ({ body: { datasets: [dataset] } }));
    mockApi.delete(`${DATASETS}/${makeId(1)}`, () => ({ status: 204 }));
    const { user } = open();
    expect(await screen.findByRole('link', { name: shown })).toBeDefined();
    const row = within(await screen.findByRole('row', { name: /txt\.exe/ }));
    await user.click(row.getByRole('button', { name: 'Delete' }));
    const dialog = within(await screen.findByRole('alertdialog'));
    expect(dialog.getByText(shown)).toBeDefined();
    await user.type(dialog.getByRole('textbox'), 'txt.exe');
    await user.click(dialog.getByRole('button', { name: 'Delete dataset' }));
    expect(await screen.findByText(`Dataset "${shown}" deleted successfully`)).toBeDefined();
  });
});
