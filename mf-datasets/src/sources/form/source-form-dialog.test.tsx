import type { SourceList } from '@carrel/shared/contract/sources';
import { makeDataset, makeId, mockApi, renderScreen } from '@carrel/shared/testing';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { makeSource } from '../../testing/make-source.ts';
import { SourcesPage } from '../sources-page.tsx';

const DATASET = makeId(600);
const SOURCES = `api/v1/datasets/${DATASET}/sources`;
const ONE = `${SOURCES}/${makeId(900)}`;
const KINDS: SourceList['kinds'] = ['website', 'git', 'mailbox', 'notion'];

beforeEach(() => {
  mockApi.start();
  mockApi.get('api/v1/datasets', () => ({ body: { datasets: [makeDataset()] } }));
  mockApi.get(SOURCES, () => ({ body: { sources: [], kinds: KINDS, connects: ['notion'] } }));
});
afterEach(() => mockApi.stop());

function open() {
  const page = renderScreen(<SourcesPage />, {
    path: `/datasets/${DATASET}/sources`,
    route: '/datasets/:datasetId?/sources',
  });
  return { ...page, user: userEvent.setup() };
}

async function openNew(kind: RegExp) {
  const page = open();
  const { user } = page;
  await user.click(await screen.findByRole('button', { name: 'Add a source' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Add a source' }));
  await user.click(dialog.getByRole('button', { name: kind }));
  const name = dialog.getByRole('textbox', { name: 'Name' });
  return { ...page, dialog, name };
}

async function openEdit(overrides: Parameters<typeof makeSource>[0] = {}) {
  mockApi.get(SOURCES, () => ({
    body: { sources: [makeSource(overrides)], kinds: KINDS, connects: ['notion'] },
  }));
  const page = open();
  const { user } = page;
  await user.click(await screen.findByRole('button', { name: 'Actions' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Edit' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Edit source' }));
  const save = () => user.click(dialog.getByRole('button', { name: 'Save changes' }));
  return { ...page, dialog, save };
}

test('only kinds that the server offers are there, and one can be changed for another', async () => {
  const { user, dialog, name } = await openNew(/^Website/);
  expect(document.activeElement).toBe(name);
  await user.click(dialog.getByRole('button', { name: 'Another kind' }));
  const kinds = within(dialog.getByRole('list', { name: 'Kinds' }));
  expect(kinds.getAllByRole('button')).toHaveLength(KINDS.length);
  await user.click(kinds.getByRole('button', { name: /^Git repository/ }));
  expect(dialog.getByLabelText('Branch')).toBeDefined();
  expect(dialog.queryByLabelText('How pages are found')).toBeNull();
});

test('a refused source keeps what was typed, with what is wrong at its field', async () => {
  mockApi.post(SOURCES, () => ({
    status: 422,
    body: {
      message: 'Invalid',
      issues: [
        { path: 'place.url', message: 'It leads to a private network' },
        { path: 'folder', message: 'It leads outside' },
      ],
    },
  }));
  const { user, dialog, name } = await openNew(/^Website/);
  await user.type(name, 'Docs');
  await user.type(dialog.getByLabelText('Address'), 'https://docs.example.com');
  await user.type(dialog.getByLabelText('Folder'), '../out');
  await user.click(dialog.getByRole('button', { name: 'Add source' }));
  expect(await dialog.findByText('It leads to a private network')).toBeDefined();
  expect(dialog.getByText('It leads outside')).toBeDefined();
  expect(dialog.getByLabelText('Address')).toHaveProperty('value', 'https://docs.example.com');
  mockApi.post(SOURCES, () => ({ status: 503, body: { message: 'Not now.' } }));
  await user.click(dialog.getByRole('button', { name: 'Add source' }));
  expect(await screen.findByText('Not now.')).toBeDefined();
  expect(name).toHaveProperty('value', 'Docs');
});

test('a source that is added is shown, as its plan is made', async () => {
  mockApi.post(SOURCES, () => ({ status: 201, body: { id: makeId(900) } }));
  const { user, dialog, name, location } = await openNew(/^Website/);
  await user.type(name, 'Docs');
  await user.type(dialog.getByLabelText('Address'), 'https://docs.example.com');
  mockApi.get(SOURCES, () => ({
    body: { sources: [makeSource()], kinds: KINDS, connects: ['notion'] },
  }));
  await user.click(dialog.getByRole('button', { name: 'Add source' }));
  expect(await screen.findByRole('heading', { name: 'Product docs' })).toBeDefined();
  expect(location().path).toBe(`/datasets/${DATASET}/sources?source=${makeId(900)}`);
});

test('a test shows what is there, and is forgotten once another place is typed', async () => {
  mockApi.post(`${SOURCES}/test`, () => ({
    body: { objects: [{ path: 'guide/start.html', size: 2048 }], is_more: true },
  }));
  const { user, dialog } = await openNew(/^Website/);
  await user.click(dialog.getByRole('button', { name: 'Test' }));
  expect(await dialog.findByText('Address is required')).toBeDefined();
  expect(mockApi.calls('POST')).toEqual([]);
  await user.type(dialog.getByLabelText('Address'), 'https://docs.example.com');
  await user.click(dialog.getByRole('button', { name: 'Test' }));
  expect(await dialog.findByText('guide/start.html')).toBeDefined();
  await user.type(dialog.getByLabelText('Address'), '/other');
  await waitFor(() => expect(dialog.queryByText('guide/start.html')).toBeNull());
});

test('a test that fails says why', async () => {
  mockApi.post(`${SOURCES}/test`, () => ({
    status: 502,
    body: { message: 'The source could not be reached.' },
  }));
  const { user, dialog } = await openNew(/^Website/);
  await user.type(dialog.getByLabelText('Address'), 'https://docs.example.com');
  await user.click(dialog.getByRole('button', { name: 'Test' }));
  expect(await dialog.findByText('The source could not be reached.')).toBeDefined();
});

test('a stored password is not shown, and kept unless another is typed', async () => {
  mockApi.patch(ONE, () => ({ status: 204 }));
  const { user, dialog, save } = await openEdit({ has_secret: true });
  const password = dialog.getByLabelText('Password or token');
  expect(password).toHaveProperty('value', '');
  expect(password.getAttribute('placeholder')).toBe('Stored. Leave empty to keep it');
  await user.type(dialog.getByRole('textbox', { name: 'Name' }), ' 2');
  await save();
  await waitFor(() =>
    expect(mockApi.calls('PATCH', ONE)[0]?.body).toEqual({ name: 'Product docs 2' }),
  );
});

test('a stored password is removed where the kind can be read without one', async () => {
  mockApi.patch(ONE, () => ({ status: 204 }));
  const { user, dialog, save } = await openEdit({ has_secret: true });
  await user.click(dialog.getByRole('checkbox', { name: 'Remove what is stored' }));
  expect(dialog.getByLabelText('Password or token')).toHaveProperty('disabled', true);
  await save();
  await waitFor(() => expect(mockApi.calls('PATCH', ONE)[0]?.body).toEqual({ secret: null }));
});

test('a password that a mailbox needs, or that is not stored, cannot be removed', async () => {
  const { dialog } = await openEdit({
    has_secret: true,
    kind: 'mailbox',
    place: { kind: 'mailbox', host: 'mail.example.com', port: 993 },
  });
  expect(dialog.queryByRole('checkbox', { name: 'Remove what is stored' })).toBeNull();
});

test('another host asks for the password again', async () => {
  mockApi.patch(ONE, () => ({
    status: 422,
    body: {
      message: 'Invalid',
      issues: [{ path: 'secret', message: 'This is another host. Enter its password or token.' }],
    },
  }));
  const { user, dialog, save } = await openEdit({ has_secret: true });
  await user.clear(dialog.getByLabelText('Address'));
  await user.type(dialog.getByLabelText('Address'), 'https://other.example.com');
  await save();
  expect(await dialog.findByText(/This is another host/)).toBeDefined();
  expect(dialog.getByLabelText('Password or token').getAttribute('aria-invalid')).toBe('true');
});

test('an interval of another client is there, and the folder stays', async () => {
  const { dialog } = await openEdit({ every_minutes: 45 });
  expect(dialog.getByRole('option', { name: 'Every 45 minutes' })).toHaveProperty('selected', true);
  expect(dialog.getByLabelText('Folder')).toHaveProperty('readOnly', true);
});

test('a kind that is connected by signing in is so at once, unless a token is typed', async () => {
  mockApi.post(SOURCES, () => ({ status: 201, body: { id: makeId(900) } }));
  mockApi.post(`${ONE}/connect`, () => ({ body: { url: 'https://api.notion.com/authorize' } }));
  const assign = vi.spyOn(window.location, 'assign').mockReturnValue();
  const { user, dialog, name } = await openNew(/^Notion/);
  expect(dialog.getByText(/Leave it empty to sign in there/)).toBeDefined();
  await user.type(name, 'Wiki');
  await user.click(dialog.getByRole('button', { name: 'Add source' }));
  await waitFor(() => expect(assign).toHaveBeenCalledWith('https://api.notion.com/authorize'));
});
