import { makeDataset, makeId, mockApi, renderScreen } from '@carrel/shared/testing';
import { screen, waitFor, within } from '@testing-library/react';
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
