import { makeDataset, makeDocument, makeId, mockApi, renderScreen } from '@carrel/shared/testing';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test } from 'vitest';

import { DatasetsPage } from '../datasets-page.tsx';

const DATASETS = 'api/v1/datasets';
const ONE = `${DATASETS}/${makeId(1)}`;
const AGAIN = `${ONE}/documents/reprocess`;

beforeEach(() => {
  mockApi.start();
  mockApi.get(DATASETS, () => ({
    body: { datasets: [makeDataset({ id: makeId(1), name: 'Handbook' })] },
  }));
  mockApi.patch(ONE, () => ({ status: 204 }));
  mockApi.get(`${ONE}/settings-drift`, () => ({ body: { outdated: 2583, reprocessing: 0 } }));
});
afterEach(() => mockApi.stop());

async function openEdit() {
  const user = userEvent.setup();
  renderScreen(<DatasetsPage />, { path: '/datasets' });
  const row = within(await screen.findByRole('row', { name: /Handbook/ }));
  await user.click(row.getByRole('button', { name: 'Edit' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Edit dataset' }));
  const save = () => user.click(dialog.getByRole('button', { name: 'Save changes' }));
  return { user, dialog, save, advanced: dialog.getByText('Advanced').closest('details') };
}

test('Advanced is closed, and opens at a field that is wrong, which has the focus', async () => {
  const { user, dialog, save, advanced } = await openEdit();
  expect(advanced?.open).toBe(false);
  const metadata = dialog.getByLabelText('Metadata parameters');
  await user.clear(metadata);
  await user.click(metadata);
  await user.paste('{');
  await save();
  expect(await dialog.findByText('Invalid JSON format for metadata parameters')).toBeDefined();
  await waitFor(() => expect(advanced?.open).toBe(true));
  expect(document.activeElement).toBe(metadata);
});

test('a size that is typed is written into the metadata parameters, and asks about the documents', async () => {
  const { user, dialog, save } = await openEdit();
  await user.type(dialog.getByLabelText('Chunk size'), '800');
  await save();
  const question = within(
    await screen.findByRole('dialog', { name: 'Process 2,583 documents again?' }),
  );
  expect(mockApi.calls('PATCH', ONE)[0]?.body).toMatchObject({
    metadata_parameters: { chunk_size: 800 },
  });
  await user.click(question.getByRole('button', { name: 'Cancel' }));
  expect(mockApi.calls('POST', AGAIN)).toEqual([]);
});

test('the documents are processed again on yes', async () => {
  mockApi.post(AGAIN, () => ({ body: { reprocessed: 2583, skipped: [] } }));
  const { user, dialog, save } = await openEdit();
  await user.type(dialog.getByLabelText('Chunk size'), '800');
  await save();
  await user.click(await screen.findByRole('button', { name: 'Process again' }));
  expect(await screen.findByText('2,583 documents will be processed again')).toBeDefined();
});

test('a change of the name alone asks nothing', async () => {
  const { user, dialog, save } = await openEdit();
  await user.type(dialog.getByLabelText('Name'), ' of 1890');
  await save();
  expect(await screen.findByText('Dataset updated successfully!')).toBeDefined();
  expect(mockApi.calls('GET', `${ONE}/settings-drift`)).toEqual([]);
});

test('a size that is wrong is said at its own field, which has the focus', async () => {
  const { user, dialog, save, advanced } = await openEdit();
  await user.type(dialog.getByLabelText('Chunk size'), '5');
  await save();
  expect(await dialog.findByText('chunk_size must be at least 10')).toBeDefined();
  await waitFor(() => expect(advanced?.open).toBe(true));
  const size = dialog.getByLabelText('Chunk size');
  expect(size.getAttribute('aria-invalid')).toBe('true');
  await waitFor(() => expect(document.activeElement).toBe(size));
  expect(mockApi.calls('PATCH')).toEqual([]);
});

test('metadata is typed as rows, and is the same as JSON and back', async () => {
  const { user, dialog, save } = await openEdit();
  await user.click(dialog.getByText('Edit as rows'));
  await user.click(dialog.getByText('Add metadata'));
  await user.type(dialog.getByLabelText('Key'), 'year');
  await user.type(dialog.getByLabelText('Value'), '1890');
  await user.click(dialog.getByText('Edit as JSON'));
  const json = dialog.getByLabelText('Metadata parameters');
  expect(JSON.parse((json as HTMLTextAreaElement).value)).toEqual({ year: 1890 });
  await user.click(dialog.getByText('Edit as rows'));
  expect(dialog.getByLabelText('Value')).toHaveProperty('value', '1890');
  await save();
  await screen.findByRole('dialog', { name: 'Process 2,583 documents again?' });
  expect(mockApi.calls('PATCH', ONE)[0]?.body).toMatchObject({
    metadata_parameters: { year: 1890 },
  });
});

test('a value without a key says so, and is not sent', async () => {
  const { user, dialog, save } = await openEdit();
  await user.click(dialog.getByText('Edit as rows'));
  await user.click(dialog.getByText('Add metadata'));
  await user.type(dialog.getByLabelText('Value'), '1890');
  expect(dialog.getByText('Type a key')).toBeDefined();
  await save();
  expect(await dialog.findByText('Metadata has a value without a key')).toBeDefined();
  expect(mockApi.calls('PATCH')).toEqual([]);
});

test('JSON that holds no object stays, and says why it is not shown as rows', async () => {
  const { user, dialog } = await openEdit();
  const json = dialog.getByLabelText('Metadata parameters');
  await user.clear(json);
  await user.click(json);
  await user.paste('{ "team": ');
  await user.click(dialog.getByText('Edit as rows'));
  expect(await dialog.findByText('Invalid JSON format for metadata parameters')).toBeDefined();
  expect(dialog.getByLabelText('Metadata parameters')).toHaveProperty('value', '{ "team": ');
});

test('a document of the dataset is previewed in place of the sample text', async () => {
  mockApi.get(`${ONE}/documents/find`, () => ({
    body: {
      documents: [
        Object.assign(makeDocument({ id: makeId(7), name: 'a.md', path: 'notes/a.md' }), {
          updated_at: '2026-11-20T09:30:00.000Z',
          outdated: false,
          reprocessing: false,
        }),
      ],
      total: 1,
    },
  }));
  mockApi.post(`${DATASETS}/preview-chunks`, () => ({
    body: { chunks: [{ index: 0, text: 'Of the document' }] },
  }));
  const { user, dialog } = await openEdit();
  const details = (await dialog.findByText('Preview of the chunks')).closest('details');
  if (details === null) throw new Error('There is no preview.');
  details.open = true;
  fireEvent(details, new Event('toggle'));
  await dialog.findByRole('option', { name: 'notes/a.md', hidden: true });
  await user.selectOptions(dialog.getByLabelText('Preview of'), 'notes/a.md');
  await waitFor(() =>
    expect(mockApi.calls('POST', `${DATASETS}/preview-chunks`).at(-1)?.body).toMatchObject({
      document: { dataset_id: makeId(1), document_id: makeId(7) },
    }),
  );
  expect(dialog.queryByLabelText('Sample text')).toBeNull();
});
