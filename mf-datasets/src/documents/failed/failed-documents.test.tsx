import type { Document } from '@carrel/shared/contract';
import {
  makeDataset,
  makeDocument,
  makeDocumentList,
  makeId,
  makeNavigation,
  makeNavigationItem,
  makeStatusCounts,
  mockApi,
  renderScreen,
} from '@carrel/shared/testing';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';

import { DocumentsPage } from '../documents-page.tsx';

const DATASET = makeId(600);
const DOCUMENTS = `api/v1/datasets/${DATASET}/documents`;
const RETRY = `${DOCUMENTS}/retry`;

const failed = (number: number, status: string, error: string): Document =>
  makeDocument({
    id: makeId(number),
    name: `scan-${number}.pdf`,
    path: `Real library/scan-${number}.pdf`,
    status,
    error,
    attempts: number,
  });

let documents: Document[] = [];

function reasons() {
  const groups = Map.groupBy(documents, ({ error }) => error ?? '');
  return [...groups].map(([reason, failures]) => ({
    reason,
    documents: failures.length,
    retryable: failures.some(({ retryable }) => retryable !== false),
  }));
}

beforeEach(() => {
  documents = [
    failed(1, 'chunking_error', 'The template failed.'),
    failed(2, 'embedding_error', 'The embedding service is away.'),
    failed(3, 'embedding_error', 'The embedding service is away.'),
  ];
  mockApi.start();
  mockApi.get('api/v1/datasets', () => ({ body: { datasets: [makeDataset()] } }));
  mockApi.get(`api/v1/datasets/${DATASET}/archives`, () => ({ body: { archives: [] } }));
  mockApi.get(`api/v1/datasets/${DATASET}/navigate`, () => ({
    body: makeNavigation({
      items: [
        makeNavigationItem({
          item_type: 'folder',
          name: 'scans',
          path: 'scans',
          document_count: 1204,
          failed_count: 3,
        }),
        makeNavigationItem({
          item_type: 'folder',
          name: 'letters',
          path: 'letters',
          document_count: 1,
          failed_count: 0,
        }),
      ],
    }),
  }));
  mockApi.get(`${DOCUMENTS}/failure-reasons`, () => ({ body: { reasons: reasons(), more: 0 } }));
  mockApi.get(DOCUMENTS, ({ path }) => {
    const query = new URLSearchParams(path.split('?')[1]);
    const [status, reason] = [query.get('status'), query.get('reason')];
    const found = documents.filter(
      (document) => document.status === status && (reason === null || document.error === reason),
    );
    const count = (of: string) => documents.filter((document) => document.status === of).length;
    return {
      body: makeDocumentList({
        documents: found,
        pagination: { page: 1, limit: 200, total_count: found.length },
        status_counts: makeStatusCounts({
          chunking_error: count('chunking_error'),
          embedding_error: count('embedding_error'),
        }),
      }),
    };
  });
});
afterEach(() => mockApi.stop());

function open(search: string) {
  const page = renderScreen(<DocumentsPage />, {
    path: `/datasets/${DATASET}/documents${search}`,
    route: '/datasets/:datasetId?/documents',
  });
  return { ...page, user: userEvent.setup() };
}

const row = async (name: string) =>
  within(await screen.findByRole('row', { name: new RegExp(name) }));
const retried = () => mockApi.calls('POST', RETRY).map(({ body }) => body);

describe('a dataset in which documents failed', () => {
  test('shows how many, in its folders too, and links to them', async () => {
    const { user, location } = open('');
    expect((await row('scans')).getByText('3 of 1,204 failed')).toBeDefined();
    expect((await row('letters')).getByText('1 document')).toBeDefined();
    await user.click(await screen.findByRole('link', { name: 'Failed 3' }));
    expect(location().path).toBe(`/datasets/${DATASET}/documents?show=failed`);
    await user.click(await screen.findByRole('link', { name: 'All files' }));
    expect(await row('scans')).toBeDefined();
  });

  test('links to each of them, which does not select it', async () => {
    const { user } = open('?show=failed');
    const link = await screen.findByRole('link', { name: 'scan-1.pdf' });
    expect(link.getAttribute('href')).toBe(`/datasets/${DATASET}/documents/${makeId(1)}`);
    await user.click(link);
    expect(screen.queryByRole('checkbox', { checked: true })).toBeNull();
  });

  test('lists them by name, with folder, stage, reason and attempts', async () => {
    open('?show=failed');
    const first = await row('scan-1.pdf');
    for (const text of ['Real library', 'Chunk Error', 'The template failed.', '1']) {
      expect(first.getByText(text)).toBeDefined();
    }
    expect((await row('scan-3.pdf')).getByText('Embed Error')).toBeDefined();
  });
});

const locked = (): Document => ({
  ...failed(4, 'chunking_error', 'This PDF is protected with a password.'),
  retryable: false,
});

describe('a document that no retry can read', () => {
  test('asks for a new version, and is not selected', async () => {
    documents = [failed(1, 'chunking_error', 'The template failed.'), locked()];
    const { user } = open('?show=failed');
    const shown = await row('scan-4.pdf');
    expect(shown.queryByRole('button', { name: 'Retry' })).toBeNull();
    expect(shown.getByRole('checkbox', { description: /It needs a new version/ })).toHaveProperty(
      'disabled',
      true,
    );
    await user.click(
      screen.getByRole('checkbox', { name: 'Select the 1 that can be tried again' }),
    );
    expect(screen.getByRole('button', { name: 'Retry selected (1)' })).toBeDefined();
    await user.click(shown.getByRole('button', { name: 'Upload a new version' }));
    await user.upload(
      screen.getByLabelText('New version of the document'),
      new File(['%PDF'], 'open.pdf'),
    );
    expect(await screen.findByRole('dialog')).toBeDefined();
  });

  test('leaves nothing to try again where it is alone', async () => {
    documents = [locked()];
    open('?show=failed');
    await row('scan-4.pdf');
    expect(screen.queryByRole('button', { name: /^Retry/ })).toBeNull();
  });
});

describe('trying again', () => {
  test('one document', async () => {
    mockApi.post(RETRY, () => {
      documents = documents.slice(1);
      return { body: { retried: 1, skipped: [] } };
    });
    const { user } = open('?show=failed');
    await user.click((await row('scan-1.pdf')).getByRole('button', { name: 'Retry' }));
    expect(await screen.findByText('1 document will be tried again')).toBeDefined();
    expect(retried()).toEqual([{ document_ids: [makeId(1)] }]);
    expect(await row('scan-2.pdf')).toBeDefined();
    expect(screen.queryByText('scan-1.pdf')).toBeNull();
  });

  test('a selection, with the reason of each that was skipped', async () => {
    mockApi.post(RETRY, () => ({
      body: { retried: 1, skipped: [{ id: makeId(1), reason: 'Its bytes are gone.' }] },
    }));
    const { user } = open('?show=failed');
    await row('scan-3.pdf');
    expect(screen.getByRole('button', { name: 'Retry selected (0)' })).toHaveProperty(
      'disabled',
      true,
    );
    await user.click(screen.getByRole('checkbox', { name: 'Select the 3 that are shown' }));
    await user.click(screen.getByRole('checkbox', { name: 'scan-2.pdf' }));
    await user.click(screen.getByRole('button', { name: 'Retry selected (2)' }));
    expect(
      await screen.findByText('Not tried again: Its bytes are gone.', { selector: 'span' }),
    ).toBeDefined();
    expect(retried()).toEqual([{ document_ids: [makeId(1), makeId(3)] }]);
  });

  test('all that failed, until none is left', async () => {
    mockApi.post(RETRY, () => {
      documents = [];
      return { body: { retried: 3, skipped: [] } };
    });
    const { user } = open('?show=failed');
    await user.click(await screen.findByRole('button', { name: 'Retry all failed (3)' }));
    expect(await screen.findByText('No document failed')).toBeDefined();
    expect(retried()).toEqual([{ all_failed: true }]);
  });

  test('shows the error of the server, and keeps the selection', async () => {
    mockApi.post(RETRY, () => ({ status: 403, body: { message: 'Viewers cannot do this.' } }));
    const { user } = open('?show=failed');
    await user.click(await screen.findByRole('button', { name: 'Retry all failed (3)' }));
    expect(await screen.findByText('Viewers cannot do this.')).toBeDefined();
    expect(await row('scan-1.pdf')).toBeDefined();
  });
});

const AWAY = 'The embedding service is away.';

const group = async (reason: string) => {
  const table = within(await screen.findByRole('table', { name: 'Reasons' }));
  return within(table.getByRole('row', { name: new RegExp(reason) }));
};

describe('failures of several reasons', () => {
  test('are counted by reason', async () => {
    open('?show=failed');
    expect((await group(AWAY)).getByRole('cell', { name: '2' })).toBeDefined();
    expect((await group('The template failed')).getByRole('cell', { name: '1' })).toBeDefined();
  });

  test('are not grouped where they have one', async () => {
    documents = documents.slice(1);
    open('?show=failed');
    await row('scan-2.pdf');
    expect(screen.queryByRole('table', { name: 'Reasons' })).toBeNull();
  });

  test('are shown by reason, and all again', async () => {
    const { user, location } = open('?show=failed');
    await user.click((await group(AWAY)).getByRole('link', { name: 'Show documents' }));
    expect(location().path).toBe(
      `/datasets/${DATASET}/documents?show=failed&reason=The+embedding+service+is+away.`,
    );
    expect(await row('scan-2.pdf')).toBeDefined();
    expect(screen.queryByText('scan-1.pdf')).toBeNull();
    expect(
      await screen.findByRole('button', { name: 'Retry all of this reason (2)' }),
    ).toBeDefined();
    await user.click(screen.getByRole('link', { name: 'All reasons' }));
    expect(await row('scan-1.pdf')).toBeDefined();
  });

  test('are retried by reason', async () => {
    mockApi.post(RETRY, () => {
      documents = documents.filter(({ error }) => error !== AWAY);
      return { body: { retried: 2, skipped: [] } };
    });
    const { user } = open('?show=failed');
    await user.click((await group(AWAY)).getByRole('button', { name: 'Retry' }));
    expect(await screen.findByText('2 documents will be tried again')).toBeDefined();
    expect(retried()).toEqual([{ all_failed: true, reason: AWAY }]);
    expect(await row('scan-1.pdf')).toBeDefined();
  });

  test('are deleted by reason, once that is confirmed', async () => {
    mockApi.post(`${DOCUMENTS}/delete`, () => {
      documents = documents.filter(({ error }) => error !== AWAY);
      return { body: { deleted: 2, removal: makeId(900) } };
    });
    const { user } = open('?show=failed');
    await user.click((await group(AWAY)).getByRole('button', { name: 'Delete documents' }));
    const dialog = within(await screen.findByRole('alertdialog'));
    expect(dialog.getByText('2 documents will be deleted, with their originals.')).toBeDefined();
    await user.click(dialog.getByRole('button', { name: 'Delete documents' }));
    expect(await screen.findByText('Deleted 2 documents')).toBeDefined();
    expect(mockApi.calls('POST', `${DOCUMENTS}/delete`).map(({ body }) => body)).toEqual([
      { failed: true, reason: AWAY },
    ]);
  });

  test('say that a reason has none left', async () => {
    open('?show=failed&reason=Gone.');
    expect(await screen.findByText('No document failed for this reason')).toBeDefined();
  });
});
