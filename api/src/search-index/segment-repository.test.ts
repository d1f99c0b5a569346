import { afterAll, beforeAll, expect, test } from 'vitest';

import {
  createUnanalyzedDocuments,
  rowsRead,
  type UnanalyzedDocuments,
} from '@carrel/testing/database/unanalyzed-documents.ts';
import type { Database, Queryable } from '../platform/database/database.ts';
import { segmentsOf } from './segment-repository.ts';

const ENTRIES = 500;

let seeded: UnanalyzedDocuments;

beforeAll(async () => {
  seeded = await createUnanalyzedDocuments(8000);
});
afterAll(() => seeded.database.close());

/** Runs single statements in a transaction, which counts the rows that they read. */
function within(tx: Queryable, database: Database): Database {
  return { ...database, queryOnce: (sql, parameters) => tx.query(sql, parameters) };
}

test('documents of a segment are looked up one by one, without statistics of their table too', async () => {
  const { database, organizationId, datasetId } = seeded;
  const entries = await database.query<{ documentId: string; attempt: string }>(
    `UPDATE documents SET chunk_attempt = gen_random_uuid() WHERE path <= $1
     RETURNING id AS "documentId", chunk_attempt AS attempt`,
    [String(ENTRIES).padStart(6, '0')],
  );
  const [first] = entries;
  if (first === undefined) throw new Error('There are no documents.');
  await database.query('UPDATE documents SET chunk_attempt = gen_random_uuid() WHERE id = $1', [
    first.documentId,
  ]);
  await database.tenant(organizationId, async (tx) => {
    const before = await rowsRead(tx, 'documents');
    const segments = segmentsOf(within(tx, database), organizationId, datasetId);
    const obsolete = await segments.findObsolete(entries);
    expect(obsolete).toEqual([`${first.documentId} ${first.attempt}`]);
    expect((await rowsRead(tx, 'documents')) - before).toBeLessThan(2 * ENTRIES);
  });
});
