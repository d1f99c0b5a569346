import type { DatasetProgress } from '@carrel/shared/contract';
import {
  makeDataset,
  makeDocumentList,
  makeId,
  makeNavigation,
  makeStatusCounts,
  mockApi,
  renderScreen,
} from '@carrel/shared/testing';
import { screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test } from 'vitest';

import { DocumentsPage } from './documents-page.tsx';

const DATASET = makeId(600);
const PROGRESS = `api/v1/datasets/${DATASET}/progress`;

const progressOf = (dataset: Partial<DatasetProgress['dataset']> = {}): DatasetProgress => ({
  dataset: {
    waiting: 1240,
    paused: 0,
    ahead: { archives: 0, documents: 0 },
    is_shared: false,
    stalled: null,
    ...dataset,
  },
  archives: [],
});

beforeEach(() => {
  mockApi.start();
  mockApi.get('api/v1/datasets', () => ({ body: { datasets: [makeDataset()] } }));
  mockApi.get(`api/v1/datasets/${DATASET}/archives`, () => ({ body: { archives: [] } }));
  mockApi.get(`api/v1/datasets/${DATASET}/navigate`, () => ({
    body: makeNavigation({ items: [] }),
  }));
});
afterEach(() => mockApi.stop());

function open(progress: DatasetProgress, ingested = 1240) {
  const status_counts = makeStatusCounts({ embedded: 9, ingested });
  mockApi.get(`api/v1/datasets/${DATASET}/documents`, () => ({
    body: makeDocumentList({ status_counts }),
  }));
  mockApi.get(PROGRESS, () => ({ body: progress }));
  return renderScreen(<DocumentsPage />, {
    path: `/datasets/${DATASET}/documents`,
    route: '/datasets/:datasetId?/documents',
  });
}

test.each<[Partial<DatasetProgress['dataset']>, string]>([
  [{}, '1,240 waiting'],
  [{ is_shared: true }, 'This server also works for others'],
  [{ is_shared: true, ahead: { archives: 2, documents: 3 } }, 'Also working on 2 other archives'],
  [{ waiting: 0, paused: 300, is_shared: true }, '300 paused'],
])('a dataset in progress with %j says "%s"', async (dataset, text) => {
  open(progressOf(dataset));
  expect(await screen.findByText(text)).toBeDefined();
});

test('a stalled document is named with the reason, and leads to its screen', async () => {
  const stalled = {
    documents: 3,
    document_id: makeId(801),
    path: 'a/report.pdf',
    stage: 'partition',
    since: '2026-11-23T20:00:00.000Z',
    reason: 'slow_document',
  };
  open(progressOf({ stalled, is_shared: true }));
  const link = await screen.findByRole('link', { name: 'report.pdf' });
  expect(link.getAttribute('href')).toBe(`/datasets/${DATASET}/documents/${makeId(801)}`);
  expect(link.parentElement?.textContent).toBe('Takes longer than others: report.pdf and 2 others');
  expect(link.closest('[aria-live="polite"]')).not.toBeNull();
  expect(screen.getByText('1,240 waiting').closest('[aria-live]')).toBeNull();
});

test('nothing is asked once all documents are ready', async () => {
  open(progressOf(), 0);
  const stages = await screen.findByRole('figure', { name: 'Documents by stage' });
  await waitFor(() => expect(stages.textContent).toContain('Ready9'));
  expect(mockApi.calls('GET', PROGRESS)).toHaveLength(0);
});
