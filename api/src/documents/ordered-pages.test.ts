import { afterAll, beforeAll, expect, test } from 'vitest';

import {
  createUnanalyzedDocuments,
  rowsRead,
  type UnanalyzedDocuments,
} from '../../testing/database/unanalyzed-documents.ts';
import { documentsOf } from './document-repository.ts';

const PAGE = 5;

let seeded: UnanalyzedDocuments;

beforeAll(async () => {
  seeded = await createUnanalyzedDocuments(8000);
});
afterAll(() => seeded.database.close());

test('a page of the list reads the rows of that page, without statistics of the table too', async () => {
  const { database, organizationId, datasetId } = seeded;
  await database.read(organizationId, async (tx) => {
    const before = await rowsRead(tx, 'documents');
    const rows = await documentsOf(tx, organizationId).page(datasetId, { page: 2, limit: PAGE });
    expect(rows.map(({ path }) => path)).toEqual([
      '000006',
      '000007',
      '000008',
      '000009',
      '000010',
    ]);
    expect((await rowsRead(tx, 'documents')) - before).toBe(2 * PAGE);
  });
});

test('a page of the manifest reads the rows of that page, without statistics of the table too', async () => {
  const { database, organizationId, datasetId } = seeded;
  await database.read(organizationId, async (tx) => {
    const before = await rowsRead(tx, 'documents');
    const rows = await documentsOf(tx, organizationId).manifest(datasetId, '', PAGE);
    expect(rows.map(({ path }) => path)).toEqual([
      '000001',
      '000002',
      '000003',
      '000004',
      '000005',
    ]);
    expect((await rowsRead(tx, 'documents')) - before).toBe(PAGE);
  });
});
