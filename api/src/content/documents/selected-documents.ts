import { FAILED_STATUSES, REASON_NUMBERS, type DocumentSelection } from '@carrel/shared/contract';

import type { Queryable } from '../../platform/database/database.ts';
import { measureHeld } from '../../platform/database/held-time.ts';
import { datasetsOf } from '../datasets/dataset-repository.ts';
import { notFound } from '../../platform/http/problems.ts';
import { READER_VERSION } from '../../extraction/partition/reader-version.ts';
import { BatchSize } from '../../processing/rows/batch-size.ts';
import { BYTES_KEY } from '../../processing/rows/bytes-key.ts';
import { isInFolder } from '../../processing/rows/is-in-folder.ts';
import { SETTINGS_HASH } from '../../processing/rows/claimed-document.ts';

/** Documents of one transaction. */
const AT_ONCE = { first: 250, most: 1000 } as const;

/** True for a document `d` of a dataset `s` whose chunks were made with other settings. */
export const IS_OUTDATED = `d.chunk_attempt IS NOT NULL
  AND coalesce(d.settings_hash, s.first_settings_hash) <> ${SETTINGS_HASH}`;

/** True for a document `d` whose text is of an earlier version of the readers. */
export const IS_OF_OLDER_READER = `d.chunk_attempt IS NOT NULL AND d.reader < ${READER_VERSION}`;

/** True for a document `d` that failed, in any stage. */
export const HAS_FAILED = `d.status IN (${FAILED_STATUSES.map((status) => `'${status}'`).join(', ')})`;

/** Why a document `d` failed; empty where it has no reason. */
export const FAILURE_REASON = `coalesce(d.error, '')`;

/** What a reason has in common with those that differ in numbers only. */
export const reasonGroupOf = (reason: string) =>
  `regexp_replace(${reason}, '${REASON_NUMBERS}', '0', 'g')`;

/** True for a document `d` that failed for this reason, or for one that differs in numbers only. */
export const failedFor = (reason: string) =>
  `${reasonGroupOf(FAILURE_REASON)} = ${reasonGroupOf(`${reason}::text`)}`;

interface Place {
  organizationId: string;
  datasetId: string;
}

/** A part of a selection that one statement reads. */
type Part =
  | { ids: readonly string[] }
  | {
      folder?: string;
      outdated?: true;
      olderReader?: true;
      failed?: true;
      reason?: string | undefined;
      inside?: readonly string[];
    };

interface SelectionOptions {
  /** With the documents inside of selected ones. Those of a folder are in it, too. */
  withInside?: boolean;
  /** Without documents whose container is selected, too: it holds their bytes. */
  isPacked?: boolean;
  /** Documents of a transaction at least, of which the fixed costs are high. */
  least?: number;
}

function partsOf(selection: DocumentSelection, { withInside = false }: SelectionOptions): Part[] {
  if ('all' in selection) return [{}];
  if ('outdated' in selection) return [{ outdated: true }];
  if ('older_reader' in selection) return [{ olderReader: true }];
  if ('failed' in selection) return [{ failed: true, reason: selection.reason }];
  if ('folder' in selection) return [{ folder: selection.folder }];
  const ids = [...new Set(selection.document_ids?.map((id) => id.toLowerCase()))];
  const folders = 'folders' in selection ? selection.folders : [];
  return [
    ...(ids.length === 0 ? [] : [{ ids }]),
    ...(ids.length === 0 || !withInside ? [] : [{ inside: ids }]),
    ...[...new Set(folders)].map((folder) => ({ folder })),
  ];
}

type Transaction = <T>(work: (tx: Queryable) => Promise<T>) => Promise<T>;

/**
 * Runs `work` with the ids of the selected documents, up to a thousand in a transaction of the tenant, and
 * yields what it returns. A document may come twice if the selection names it twice.
 * @throws {Problem} 404 where the dataset is gone.
 */
export async function* eachSelected<T>(
  transaction: Transaction,
  place: Place,
  selection: DocumentSelection,
  work: (tx: Queryable, ids: readonly string[]) => Promise<T>,
  options: SelectionOptions = {},
): AsyncGenerator<T> {
  const { least } = options;
  const size = new BatchSize({ ...AT_ONCE, ...(least !== undefined && { least }) });
  for (const part of partsOf(selection, options)) {
    for (let after: string | undefined = ''; after !== undefined;) {
      const from: string = after;
      const { rows } = size;
      const { result: batch, held } = await measureHeld(() =>
        transaction(async (tx) => {
          const { organizationId, datasetId } = place;
          const { ids, next } = await idsOf(tx, place, part, { after: from, rows, ...options });
          // What is read of a dataset says that it is there.
          const isThere = !('ids' in part) && ids.length > 0;
          if (!isThere && !(await datasetsOf(tx, organizationId).exists(datasetId))) {
            throw notFound('dataset');
          }
          return { result: await work(tx, ids), count: ids.length, next };
        }),
      );
      size.note(batch.count, held ?? 0);
      yield batch.result;
      after = batch.next;
    }
  }
}

/** The same for work without a result. */
export async function forSelected(
  ...selected: Parameters<typeof eachSelected<void>>
): Promise<void> {
  for await (const _ of eachSelected(...selected));
}

/** Returns ids after a path, in the order of the paths, and the path after which more follow. */
async function idsOf(
  tx: Queryable,
  { organizationId, datasetId }: Place,
  part: Part,
  { after, rows: rowsMax, isPacked = false }: SelectionOptions & { after: string; rows: number },
): Promise<{ ids: readonly string[]; next?: string | undefined }> {
  if ('ids' in part) {
    return isPacked ? { ids: await packedIds(tx, organizationId, part.ids) } : part;
  }
  const { folder, outdated, olderReader, failed, reason, inside } = part;
  const narrowed = folder?.normalize('NFC') ?? reason ?? inside;
  const rows = await tx.query<{ id: string; path: string }>(
    `SELECT d.id, d.path FROM documents d
     JOIN datasets s ON s.organization_id = d.organization_id AND s.id = d.dataset_id
     WHERE d.organization_id = $1 AND d.dataset_id = $2 AND d.path > $3
       ${folder === undefined ? '' : `AND ${isInFolder('$5')}`}
       ${isPacked ? `AND ${isOutside(selectsContainer(part))}` : ''}
       ${inside === undefined ? '' : 'AND d.container_id = ANY ($5::uuid[])'}
       ${outdated === true ? `AND ${IS_OUTDATED} AND NOT d.reprocessing` : ''}
       ${olderReader === true ? `AND ${IS_OF_OLDER_READER} AND NOT d.reprocessing AND ${BYTES_KEY} IS NOT NULL` : ''}
       ${failed === true ? `AND ${HAS_FAILED}` : ''}
       ${reason === undefined ? '' : `AND ${failedFor('$5')}`}
     ORDER BY d.path LIMIT $4`,
    [organizationId, datasetId, after, rowsMax, ...(narrowed === undefined ? [] : [narrowed])],
  );
  return {
    ids: rows.map(({ id }) => id),
    next: rows.length < rowsMax ? undefined : rows.at(-1)?.path,
  };
}

/** The condition that a container `c` of a selected document is selected, too. */
function selectsContainer({ folder, failed }: Exclude<Part, { ids: unknown }>): string {
  if (failed === true) return 'false';
  return folder === undefined ? 'true' : isInFolder('$5', 'c.path');
}

/** The condition that a document `d` is not inside of another `c` for which this holds. */
const isOutside = (isSelected: string) => `(d.container_id IS NULL OR NOT EXISTS (
  SELECT FROM documents c WHERE c.organization_id = $1 AND c.id = d.container_id AND ${isSelected}))`;

async function packedIds(
  tx: Queryable,
  organizationId: string,
  ids: readonly string[],
): Promise<string[]> {
  const rows = await tx.query<{ id: string }>(
    `SELECT d.id FROM documents d
     WHERE d.organization_id = $1 AND d.id = ANY ($2::uuid[]) AND ${isOutside('c.id = ANY ($2::uuid[])')}`,
    [organizationId, ids],
  );
  return rows.map(({ id }) => id);
}
