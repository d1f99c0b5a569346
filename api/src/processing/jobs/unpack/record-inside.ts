import { createHash, randomUUID } from 'node:crypto';

import type { Queryable } from '../../../platform/database/database.ts';
import type { Run } from '../../../jobs/job.ts';
import { quotaRefusal } from '../../../platform/quotas/quota-refusal.ts';
import { lockLimited, usedOf } from '../../../platform/quotas/quota-repository.ts';
import { lockDataset } from '../../rows/lock-documents.ts';
import type { PipelineContext } from '../../context/pipeline-context.ts';
import type { UnpackedContainer } from '../../../extraction/tasks/tasks.ts';
import type { ClaimedContainer, ContainerGroup } from './claim-containers.ts';
import { noteInside, type InsideNote } from './note-inside.ts';
import { changedDocuments, heldDocuments } from '../../rows/document-writes/write-documents.ts';

/** What was found in containers, and the archive of it in the storage. */
export interface Unpacked {
  /** By the id of the container. With `isKept`, what was inside before stays. */
  outcomes: ReadonlyMap<string, UnpackedContainer & { isKept?: boolean }>;
  archive?: { key: string; size: number; sha256: string } | undefined;
}

type Recording = Pick<
  PipelineContext,
  'database' | 'storage' | 'quotas' | 'requestIngestion' | 'log'
>;

const OF_NOTHING = createHash('sha256').digest('hex');

/**
 * Has what is inside of containers merged as an archive, which also deletes what was inside before and is no
 * more. A container that was replaced or deleted meanwhile is left out.
 */
export async function recordInside(
  { database, storage, quotas, requestIngestion }: Recording,
  run: Run,
  group: ContainerGroup,
  { outcomes, archive }: Unpacked,
): Promise<void> {
  const { organizationId, datasetId } = group;
  const isStored = await database.tenant(organizationId, async (tx) => {
    const quota = { organizationId, quotas };
    const limit = archive && (await lockLimited(tx, quota, 'bytes'));
    await lockDataset(tx, organizationId, datasetId);
    const ended = group.containers.filter(({ id }) => outcomes.get(id)?.isLeft !== true);
    const held = await hold(tx, group, ended);
    await run.again(tx);
    if (held.length === 0) return false;
    const refusal =
      limit === undefined || archive === undefined
        ? undefined
        : quotaRefusal({
            name: 'bytes',
            limit,
            used: await usedOf(tx, organizationId, 'bytes'),
            adding: archive.size,
          });
    const found = held.map((container) => {
      const outcome = outcomes.get(container.id);
      const isRefused = refusal !== undefined && (outcome?.files ?? 0) > 0;
      return {
        container,
        outcome: isRefused
          ? { files: 0, refused: 0, named: [], error: refusal, isKept: true }
          : outcome,
      };
    });
    await end(tx, group, held);
    await noteInside(
      tx,
      organizationId,
      found.flatMap(({ container: { id }, outcome }) => noteOf(id, outcome)),
    );
    const before = await insideBefore(tx, organizationId, held);
    const merged = found.filter(
      ({ container: { id }, outcome }) =>
        outcome?.isKept !== true && ((outcome?.files ?? 0) > 0 || before.has(id)),
    );
    if (merged.length === 0) return false;
    const isStored = merged.some(({ outcome }) => (outcome?.files ?? 0) > 0);
    await insertArchive(tx, group, {
      containers: merged.map(({ container: { id, path, sha256 } }) => ({ id, path, sha256 })),
      file: isStored ? archive : undefined,
      name: merged[0]?.container.name ?? '',
    });
    await requestIngestion(organizationId, tx);
    return isStored;
  });
  if (archive !== undefined && !isStored) await storage.remove(archive.key);
}

/** Locks those of the containers that still have the bytes and the path that were read. */
async function hold(
  tx: Queryable,
  { organizationId }: ContainerGroup,
  containers: readonly ClaimedContainer[],
): Promise<ClaimedContainer[]> {
  const rows = await tx.query<{ id: string; path: string; sha256: string | null }>(
    `SELECT id, path, encode(sha256, 'hex') AS sha256 FROM documents
     WHERE organization_id = $1 AND id = ANY ($2::uuid[]) AND to_unpack ORDER BY id FOR UPDATE`,
    [organizationId, containers.map(({ id }) => id)],
  );
  const found = new Map(rows.map((row) => [row.id, row]));
  return containers.filter(({ id, path, sha256 }) => {
    const now = found.get(id);
    return now?.path === path && now.sha256 === sha256;
  });
}

/** Their bytes are needed no more, where the dataset keeps none. */
async function end(
  tx: Queryable,
  { organizationId }: ContainerGroup,
  containers: readonly ClaimedContainer[],
): Promise<void> {
  await tx.query(
    `WITH ${heldDocuments('$2')}, ${changedDocuments('ended', {
      set: `to_unpack = false, bytes_key = CASE
         WHEN s.keep_originals OR d.status IN ('ingested', 'partitioning_error') THEN d.bytes_key END`,
      from: 'datasets s',
      where: 's.organization_id = $1 AND s.id = d.dataset_id',
    })} SELECT count(*) FROM ended`,
    [organizationId, containers.map(({ id }) => id)],
  );
}

function noteOf(documentId: string, outcome: UnpackedContainer | undefined): InsideNote[] {
  if (outcome === undefined) return [];
  const { files, refused, named, error } = outcome;
  if (files === 0 && refused === 0 && error === undefined) return [];
  return [{ documentId, documents: files, refused, named, error }];
}

async function insideBefore(
  tx: Queryable,
  organizationId: string,
  containers: readonly ClaimedContainer[],
): Promise<Set<string>> {
  const rows = await tx.query<{ id: string }>(
    `SELECT DISTINCT container_id AS id FROM documents
     WHERE organization_id = $1 AND container_id = ANY ($2::uuid[])`,
    [organizationId, containers.map(({ id }) => id)],
  );
  return new Set(rows.map(({ id }) => id));
}

async function insertArchive(
  tx: Queryable,
  { organizationId, datasetId, outerId }: ContainerGroup,
  {
    containers,
    file,
    name,
  }: { containers: readonly object[]; file: Unpacked['archive']; name: string },
): Promise<void> {
  await tx.query(
    `INSERT INTO archives (organization_id, id, dataset_id, name, size, sha256, sync, delete_orphans,
       purge_on_completion, status, containers, outer_id, purged_at)
     VALUES ($1, $2, $3, $4, $5::bigint, decode($6, 'hex'), true, false, true, 'pending', $7, $8,
       CASE WHEN $5::bigint = 0 THEN now() END)`,
    [
      organizationId,
      file?.key ?? randomUUID(),
      datasetId,
      name,
      file?.size ?? 0,
      file?.sha256 ?? OF_NOTHING,
      JSON.stringify(containers),
      outerId,
    ],
  );
}
