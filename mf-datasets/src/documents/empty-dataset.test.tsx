import {
  makeDataset,
  makeDocumentList,
  makeId,
  makeNavigation,
  mockApi,
  renderScreen,
} from '@carrel/shared/testing';
import { fireEvent, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test } from 'vitest';

import { DocumentsPage } from './documents-page.tsx';

const DATASET = makeId(600);
const PATH = `api/v1/datasets/${DATASET}`;

beforeEach(() => {
  mockApi.start();
  mockApi.get('api/v1/datasets', () => ({ body: { datasets: [makeDataset()] } }));
  mockApi.get(`${PATH}/archives`, () => ({ body: { archives: [] } }));
  mockApi.get(`${PATH}/documents`, () => ({ body: makeDocumentList({ documents: [] }) }));
  mockApi.get(`${PATH}/navigate`, () => ({ body: makeNavigation({ items: [] }) }));
  mockApi.get(`${PATH}/manifest`, () => ({ body: { documents: [], partial_archives: true } }));
});
afterEach(() => mockApi.stop());

test('files that are dropped beside the dialog of an empty dataset are added in it', async () => {
  renderScreen(<DocumentsPage />, {
    path: `/datasets/${DATASET}/documents`,
    route: '/datasets/:datasetId?/documents',
  });
  await userEvent.click(await screen.findByRole('button', { name: 'Choose files' }));
  await screen.findByRole('dialog', { name: 'Add files' });
  const files = [new File(['fresh'], 'fresh.txt')];
  fireEvent.drop(document.body, { dataTransfer: { types: ['Files'], items: [], files } });
  expect(await screen.findByRole('button', { name: 'Upload 1 file' })).toBeDefined();
  expect(screen.getAllByRole('dialog', { hidden: true })).toHaveLength(1);
});
