import { fakeShell, makeId, renderScreen } from '@carrel/shared/testing';
import { backgroundWorkKey } from '@carrel/shared/work';
import type { FollowedRow } from '@carrel/shared/work';
import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';

import { DatasetWork } from './dataset-work.tsx';

const DATASET = { id: makeId(600), name: 'Handbook' };
const row = (more: Partial<FollowedRow>): FollowedRow => ({
  kind: 'vectors',
  dataset: DATASET,
  archive: null,
  left: 750,
  total: 1000,
  standing: null,
  stalled: null,
  readings: [],
  ...more,
});

function open(rows: readonly FollowedRow[]) {
  const shell = fakeShell();
  const { queryClient } = renderScreen(<DatasetWork datasetId={DATASET.id} />, { shell });
  queryClient.setQueryData(backgroundWorkKey(shell.organizationId ?? ''), {
    rows,
    is_more: false,
    is_shared: false,
  });
}

test('vectors of a dataset are shown with how many are made', async () => {
  open([row({}), row({ dataset: { id: makeId(601), name: 'Other' }, left: 1 })]);
  const work = await screen.findByRole('list', { name: 'Other work on this dataset' });
  expect(within(work).getAllByRole('listitem')).toHaveLength(1);
  expect(within(work).getByText('Making vectors')).toBeDefined();
  expect(within(work).getByText('250 of 1,000 passages')).toBeDefined();
});

test('documents are shown only where their processing stands, with the reason', async () => {
  const standing = { reason: 'failed', detail: null, next_try: null };
  open([row({ kind: 'documents' }), row({ kind: 'again', standing })]);
  const work = await screen.findByRole('list', { name: 'Other work on this dataset' });
  expect(within(work).getAllByRole('listitem')).toHaveLength(1);
  expect(within(work).getByText('The last attempt failed')).toBeDefined();
});
