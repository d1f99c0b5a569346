import type { Queryable } from '../../../platform/database/database.ts';
import { limitsOf, USED, type Quotas } from '../../../platform/quotas/quota-repository.ts';
import { quotaRefusal } from '../../../platform/quotas/quota-refusal.ts';
import { knownPath } from './moved-documents.ts';
import { isInFolder } from '../../rows/is-in-folder.ts';
import { TaskRefused } from '../../../platform/workers/worker-failure.ts';
import type { ClaimedArchive } from './claimed-archive.ts';

/**
 * Reserves room for the documents that an archive adds, if its organization has a limit. With orphans to
 * delete, that is what its dataset has more afterwards. The caller has locked the organization's usage.
 * A run after an interrupted one keeps what that reserved.
 * @throws {TaskRefused} with a sentence if they do not fit. Nothing is merged then.
 */
export async function reserveDocuments(
  tx: Queryable,
  archive: ClaimedArchive,
  quotas: Quotas,
): Promise<void> {
  const { organizationId, archiveId } = archive;
  const limit = (await limitsOf(tx, { organizationId, quotas })).documents;
  if (limit === undefined || (await isReserved(tx, archive))) return;
  const adding = await countAdded(tx, archive);
  const used = await usedWithReserved(tx, organizationId);
  const sentence = quotaRefusal({ name: 'documents', limit, used, adding });
  if (sentence !== undefined) throw new TaskRefused(sentence, false);
  await tx.query(
    'UPDATE archives SET reserved_documents = $3 WHERE organization_id = $1 AND id = $2',
    [organizationId, archiveId, Math.max(0, adding)],
  );
}

async function isReserved(
  tx: Queryable,
  { organizationId, archiveId }: ClaimedArchive,
): Promise<boolean> {
  const rows = await tx.query(
    `SELECT id FROM archives WHERE organization_id = $1 AND id = $2 AND reserved_documents IS NOT NULL`,
    [organizationId, archiveId],
  );
  return rows.length > 0;
}

async function countAdded(tx: Queryable, archive: ClaimedArchive): Promise<number> {
  const { organizationId, archiveId, datasetId } = archive;
  const { sql, parameters } = knownOf(archive);
  const [row] = await tx.query<{ files: number; known: number }>(
    `SELECT (${sql}) AS known, (
       SELECT count(*) FROM archive_entries WHERE organization_id = $1 AND archive_id = $2
     ) AS files`,
    [organizationId, archiveId, datasetId, ...parameters],
  );
  return row === undefined ? 0 : row.files - row.known;
}

const isInArchive = (document: string) => `EXISTS (
  SELECT FROM archive_entries e
  WHERE e.organization_id = $1 AND e.archive_id = $2 AND e.path = coalesce(${document}.origin_path, ${document}.path))`;

/** Counts the documents that the files of an archive replace, leave alone or have deleted. */
function knownOf({ deleteOrphans, orphansFolder, containers }: ClaimedArchive): {
  sql: string;
  parameters: unknown[];
} {
  const documents = `SELECT count(*) FROM documents d WHERE d.organization_id = $1 AND d.dataset_id = $3`;
  if (containers !== null) {
    return {
      sql: `${documents} AND (d.container_id = ANY ($4::uuid[]) OR ${isInArchive('d')})`,
      parameters: [containers.map(({ id }) => id)],
    };
  }
  if (!deleteOrphans) {
    return {
      sql: `SELECT count(*) FROM archive_entries e
        WHERE e.organization_id = $1 AND e.archive_id = $2 AND (
          EXISTS (SELECT FROM documents d WHERE d.organization_id = $1 AND d.dataset_id = $3 AND d.path = e.path)
          OR EXISTS (SELECT FROM documents d WHERE d.organization_id = $1 AND d.dataset_id = $3
            AND d.origin_path = e.path))`,
      parameters: [],
    };
  }
  const isLimited = orphansFolder !== '';
  const isOrphan = (document: string) =>
    isLimited ? `(${isInFolder('$4', knownPath(document))})` : 'true';
  // What is inside of a document that stays, stays too.
  const isRemoved = `(${isOrphan('d')} AND NOT EXISTS (
    SELECT FROM documents c WHERE c.organization_id = $1 AND c.id = d.container_id
      AND (NOT ${isOrphan('c')} OR ${isInArchive('c')})))`;
  return {
    sql: `${documents} AND (${isRemoved} OR ${isInArchive('d')})`,
    parameters: isLimited ? [orphansFolder] : [],
  };
}

/**
 * Returns the documents there are, and those that archives being merged still add: what they reserved,
 * less what their receipts count. In one statement, because every batch changes both. Unreadable files
 * count twice until the merge ends.
 */
async function usedWithReserved(tx: Queryable, organizationId: string): Promise<number> {
  const [row] = await tx.query<{ used: number }>(
    `SELECT (${USED.documents}) + (
       SELECT coalesce(sum(a.reserved_documents - coalesce(r.added - r.removed, 0)), 0)::bigint
       FROM archives a LEFT JOIN archive_receipts r ON r.archive_id = a.id
       WHERE a.organization_id = $1 AND a.status = 'pending' AND a.reserved_documents IS NOT NULL
     ) AS used`,
    [organizationId],
  );
  return row?.used ?? 0;
}
