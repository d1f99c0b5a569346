import type { DocumentMetadataParts } from '@carrel/shared/contract';
import {
  fakeShell,
  makeDataset,
  makeDocumentChunks,
  makeDocumentDetail,
  makeId,
  makeUser,
  mockApi,
  renderScreen,
} from '@carrel/shared/testing';
import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test } from 'vitest';

import { DocumentPage } from '../document-page.tsx';

const DATASET = makeId(600);
const DOCUMENT = makeId(800);
const ROUTE = '/datasets/:datasetId/documents/:documentId';
const API = `api/v1/datasets/${DATASET}/documents`;
const EDIT = `${API}/metadata`;
const DONE = { body: { changed: 1, skipped: 0 } };

let metadata: DocumentMetadataParts | null;

beforeEach(() => {
  mockApi.start();
  metadata = {
    read: { author: 'Ann', tags: ['a', 'b'], year: 2026 },
    edited: { team: 'Legal', tags: null },
  };
  mockApi.get('api/v1/datasets', () => ({
    body: { datasets: [makeDataset({ id: DATASET, metadata_parameters: { chunk_size: 500 } })] },
  }));
  mockApi.get(`${API}/${DOCUMENT}`, () => ({ body: { ...makeDocumentDetail(), metadata } }));
  mockApi.get(`${API}/${DOCUMENT}/text`, () => ({ body: { blocks: [] } }));
  mockApi.get(`${API}/${DOCUMENT}/chunks`, () => ({ body: makeDocumentChunks([]) }));
});
afterEach(() => mockApi.stop());

async function open(role_name = 'Editor') {
  const memberships = { [makeId(100)]: { organization_name: 'Engines', role_name } };
  renderScreen(<DocumentPage />, {
    path: `/datasets/${DATASET}/documents/${DOCUMENT}`,
    route: ROUTE,
    shell: fakeShell({ user: makeUser({ memberships }) }),
  });
  const user = userEvent.setup();
  await user.click(await screen.findByRole('tab', { name: 'Metadata' }));
  return { user, panel: within(await screen.findByRole('region', { name: 'Metadata' })) };
}

const definitions = () =>
  Object.fromEntries(
    screen
      .getAllByRole('term')
      .map((term) => [term.textContent, term.nextElementSibling?.textContent ?? '']),
  );
const sent = () => mockApi.calls('PATCH', EDIT).map(({ body }) => body);
const documents = { document_ids: [DOCUMENT] };

test('shows what the file says, what was edited, and the parameters of the dataset', async () => {
  const { panel } = await open('Viewer');
  await panel.findByText('chunk_size');
  expect(definitions()).toEqual({
    author: 'AnnFrom the file',
    tags: 'RemovedEdited',
    team: 'LegalEdited',
    year: '2026From the file',
    chunk_size: '500',
  });
  expect(panel.queryByRole('button')).toBeNull();
});

test('says so where there is none', async () => {
  metadata = null;
  const { panel } = await open();
  expect(
    panel.getByText('The file says nothing about itself, and nothing was added.'),
  ).toBeDefined();
});

test('a value is edited in its place, and the focus returns to its button', async () => {
  mockApi.patch(EDIT, () => {
    metadata = { read: { author: 'Ann', year: 2026 }, edited: { year: 2027 } };
    return DONE;
  });
  const { user, panel } = await open();
  await user.click(panel.getByRole('button', { name: 'Edit year' }));
  const field = panel.getByLabelText('Value of year');
  expect(document.activeElement).toBe(field);
  await user.clear(field);
  await user.type(field, '2027');
  await user.click(panel.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(panel.queryByLabelText('Value of year')).toBeNull());
  expect(sent()).toEqual([{ documents, set: { year: 2027 } }]);
  await waitFor(() =>
    expect(document.activeElement).toBe(panel.getByRole('button', { name: 'Edit year' })),
  );
  expect(await panel.findByText('2027')).toBeDefined();
});

test('a failed save keeps what was typed, and says why at the field', async () => {
  mockApi.patch(EDIT, () => ({ status: 503, body: { message: 'The database is away.' } }));
  const { user, panel } = await open();
  await user.click(panel.getByRole('button', { name: 'Add' }));
  await user.type(panel.getByLabelText('Key'), 'reviewer');
  await user.type(panel.getByLabelText('Value'), 'Bo{Enter}Cy');
  await user.click(panel.getByRole('button', { name: 'Save' }));
  expect(await panel.findByText('The database is away.')).toBeDefined();
  const field = panel.getByLabelText('Value');
  expect(field).toHaveProperty('value', 'Bo\nCy');
  expect(field.getAttribute('aria-invalid')).toBe('true');
  expect(document.activeElement).toBe(field);
  expect(sent()).toEqual([{ documents, set: { reviewer: ['Bo', 'Cy'] } }]);
});

test.each([
  ['', 'x', 'Type a key'],
  ['author', 'x', 'The document has this key already'],
  ['reviewer', ' ', 'Type a value'],
])('the key %j with the value %j is not sent', async (key, value, message) => {
  const { user, panel } = await open();
  await user.click(panel.getByRole('button', { name: 'Add' }));
  if (key !== '') await user.type(panel.getByLabelText('Key'), key);
  await user.type(panel.getByLabelText('Value'), value);
  await user.click(panel.getByRole('button', { name: 'Save' }));
  expect(panel.getByText(message)).toBeDefined();
  expect(sent()).toEqual([]);
  await user.keyboard('{Escape}');
  expect(document.activeElement).toBe(panel.getByRole('button', { name: 'Add' }));
});

test('a key is removed, and reset to what the file says', async () => {
  mockApi.patch(EDIT, () => DONE);
  const { user, panel } = await open();
  await user.click(panel.getByRole('button', { name: 'Remove author' }));
  await waitFor(() => expect(sent()).toEqual([{ documents, remove: ['author'] }]));
  await waitFor(() =>
    expect(document.activeElement).toBe(screen.getByRole('region', { name: 'Metadata' })),
  );
  await user.click(panel.getByRole('button', { name: 'Reset tags to what the file says' }));
  await waitFor(() => expect(sent()[1]).toEqual({ documents, reset: ['tags'] }));
});
