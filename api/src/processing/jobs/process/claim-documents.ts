import type { Database, Queryable } from '../../../platform/database/database.ts';
import type { Run } from '../../../jobs/job.ts';
import { isInProgress } from '../../rows/is-in-progress.ts';
import type { EmbeddingWait } from '../../context/embedding-wait.ts';
import type { Rotation } from '../../rows/rotation.ts';
import { LARGE_BYTES } from '../../context/large-documents.ts';
import {
  CLAIMED_COLUMNS,
  claimedOf,
  SHARE,
  type ClaimedDocument,
  type ClaimedRow,
} from '../../rows/claimed-document.ts';
import { updateUncounted } from '../../rows/document-writes/write-documents.ts';

/**
 * Documents that one run takes at most, and their bytes, for each share of the organization: enough to
 * make the cost of a run small, few enough to share them among workers. A larger document is taken alone.
 */
const RUN = { documents: 50, bytes: 4 * 1024 * 1024 } as const;

/** Documents that wait for a worker. */
const IN_PROGRESS = `d.organization_id = $1 AND ${isInProgress('d')}`;
const waiting = ({ isLargeTaken, isChunkedTaken }: Kinds): string =>
  `${IN_PROGRESS} AND d.ocr_left = 0 AND d.attempt IS NULL${isLargeTaken ? '' : ` AND d.size <= ${LARGE_BYTES}`}${
    isChunkedTaken ? '' : ` AND d.status <> 'chunked'`
  }`;

/** After this time, a run that left out large documents is followed by another, in seconds. */
const LARGE_AGAIN_SECONDS = 1;

/** Documents without an archive, which was deleted, are one group of their dataset. */
const GROUP = 'CASE WHEN d.archive_id IS NULL THEN d.dataset_id ELSE d.archive_id END';

/** A dataset that a person deleted is not visible, and its documents wait for their deletion. */
const IS_VISIBLE = `EXISTS (SELECT FROM datasets s WHERE s.organization_id = $1 AND s.id = d.dataset_id)`;

/** Which kinds of documents a run takes beside all others. */
interface Kinds {
  isLargeTaken: boolean;
  /** Chunked ones, which are to be embedded. */
  isChunkedTaken: boolean;
}

/** What a run takes and leaves out. */
interface Claimable extends Kinds {
  paused: ReadonlySet<string>;
}

/** What a run takes its documents from. */
interface Source {
  datasetId: string;
  /** An archive, or the documents of the dataset that have none. */
  groupId: string;
}

export interface ClaimedDocuments {
  documents: ClaimedDocument[];
  /** Whether more wait: the next run was requested. */
  isMore: boolean;
}

/**
 * Claims the documents of an organization's run under new tokens: of the dataset that is next, those of the
 * archive that is next. Those of paused archives wait, large ones where they are not to be taken, and chunked ones
 * while nothing can be embedded.
 * A run that is repeated claims what it had.
 */
export function claimForRun(
  database: Database,
  run: Run,
  rotation: Rotation,
  isLargeTaken = true,
  embeddingWait?: EmbeddingWait,
): Promise<ClaimedDocuments> {
  const { organizationId } = run;
  return database.tenant(organizationId, async (tx) => {
    if (run.isRetry) await release(tx, run, { begun: true });
    const isChunkedTaken = embeddingWait?.isOn() !== true;
    const paused = await pausedArchives(tx, organizationId);
    const claimable = { paused, isLargeTaken, isChunkedTaken };
    const source = await nextSource(tx, organizationId, rotation, claimable);
    if (source === undefined) {
      await askForRest(tx, run, claimable, embeddingWait);
      return { documents: [], isMore: false };
    }
    rotation.set(organizationId, source.datasetId);
    rotation.set(source.datasetId, source.groupId);
    const rows = await claim(tx, run, source, claimable);
    const isMore = await hasMore(tx, organizationId, rotation, claimable);
    if (isMore) await run.again(tx);
    else await askForRest(tx, run, claimable, embeddingWait);
    return { documents: rows.map((row) => claimedOf(organizationId, row)), isMore };
  });
}

/** Lets other runs take what this one has not begun, or what is not to be taken for some seconds. */
export async function releaseDocuments(
  database: Database,
  run: Run,
  documents: readonly ClaimedDocument[],
  afterSeconds = 0,
): Promise<void> {
  if (documents.length === 0) return;
  await database.tenant(run.organizationId, async (tx) => {
    await release(tx, run, { begun: false, documentIds: documents.map(({ id }) => id) });
    await run.again(tx, afterSeconds);
  });
  if (afterSeconds === 0) run.wake();
}

async function release(
  tx: Queryable,
  { organizationId, id }: Run,
  { begun, documentIds = null }: { begun: boolean; documentIds?: readonly string[] | null },
): Promise<void> {
  await tx.query(
    `WITH held AS MATERIALIZED (
       SELECT d.id FROM documents d WHERE ${IN_PROGRESS} AND d.turn = $2
         AND d.attempt IS NOT NULL AND ($3::uuid[] IS NULL OR d.id = ANY ($3::uuid[]))
       ORDER BY d.id FOR UPDATE
     )
     ${updateUncounted('attempt = NULL, attempts = d.attempts - $4')} FROM held
     WHERE d.organization_id = $1 AND d.id = held.id`,
    [organizationId, id, documentIds, begun ? 0 : 1],
  );
}

/** With those of what is inside of their documents. */
async function pausedArchives(tx: Queryable, organizationId: string): Promise<Set<string>> {
  const rows = await tx.query<{ id: string }>(
    `WITH paused AS (SELECT id FROM archives WHERE organization_id = $1 AND paused_at IS NOT NULL)
     SELECT id FROM paused UNION
     SELECT a.id FROM archives a JOIN paused ON a.outer_id = paused.id WHERE a.organization_id = $1`,
    [organizationId],
  );
  return new Set(rows.map(({ id }) => id));
}

/**
 * Requests a run later, where documents were left out: another process may have a place for large ones, and chunked
 * ones can be embedded again.
 */
async function askForRest(
  tx: Queryable,
  run: Run,
  claimable: Claimable,
  embeddingWait: EmbeddingWait | undefined,
): Promise<void> {
  const { organizationId } = run;
  if (!claimable.isLargeTaken) {
    const withLarge = { ...claimable, isLargeTaken: true };
    if (await isAnyWaiting(tx, organizationId, withLarge)) await run.again(tx, LARGE_AGAIN_SECONDS);
  }
  if (claimable.isChunkedTaken || embeddingWait === undefined) return;
  const withChunked = { isLargeTaken: true, isChunkedTaken: true };
  if (!(await isAnyWaiting(tx, organizationId, withChunked))) return;
  embeddingWait.note(organizationId, 'process');
  await run.again(tx, embeddingWait.seconds);
}

async function hasMore(
  tx: Queryable,
  organizationId: string,
  rotation: Rotation,
  claimable: Claimable,
): Promise<boolean> {
  if (claimable.paused.size === 0) return isAnyWaiting(tx, organizationId, claimable);
  return (await nextSource(tx, organizationId, rotation, claimable)) !== undefined;
}

/** Of paused archives too. */
async function isAnyWaiting(
  tx: Queryable,
  organizationId: string,
  claimable: Kinds,
): Promise<boolean> {
  const rows = await tx.query(
    `SELECT FROM documents d WHERE ${waiting(claimable)} AND ${IS_VISIBLE} LIMIT 1`,
    [organizationId],
  );
  return rows.length > 0;
}

/** Steps over paused archives by the index, however many documents they have. */
async function nextSource(
  tx: Queryable,
  organizationId: string,
  rotation: Rotation,
  claimable: Claimable,
): Promise<Source | undefined> {
  const groupOf = (datasetId: string) =>
    firstAfter(
      rotation.last(datasetId),
      (last) => nextAfter(tx, GROUP, { last, claimable }, [organizationId, datasetId]),
      (groupId) => (claimable.paused.has(groupId) ? undefined : { datasetId, groupId }),
    );
  return firstAfter(
    rotation.last(organizationId),
    (last) => nextAfter(tx, 'd.dataset_id', { last, claimable }, [organizationId]),
    groupOf,
  );
}

/** Goes through ids in a circle, and returns the first that `accept` makes something of. */
async function firstAfter<T>(
  last: string,
  next: (last: string) => Promise<string | undefined>,
  accept: (id: string) => T | undefined | Promise<T | undefined>,
): Promise<T | undefined> {
  const seen = new Set<string>();
  for (let id = await next(last); id !== undefined && !seen.has(id); id = await next(id)) {
    const accepted = await accept(id);
    if (accepted !== undefined) return accepted;
    seen.add(id);
  }
  return undefined;
}

/** Returns the next value of a column after the last one, in a circle, of documents that wait. */
async function nextAfter(
  tx: Queryable,
  column: string,
  { last, claimable }: { last: string; claimable: Claimable },
  [organizationId, datasetId]: [string, string?],
): Promise<string | undefined> {
  const parameters = [organizationId, last, ...(datasetId === undefined ? [] : [datasetId])];
  const from = (comparison: string) =>
    `(SELECT ${column} AS id FROM documents d
      WHERE ${waiting(claimable)} ${datasetId === undefined ? '' : 'AND d.dataset_id = $3'} AND ${IS_VISIBLE}
        AND ${column} ${comparison} $2 ORDER BY ${column} LIMIT 1)`;
  const [next] = await tx.query<{ id: string }>(
    `SELECT id FROM (
       SELECT 0 AS round, id FROM ${from('>')} later
       UNION ALL SELECT 1, id FROM ${from('<=')} earlier
     ) next ORDER BY round LIMIT 1`,
    parameters,
  );
  return next?.id;
}

function claim(
  tx: Queryable,
  { organizationId, id }: Run,
  source: Source,
  kinds: Kinds,
): Promise<ClaimedRow[]> {
  return tx.query<ClaimedRow>(
    `WITH held AS MATERIALIZED (
       SELECT d.id, d.size FROM documents d
       WHERE ${waiting(kinds)} AND d.dataset_id = $2 AND ${GROUP} = $3
       LIMIT $5 * ${SHARE} FOR UPDATE SKIP LOCKED
     ), taken AS (
       SELECT id FROM (SELECT id, sum(size) OVER (ORDER BY id) - size AS before FROM held) sized
       WHERE before < $6 * ${SHARE}
     )
     ${updateUncounted('attempt = gen_random_uuid(), attempts = d.attempts + 1, turn = $4')}
     FROM taken, datasets s
     WHERE d.organization_id = $1 AND d.id = taken.id
       AND s.organization_id = d.organization_id AND s.id = d.dataset_id
     RETURNING ${CLAIMED_COLUMNS}`,
    [organizationId, source.datasetId, source.groupId, id, RUN.documents, RUN.bytes],
  );
}
