import type { DocumentSelection } from '@carrel/shared/contract';

import type { Queryable } from '../database/database.ts';
import { SETTINGS_HASH } from '../pipeline/process/claimed-document.ts';

/** Documents of one transaction. */
const AT_ONCE = 1000;

/** True for a document `d` of a dataset `s` whose chunks were made with other settings. */
export const IS_OUTDATED = `d.chunk_attempt IS NOT NULL
  AND coalesce(d.settings_hash, s.first_settings_hash) <> ${SETTINGS_HASH}`;

interface Place {
  organizationId: string;
  datasetId: string;
}

/** Documents of a selection, and the path after which the next ones follow; undefined at the end. */
export interface SelectedDocuments {
  ids: string[];
  next: string | undefined;
}

/** Returns the selected documents after a path, in the order of their paths, some at a time. */
export async function selectedDocuments(
  tx: Queryable,
  { organizationId, datasetId }: Place,
  selection: DocumentSelection,
  after: string,
): Promise<SelectedDocuments> {
  if ('document_ids' in selection) {
    const ids = [...new Set(selection.document_ids.map((id) => id.toLowerCase()))];
    return { ids, next: undefined };
  }
  const folder = 'folder' in selection ? selection.folder.normalize('NFC') : undefined;
  const rows = await tx.query<{ id: string; path: string }>(
    // '0' follows '/' in the order of paths: what is between `folder/` and `folder0` is in the folder.
    `SELECT d.id, d.path FROM documents d
     JOIN datasets s ON s.organization_id = d.organization_id AND s.id = d.dataset_id
     WHERE d.organization_id = $1 AND d.dataset_id = $2 AND d.path > $3
       ${folder === undefined ? '' : `AND d.path > $5 || '/' AND d.path < $5 || '0'`}
       ${'outdated' in selection ? `AND ${IS_OUTDATED} AND NOT d.reprocessing` : ''}
     ORDER BY d.path LIMIT $4`,
    [organizationId, datasetId, after, AT_ONCE, ...(folder === undefined ? [] : [folder])],
  );
  return {
    ids: rows.map(({ id }) => id),
    next: rows.length < AT_ONCE ? undefined : rows.at(-1)?.path,
  };
}
