import type { Database } from '../../../platform/database/database.ts';
import { withContentWriter, writeContents } from '../../../platform/database/write-contents.ts';
import type { Block } from '../../../extraction/blocks/block.ts';
import { packTextLater } from '../../../extraction/blocks/packed-text.ts';
import { textRow } from '../../../processing/rows/transitions/content-rows.ts';

/** Longer texts take too long to pack while requests are served. */
const CHARACTERS_MAX = 4_000_000;

/** The version of a document whose text was read. */
export interface ReadVersion {
  organizationId: string;
  documentId: string;
  /** The attempt that made its chunks. */
  attempt: string;
  sha256: string;
}

/** Keeps the text of a document that an earlier version processed, unless the document was changed meanwhile. */
export async function keepText(
  database: Database,
  { organizationId, documentId, attempt, sha256 }: ReadVersion,
  blocks: readonly Block[],
): Promise<void> {
  const length = blocks.reduce((sum, { text }) => sum + text.length, 0);
  if (length > CHARACTERS_MAX) return;
  const packedText = await packTextLater(blocks);
  await withContentWriter(database, organizationId, (writer) =>
    writeContents(writer, {
      subqueries: `ours AS MATERIALIZED (
        SELECT id, dataset_id FROM documents
        WHERE organization_id = $1 AND id = $2 AND chunk_attempt = $3 AND sha256 = decode($4, 'hex'))`,
      select: 'SELECT id, dataset_id, NULL::bigint AS version FROM ours',
      parameters: [organizationId, documentId, attempt, sha256],
      contents: [textRow(packedText)],
    }),
  );
}
