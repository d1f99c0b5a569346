import type { ArchiveReceipt, EntryOutcome, ReceiptCounts } from '@carrel/shared/contract';

import type { Queryable } from '../../platform/database/database.ts';

type Entry = ArchiveReceipt['entries'][number];

export interface ReceiptQuery {
  outcome: EntryOutcome | undefined;
  /** Leaves out paths at which the caller sees no document; undefined for none. */
  seenIn: string | undefined;
  /** The last path of the previous page. */
  after: string;
  limit: number;
}

/** Reads the receipts of one organization's archives. `tx` is a tenant's transaction. */
export function receiptsOf(tx: Queryable, organizationId: string) {
  return {
    /** Undefined if the dataset has no such archive; all 0 for one that was never merged. */
    counts: async (datasetId: string, archiveId: string): Promise<ReceiptCounts | undefined> => {
      const [counts] = await tx.query<Omit<ReceiptCounts, 'total'>>(
        `SELECT coalesce(r.added, 0) AS added, coalesce(r.changed, 0) AS changed,
           coalesce(r.unchanged, 0) AS unchanged, coalesce(r.refused, 0) AS refused,
           coalesce(r.removed, 0) AS removed
         FROM archives a LEFT JOIN archive_receipts r ON r.archive_id = a.id
         WHERE a.organization_id = $1 AND a.dataset_id = $2 AND a.id = $3 AND a.removed_at IS NULL`,
        [organizationId, datasetId, archiveId],
      );
      if (counts === undefined) return undefined;
      const total = Object.values(counts).reduce((sum, count) => sum + count, 0);
      return { ...counts, total };
    },

    /** A page of entries, by path; one more than `limit` if more follow. */
    entries: async (archiveId: string, { outcome, after, limit, seenIn }: ReceiptQuery) => {
      const count = limit + 1;
      const single =
        outcome === 'unchanged'
          ? []
          : await readSingle(tx, organizationId, archiveId, {
              outcome,
              after,
              limit: count,
              seenIn,
            });
      const unchanged =
        outcome === undefined || outcome === 'unchanged'
          ? await readUnchanged(tx, organizationId, archiveId, { after, limit: count, seenIn })
          : [];
      const entries = [...single, ...unchanged].sort(byPath).slice(0, count);
      return withNewPaths(tx, organizationId, archiveId, entries);
    },
  };
}

/** True for the path of an entry `e` at which the caller sees a document of a dataset. */
const isSeen = (datasetId: string) => `EXISTS (SELECT FROM documents d
  WHERE d.organization_id = $1 AND d.dataset_id = ${datasetId}::uuid
    AND (d.path = e.path COLLATE "C" OR d.origin_path = e.path COLLATE "C"))`;

/**
 * Adds where documents are that were moved and that archives know by these paths: the first of several with one, and none
 * where another document is known by that path.
 */
async function withNewPaths(
  tx: Queryable,
  organizationId: string,
  archiveId: string,
  entries: readonly Entry[],
): Promise<Entry[]> {
  const rows = await tx.query<{ path: string; origin: string }>(
    `SELECT d.path, d.origin_path AS origin FROM documents d
     JOIN archives a ON a.organization_id = $1 AND a.id = $2
     WHERE d.organization_id = $1 AND d.dataset_id = a.dataset_id AND d.origin_path = ANY ($3::text[])
       AND NOT EXISTS (SELECT FROM documents h
         WHERE h.organization_id = $1 AND h.dataset_id = a.dataset_id AND h.path = d.origin_path
           AND h.origin_path IS NULL)
     ORDER BY d.path DESC`,
    [organizationId, archiveId, entries.map(({ path }) => path)],
  );
  const moved = new Map(rows.map(({ path, origin }) => [origin, path]));
  return entries.map((entry) => {
    const path = entry.outcome === 'removed' ? undefined : moved.get(entry.path);
    return path === undefined ? entry : { ...entry, moved_to: path };
  });
}

function readSingle(
  tx: Queryable,
  organizationId: string,
  archiveId: string,
  { outcome, after, limit, seenIn }: ReceiptQuery,
): Promise<Entry[]> {
  const parameters: unknown[] = [organizationId, archiveId, after, limit];
  const filter = outcome === undefined ? '' : `AND outcome = $${parameters.push(outcome)}`;
  const seen = seenIn === undefined ? '' : `AND ${isSeen(`$${parameters.push(seenIn)}`)}`;
  return tx.query<Entry>(
    `SELECT path, outcome, reason FROM archive_receipt_entries e
     WHERE organization_id = $1 AND archive_id = $2 AND path > $3 ${filter} ${seen}
     ORDER BY path LIMIT $4`,
    parameters,
  );
}

/** Unpacks only the rows that the page needs: a running sum of their counts finds them. */
async function readUnchanged(
  tx: Queryable,
  organizationId: string,
  archiveId: string,
  { after, limit, seenIn }: Omit<ReceiptQuery, 'outcome'>,
): Promise<Entry[]> {
  // Of paths that are left out, any number may come before those that the page needs.
  const isNeeded = seenIn === undefined ? 'surely_before < $4' : isSeen('$5');
  const rows = await tx.query<{ path: string }>(
    `SELECT e.path FROM (
       SELECT paths, sum(count) OVER (ORDER BY last_path) - count
         - first_value(count) OVER (ORDER BY last_path) AS surely_before
       FROM archive_receipt_unchanged
       WHERE organization_id = $1 AND archive_id = $2 AND last_path > $3
     ) r, unnest(r.paths) AS e (path)
     WHERE ${isNeeded} AND e.path COLLATE "C" > $3
     ORDER BY e.path COLLATE "C" LIMIT $4`,
    [organizationId, archiveId, after, limit, ...(seenIn === undefined ? [] : [seenIn])],
  );
  return rows.map(({ path }) => ({ path, outcome: 'unchanged' }));
}

/** The order of the database: by bytes of UTF-8. */
function byPath(a: Entry, b: Entry): number {
  return Buffer.compare(Buffer.from(a.path), Buffer.from(b.path));
}
