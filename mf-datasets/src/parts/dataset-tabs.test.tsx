import { makeDataset, mockApi, renderScreen } from '@carrel/shared/testing';
import { screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test } from 'vitest';

import { DatasetScreen } from './dataset-screen.tsx';

beforeEach(() => mockApi.start());
afterEach(() => mockApi.stop());

test.each([
  ['Manager', true],
  ['Editor', false],
  ['Searcher', false],
  [null, true],
] as const)('the sources of a dataset are there for its %s: %s', async (role, isThere) => {
  const dataset = makeDataset({ role });
  mockApi.get('api/v1/datasets', () => ({ body: { datasets: [dataset] } }));
  renderScreen(
    <DatasetScreen datasetId={dataset.id} shown="documents" title="Documents">
      The folder
    </DatasetScreen>,
  );
  await screen.findByText('Handbook');
  expect(screen.queryByRole('link', { name: 'Sources' }) !== null).toBe(isThere);
});
