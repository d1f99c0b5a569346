import { makeDataset, mockApi, renderScreen } from '@carrel/shared/testing';
import { screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test } from 'vitest';

import { DocumentNotFound } from './document-not-found.tsx';

beforeEach(() => mockApi.start());
afterEach(() => mockApi.stop());

test.each([
  ['a document that was deleted', [makeDataset()], 'Back to documents'],
  ['a document that was deleted with its dataset', [], 'Back to datasets'],
])('%s links back', async (_, datasets, name) => {
  mockApi.get('api/v1/datasets', () => ({ body: { datasets } }));
  renderScreen(<DocumentNotFound datasetId={makeDataset().id} />);
  expect(await screen.findByRole('link', { name })).toBeDefined();
});
