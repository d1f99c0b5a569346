import { mockApi, makeId, renderScreen } from '@carrel/shared/testing';
import { screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { EditMetadataDialog } from './edit-metadata-dialog.tsx';

const DATASET = makeId(600);
const API = `api/v1/datasets/${DATASET}/documents/metadata`;
const SELECTIONS = [{ document_ids: [makeId(1)] }, { document_ids: [makeId(2)] }];

beforeEach(() => {
  mockApi.start();
  mockApi.get(API, () => ({ body: { keys: [], is_partial: false } }));
});
afterEach(() => mockApi.stop());

function open() {
  const onDone = vi.fn<() => void>();
  renderScreen(
    <EditMetadataDialog
      datasetId={DATASET}
      chosen={{ selections: SELECTIONS, count: 1200 }}
      onClose={vi.fn<() => void>()}
      onDone={onDone}
    />,
    { path: '/', route: '/' },
  );
  return { user: userEvent.setup(), onDone };
}

const sent = () => mockApi.calls('PATCH', API).map(({ body }) => body);

test('says first how many documents it changes, and sets a key of all of them', async () => {
  mockApi.patch(API, () => ({ body: { changed: 600, skipped: 1 } }));
  const { user, onDone } = open();
  expect(await screen.findByText('1,200 documents will be changed.')).toBeDefined();
  await user.type(screen.getByLabelText('Key'), 'team');
  await user.type(screen.getByLabelText('Value'), 'Legal');
  await user.click(screen.getByRole('button', { name: 'Set' }));
  await waitFor(() => expect(onDone).toHaveBeenCalledOnce());
  expect(sent()).toEqual(SELECTIONS.map((documents) => ({ documents, set: { team: 'Legal' } })));
  expect(await screen.findByText('Changed the metadata of 1,200 documents')).toBeDefined();
  expect(await screen.findByText(/^2 documents would have more metadata/)).toBeDefined();
});

test('removes a key', async () => {
  mockApi.patch(API, () => ({ body: { changed: 1, skipped: 0 } }));
  const { user } = open();
  await user.selectOptions(await screen.findByLabelText('Change'), 'Remove a key');
  await user.type(screen.getByLabelText('Key'), 'team');
  await user.click(screen.getByRole('button', { name: 'Remove' }));
  await waitFor(() => expect(sent()[0]).toEqual({ documents: SELECTIONS[0], remove: ['team'] }));
});

test('says what is wrong before anything is sent, and keeps what was typed where it fails', async () => {
  mockApi.patch(API, () => ({ status: 503, body: { message: 'The database is away.' } }));
  const { user, onDone } = open();
  await user.click(await screen.findByRole('button', { name: 'Set' }));
  expect(screen.getByText('Type a key')).toBeDefined();
  expect(screen.getByText('Type a value')).toBeDefined();
  expect(sent()).toEqual([]);
  await user.type(screen.getByLabelText('Key'), 'team');
  await user.type(screen.getByLabelText('Value'), 'Legal');
  await user.click(screen.getByRole('button', { name: 'Set' }));
  expect(await screen.findByText('The database is away.')).toBeDefined();
  expect(screen.getByLabelText('Key')).toHaveProperty('value', 'team');
  expect(onDone).not.toHaveBeenCalled();
});
