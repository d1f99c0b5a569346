import type { DocumentDetail } from '@carrel/shared/contract';
import { consolePaths } from '@carrel/shared/paths';
import { makeDocumentDetail, makeId, mockApi, renderScreen } from '@carrel/shared/testing';
import { screen, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test } from 'vitest';

import { ContainedDocuments } from './contained-documents.tsx';

const DATASET = makeId(600);
const place = { organizationId: makeId(100), datasetId: DATASET, documentId: makeId(800) };
const at = '2026-11-01T09:00:00.000Z';
const links = () =>
  screen.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')]);

beforeEach(() => mockApi.start());
afterEach(() => mockApi.stop());

function show(detail: Partial<DocumentDetail>) {
  return renderScreen(<ContainedDocuments place={place} document={makeDocumentDetail(detail)} />);
}

test('a file that holds no documents says nothing of them', () => {
  show({ history: [{ stage: 'unpack', at, documents: 0 }] });
  expect(screen.queryByRole('navigation')).toBeNull();
});

test('the attachments of an e-mail are links to their documents, the first three by name', async () => {
  const names = ['list.csv', 'plan.pdf', 'note.txt', 'more.txt'];
  mockApi.get(`api/v1/datasets/${DATASET}/navigate`, () => ({
    body: {
      breadcrumbs: [],
      items: names.map((name, index) => ({
        item_type: 'document',
        name,
        path: `mail.eml/${name}`,
        created_at: at,
        document_id: makeId(900 + index),
      })),
    },
  }));
  show({ path: 'mail.eml', history: [{ stage: 'unpack', at, documents: 4 }] });
  const inside = screen.getByRole('navigation', { name: 'Inside this file' });
  await within(inside).findByRole('link', { name: 'list.csv' });
  expect(links()).toEqual([
    ['4 documents inside', consolePaths.datasetDocuments(DATASET, 'mail.eml')],
    ...names
      .slice(0, 3)
      .map((name, index) => [name, consolePaths.document(DATASET, makeId(900 + index))]),
  ]);
});
