import { BLOCK_KINDS, PREVIEW_TEXT_MAX } from '@carrel/shared/contract';
import type { DocumentBlock, DocumentMetadata } from '@carrel/shared/contract';

import type { Block } from '../../extraction/blocks/block.ts';
import { shownMetadata } from '../../extraction/metadata/edited-metadata.ts';
import type { EditedMetadata } from '../../extraction/metadata/edited-metadata.ts';
import type { Dependencies } from '../../platform/dependencies.ts';
import { notFound } from '../../platform/http/problems.ts';
import type { DocumentPlace } from '../documents/reading/document-place.ts';
import { blocksReaderOf } from '../documents/reading/read-blocks.ts';
import type { Reader } from '../documents/reading/read-blocks.ts';
import type { PreviewedDocument } from './chunk-previewer.ts';

interface Row {
  name: string;
  path: string;
  read: DocumentMetadata | null;
  edited: EditedMetadata | null;
}

/**
 * Reads the beginning of a document of the organization for a preview, and what a template sees of it.
 * @throws {Problem} 404; 422 with the reason why it has no text; 429, 503.
 */
export async function previewedDocument(
  dependencies: Dependencies,
  place: DocumentPlace,
  reader: Reader,
): Promise<PreviewedDocument> {
  const { organizationId, datasetId, documentId } = place;
  const [row] = await dependencies.database.read(organizationId, (tx) =>
    tx.query<Row>(
      `SELECT name, path, read_metadata AS read, edited_metadata AS edited FROM documents
       WHERE organization_id = $1 AND dataset_id = $2 AND id = $3`,
      [organizationId, datasetId, documentId],
    ),
  );
  if (row === undefined) throw notFound('document');
  const { name, path, read, edited } = row;
  const metadata = shownMetadata(read ?? undefined, edited ?? undefined);
  const blocks = await blocksReaderOf(dependencies)(place, reader);
  return { blocks: beginningOf(blocks), document: { name, path, metadata } };
}

/** Returns the blocks of the first characters; the last one may be cut. */
function beginningOf(blocks: readonly DocumentBlock[]): Block[] {
  const beginning: Block[] = [];
  let left = PREVIEW_TEXT_MAX;
  for (const { kind, text, level, page } of blocks) {
    if (left <= 0) break;
    beginning.push({
      kind: BLOCK_KINDS.find((known) => known === kind) ?? 'paragraph',
      text: text.slice(0, left),
      ...(typeof level === 'number' && { level }),
      ...(typeof page === 'number' && { page }),
    });
    left -= text.length;
  }
  return beginning;
}
