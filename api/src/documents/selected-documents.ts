import type { DocumentSelection } from '@carrel/shared/contract';

import type { Queryable } from '../database/database.ts';
import { datasetsOf } from '../datasets/dataset-repository.ts';
import type { ApiEnv } from '../http/api-context.ts';
import { notFound } from '../http/problems.ts';
import { isInFolder } from '../pipeline/is-in-folder.ts';

/** Documents of one transaction. */
const AT_ONCE = 1000;

/** True for a document `d` of a dataset `s` whose chunks were made with other settings. */
export const IS_OUTDATED = `d.chunk_attempt IS NOT NULL
  AND coalesce(d.settings_hash, s.first_settings_hash) <> s.settings_hash`;

interface Place {
  organizationId: string;
  datasetId: string;
}

/** A part of a selection that one statement reads. */
type Part = { ids: readonly string[] } | { folder?: string; outdated?: true };

function partsOf(selection: DocumentSelection): Part[] {
  if ('all' in selection) return [{}];
  if ('outdated' in selection) return [{ outdated: true }];
  if ('folder' in selection) return [{ folder: selection.folder }];
  const ids = [...new Set(selection.document_ids?.map((id) => id.toLowerCase()))];
  const folders = 'folders' in selection ? selection.folders : [];
  return [
    ...(ids.length === 0 ? [] : [{ ids }]),
    ...[...new Set(folders)].map((folder) => ({ folder })),
  ];
}

/**
 * Runs `work` with the ids of the selected documents, up to a thousand in a transaction of the tenant. Of
 * folders within each other a document may come twice.
 * @throws {Problem} 404 where the dataset is gone.
 */
export async function forSelectedDocuments(
  transaction: ApiEnv['Variables']['tenant'],
  place: Place,
  selection: DocumentSelection,
  work: (tx: Queryable, ids: readonly string[]) => Promise<void>,
): Promise<void> {
  for (const part of partsOf(selection)) {
    for (let after: string | undefined = ''; after !== undefined;) {
      const from: string = after;
      after = await transaction(async (tx) => {
        const { organizationId, datasetId } = place;
        if (!(await datasetsOf(tx, organizationId).exists(datasetId))) throw notFound('dataset');
        if ('ids' in part) {
          await work(tx, part.ids);
          return undefined;
        }
        const rows = await documentsAfter(tx, place, part, from);
        await work(
          tx,
          rows.map(({ id }) => id),
        );
        return rows.length < AT_ONCE ? undefined : rows.at(-1)?.path;
      });
    }
  }
}

/** Returns documents after a path, in the order of their paths. */
function documentsAfter(
  tx: Queryable,
  { organizationId, datasetId }: Place,
  { folder, outdated }: { folder?: string; outdated?: true },
  after: string,
): Promise<{ id: string; path: string }[]> {
  return tx.query(
    `SELECT d.id, d.path FROM documents d
     JOIN datasets s ON s.organization_id = d.organization_id AND s.id = d.dataset_id
     WHERE d.organization_id = $1 AND d.dataset_id = $2 AND d.path > $3
       ${folder === undefined ? '' : `AND ${isInFolder('$5')}`}
       ${outdated === true ? `AND ${IS_OUTDATED} AND NOT d.reprocessing` : ''}
     ORDER BY d.path LIMIT $4`,
    [
      organizationId,
      datasetId,
      after,
      AT_ONCE,
      ...(folder === undefined ? [] : [folder.normalize('NFC')]),
    ],
  );
}
