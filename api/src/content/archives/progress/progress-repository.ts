import type { ArchiveProgress, Stalled } from '@carrel/shared/contract';

import type { Queryable } from '../../../platform/database/database.ts';
import { isInProgress } from '../../../processing/rows/is-in-progress.ts';
import { STALLED_SECONDS } from '../../../processing/context/stage-watch.ts';

/** An archive that waits or is processed. */
export interface ArchiveInProgress {
  id: string;
  datasetId: string;
  /** Archives of one dataset are merged in the order of their numbers. */
  number: number;
  isMerged: boolean;
  /** Its merge has begun, or is done. */
  hasBegun: boolean;
  isPaused: boolean;
  isCancelling: boolean;
  /** A person deleted it; its documents are processed nevertheless. */
  isHidden: boolean;
}

/** Documents in progress of an archive; null where it was deleted, or where they are of several. */
export interface Group {
  datasetId: string;
  archiveId: string | null;
  documents: number;
}

/** What an organization has in progress. */
export interface Work {
  archives: readonly ArchiveInProgress[];
  groups: readonly Group[];
}

interface StalledRow extends Omit<Stalled, 'documents' | 'since'> {
  since: Date;
  archive_id: string | null;
}

/** In the order of the index `documents_in_work`. */
const GROUP = 'CASE WHEN d.archive_id IS NULL THEN d.dataset_id ELSE d.archive_id END';
const FIRST_GROUP = (after: string) => `(
  SELECT d.dataset_id, ${GROUP} AS group_id FROM documents d
  WHERE d.organization_id = $1 AND ${isInProgress('d')} ${after} ORDER BY 1, 2 LIMIT 1)`;

/** Steps from one group to the next in the index, however many documents each has. */
const GROUPS_SQL = `WITH RECURSIVE groups AS (
    ${FIRST_GROUP('')}
    UNION ALL
    SELECT next.dataset_id, next.group_id
    FROM groups g, LATERAL ${FIRST_GROUP(`AND (d.dataset_id, ${GROUP}) > (g.dataset_id, g.group_id)`)} next
  )
  SELECT dataset_id AS "datasetId", nullif(group_id, dataset_id) AS "archiveId" FROM groups`;

/** Reads what is in progress. `tx` is a tenant's transaction. */
export function progressOf(tx: Queryable, organizationId: string) {
  const archivesInProgress = () =>
    tx.query<ArchiveInProgress>(
      `SELECT id, dataset_id AS "datasetId", number, status <> 'pending' AS "isMerged",
         status <> 'pending' OR attempt IS NOT NULL AS "hasBegun",
         paused_at IS NOT NULL AS "isPaused", cancelled_at IS NOT NULL AS "isCancelling",
         removed_at IS NOT NULL AS "isHidden"
       FROM archives
       WHERE organization_id = $1 AND status IN ('pending', 'processing') ORDER BY number`,
      [organizationId],
    );

  const countGroup = async ({ datasetId, archiveId }: Omit<Group, 'documents'>) => {
    const [row] = await tx.query<{ count: number }>(
      `SELECT count(*) FROM documents d
       WHERE d.organization_id = $1 AND d.dataset_id = $2 AND ${GROUP} = $3 AND ${isInProgress('d')}`,
      [organizationId, datasetId, archiveId ?? datasetId],
    );
    return row?.count ?? 0;
  };

  return {
    /**
     * What the organization has in progress, by archive in one dataset, or in all of them. Documents are counted
     * one by one only where several archives share a dataset.
     */
    work: async (datasetId?: string): Promise<Work> => {
      const archives = await archivesInProgress();
      const totals = await tx.query<{ id: string; documents: number }>(
        `SELECT dataset_id AS id, ingested + partitioned + chunked AS documents FROM dataset_counts
         WHERE organization_id = $1 AND ingested + partitioned + chunked > 0`,
        [organizationId],
      );
      const found = await tx.query<Omit<Group, 'documents'>>(GROUPS_SQL, [organizationId]);
      const paused = new Set(archives.filter(({ isPaused }) => isPaused).map(({ id }) => id));
      const groups: Group[] = [];
      for (const { id, documents } of totals) {
        const own = found.filter((group) => group.datasetId === id).toSorted(inOrderOf(archives));
        const needed = own.filter(
          ({ archiveId }) =>
            datasetId === undefined || id === datasetId || paused.has(archiveId ?? ''),
        );
        // The last one is probably the largest.
        const rest = needed.length === own.length ? needed.pop() : undefined;
        let left = documents;
        for (const group of needed) {
          const counted = Math.min(left, await countGroup(group));
          left -= counted;
          groups.push({ ...group, documents: counted });
        }
        groups.push({ datasetId: id, archiveId: rest?.archiveId ?? null, documents: left });
      }
      return { archives, groups };
    },

    /** The stalled documents of a dataset, those that have taken the longest first. */
    stalled: (datasetId: string): Promise<StalledRow[]> =>
      tx.query<StalledRow>(
        `SELECT s.document_id, s.archive_id, d.path, s.stage, s.since, s.reason
         FROM stalled_documents s JOIN documents d ON d.organization_id = $1 AND d.id = s.document_id
         WHERE s.organization_id = $1 AND s.dataset_id = $2
           AND s.seen_at > now() - $3 * interval '1 second'
         ORDER BY s.since`,
        [organizationId, datasetId, STALLED_SECONDS],
      ),
  };
}

const inOrderOf = (archives: readonly ArchiveInProgress[]) => {
  const places = new Map(archives.map(({ id }, place) => [id, place]));
  const placeOf = ({ archiveId }: Pick<Group, 'archiveId'>) => places.get(archiveId ?? '') ?? -1;
  return (one: Pick<Group, 'archiveId'>, other: Pick<Group, 'archiveId'>) =>
    placeOf(one) - placeOf(other);
};

/** Sums up stalled documents, the oldest first. */
export function stalledOf(rows: readonly StalledRow[]): Stalled | null {
  const [first] = rows;
  if (first === undefined) return null;
  const { archive_id: _archiveId, since, ...oldest } = first;
  return { documents: rows.length, ...oldest, since: since.toISOString() };
}

const total = (groups: readonly Group[]) =>
  groups.reduce((sum, { documents }) => sum + documents, 0);

/** Returns the documents in progress of a dataset, and what takes turns with them. */
export function datasetWork(
  { archives, groups }: Work,
  datasetId: string,
): { waiting: number; paused: number; ahead: ArchiveProgress['ahead'] } {
  const pausedIds = new Set(archives.filter(({ isPaused }) => isPaused).map(({ id }) => id));
  const isPaused = ({ archiveId }: Group) => archiveId !== null && pausedIds.has(archiveId);
  const own = groups.filter((group) => group.datasetId === datasetId);
  const others = groups.filter((group) => group.datasetId !== datasetId);
  return {
    waiting: total(own.filter((group) => !isPaused(group))),
    paused: total(own.filter(isPaused)),
    ahead: {
      archives: archives.filter((other) => other.datasetId !== datasetId && !other.isPaused).length,
      documents: total(others.filter((group) => !isPaused(group))),
    },
  };
}

/** Returns the documents in progress of an archive. */
export const archiveWaiting = ({ groups }: Work, { id }: ArchiveInProgress): number =>
  total(groups.filter(({ archiveId }) => archiveId === id));

/** Returns what is merged before an archive, and what takes turns with its documents. */
export function archiveAhead(work: Work, archive: ArchiveInProgress): ArchiveProgress['ahead'] {
  if (archive.isPaused) return { archives: 0, documents: 0 };
  const left = new Set(work.archives.filter(({ isPaused }) => isPaused).map(({ id }) => id));
  left.add(archive.id);
  const others = work.groups.filter(({ archiveId }) => archiveId === null || !left.has(archiveId));
  return { archives: mergedBefore(work, archive), documents: total(others) };
}

/**
 * Returns how many archives are certainly merged before one: datasets take turns, so that in each other
 * dataset those are that come earlier in it than this one in its own.
 */
function mergedBefore({ archives }: Work, archive: ArchiveInProgress): number {
  if (archive.hasBegun) return 0;
  const waiting = archives.filter(
    ({ isMerged, isPaused, hasBegun }) => !isMerged && (!isPaused || hasBegun),
  );
  const placeOf = ({ datasetId, number }: ArchiveInProgress) =>
    waiting.filter((other) => other.datasetId === datasetId && other.number < number).length;
  const place = placeOf(archive);
  return waiting.filter(
    (other) => other.id !== archive.id && (other.hasBegun || placeOf(other) < place),
  ).length;
}
