import {
  makeDataset,
  makeDocument,
  makeDocumentList,
  makeId,
  makeStatusCounts,
  mockApi,
  renderScreen,
} from '@carrel/shared/testing';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test } from 'vitest';

import { DocumentsPage } from '../documents-page.tsx';

const DATASET = makeId(600);
const DOCUMENTS = `api/v1/datasets/${DATASET}/documents`;
const FAILED = [
  { name: 'letter.pdf', error: 'Page 3 is broken.' },
  { name: 'memo.pdf', error: 'Page 12 is broken.' },
  { name: 'sound.wav', error: 'There is no text in it.' },
].map(({ name, error }, place) =>
  makeDocument({ id: makeId(place + 1), name, path: name, error, status: 'chunking_error' }),
);

beforeEach(() => {
  mockApi.start();
  mockApi.get('api/v1/datasets', () => ({ body: { datasets: [makeDataset()] } }));
  mockApi.get(`api/v1/datasets/${DATASET}/archives`, () => ({ body: { archives: [] } }));
  mockApi.get(`${DOCUMENTS}/failure-reasons`, () => ({
    body: {
      reasons: [
        { reason: 'Page 12 is broken.', documents: 2, retryable: true },
        { reason: 'There is no text in it.', documents: 1, retryable: true },
      ],
      more: 0,
    },
  }));
  mockApi.get(DOCUMENTS, ({ path }) => {
    const query = new URLSearchParams(path.split('?')[1]);
    const words = query.get('words')?.split(' ') ?? [];
    const reason = query.get('reason');
    const documents = FAILED.filter(
      ({ name, error, status }) =>
        status === query.get('status') &&
        words.every((word) => `${name} ${error}`.includes(word)) &&
        (reason === null || error?.startsWith('Page') === reason.startsWith('Page')),
    );
    return {
      body: makeDocumentList({
        documents,
        pagination: { page: 1, limit: 200, total_count: documents.length },
        status_counts: makeStatusCounts({ chunking_error: FAILED.length }),
      }),
    };
  });
});
afterEach(() => mockApi.stop());

const open = (search: string) =>
  renderScreen(<DocumentsPage />, {
    path: `/datasets/${DATASET}/documents${search}`,
    route: '/datasets/:datasetId?/documents',
  });
const field = () => screen.findByRole('searchbox', { name: 'Find by file name or reason' });

test('failed documents are found by words of their names and reasons, and all of them is no offer then', async () => {
  open('?show=failed');
  const user = userEvent.setup();
  expect(await screen.findByRole('button', { name: 'Retry all failed (3)' })).toBeDefined();
  await user.type(await field(), 'memo broken');
  await waitFor(() => expect(screen.queryByRole('link', { name: 'letter.pdf' })).toBeNull());
  expect(screen.getByRole('link', { name: 'memo.pdf' })).toBeDefined();
  expect(screen.queryByRole('button', { name: /^Retry all/ })).toBeNull();
  await user.type(await field(), ' sound');
  expect(
    await screen.findByText('No failed document has memo broken sound in its name or reason.'),
  ).toBeDefined();
  await user.clear(await field());
  expect(await screen.findByRole('link', { name: 'letter.pdf' })).toBeDefined();
});

test('documents whose reasons differ in numbers only are of one reason, and each says its own', async () => {
  open('?show=failed&reason=Page+7+is+broken.');
  expect(await screen.findByRole('button', { name: 'Retry all of this reason (2)' })).toBeDefined();
  expect(screen.getByText('Page 3 is broken.')).toBeDefined();
  expect(screen.getByText('Page 12 is broken.')).toBeDefined();
});
