import { randomUUID } from 'node:crypto';

import type { Queryable } from '@carrel/api/src/platform/database/database.ts';
import { chunkTag } from '@carrel/api/src/content/documents/changed/chunk-tag.ts';

const TEXTS = ['First text.', 'Second text.'];

/** The entity tag of the second chunk. */
export const SECOND_CHUNK = chunkTag({ text: TEXTS[1] ?? '', start: 13, end: 25 });

/** The id of a lost change. */
export const LOST_CHANGE = '6d7a4f5e-1c1b-4a6e-9d51-4a4f3f0c8a11';

/** Gives a processed document two chunks, and a lost change with `id`. */
export async function insertChunks(
  database: Queryable,
  organizationId: string,
  documentId: string,
  id = LOST_CHANGE,
): Promise<void> {
  await database.query(
    `INSERT INTO chunks (organization_id, document_id, number, text, start_offset, end_offset, headings)
     VALUES ($1, $2, 0, $3, 0, 11, '{}'), ($1, $2, 1, $4, 13, 25, '{}')`,
    [organizationId, documentId, ...TEXTS],
  );
  await database.query(
    `UPDATE documents SET chunk_attempt = $3 WHERE organization_id = $1 AND id = $2`,
    [organizationId, documentId, randomUUID()],
  );
  await database.query(
    `INSERT INTO chunk_changes (organization_id, document_id, id, start_offset, end_offset, passage, pieces, replaced, lost_at)
     VALUES ($1, $2, $3, 0, 4, 'Gone', '[{"from": 0, "to": 4, "off": true}]', '[]', now())`,
    [organizationId, documentId, id],
  );
}

/** The row of a lost change of a document, whose id it has. */
export const lostChange = (documentId: string) => ({
  document_id: documentId,
  id: documentId,
  start_offset: 0,
  end_offset: 4,
  passage: 'Gone',
  pieces: '[]',
  replaced: '[]',
  lost_at: new Date(),
});
