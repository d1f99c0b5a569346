import type { Database, Queryable } from '../../../platform/database/database.ts';
import { SourceError } from '../source-error.ts';
import type { SourceConnection } from '../source-kind.ts';
import type { ClaimedRun } from './claimed-run.ts';
import { documentRoomOf } from './document-room.ts';
import { failObjects } from './fail-objects.ts';
import { reasonOf, readSmall } from './read-objects.ts';
import { runBatch } from './run-batch.ts';
import { sendFiles, sendRemovals, type Sending } from './send-archive.ts';

/**
 * Objects of the first archive, how many times as many as were read before later ones have, and how many at most: the
 * first is merged and processed while the next is read. An archive has a cost of its own, so that a run has few.
 */
const OBJECTS = { first: 100, growth: 4, most: 500 } as const;
/** Bytes after which an archive is sent. */
const ARCHIVE_BYTES = 32 * 1024 * 1024;
/** Larger objects are streamed, each into an archive of its own, whether or not the source tells their sizes. */
const SMALL_BYTES = 2 * 1024 * 1024;

export interface OpenConnection {
  connection: SourceConnection;
  concurrency: number;
  tokensAreContents: boolean;
  isListSorted: boolean;
  objectBytesMax: number;
}

interface PendingRow {
  key: string;
  listed_path: string;
  path: string;
  token: string;
  size: number | null;
  url: string | null;
  content: Uint8Array | null;
  /** Where its document is now; null for none. */
  document_path: string | null;
}

const pathOf = ({ document_path: own, path }: PendingRow): string => own ?? path;

const isSmall = ({ size, content }: PendingRow): boolean =>
  content !== null || size === null || size <= SMALL_BYTES;

/** Reads the next objects and sends them as an archive. Returns false where none is left. @throws {SourceError} */
export async function sendNext(
  sending: Sending,
  run: ClaimedRun,
  open: () => Promise<OpenConnection>,
): Promise<boolean> {
  const rows = await pendingRows(sending.database, run);
  if (rows.length === 0) return false;
  const fitting = await withRoom(sending, run, rows);
  if (fitting.length === 0) return true;
  const opened = await open();
  const small = fitting.filter(isSmall);
  const [large] = fitting;
  if (small.length > 0) await sendSmall(sending, run, opened, small);
  else if (large !== undefined) await sendLarge(sending, run, opened, large);
  return true;
}

/** Returns objects whose documents there is room for. The others fail without being read. */
async function withRoom(
  { database, quotas }: Sending,
  run: ClaimedRun,
  rows: readonly PendingRow[],
): Promise<readonly PendingRow[]> {
  const found = await database.read(run.organizationId, (tx) => documentRoomOf(tx, run, quotas));
  if (found === undefined) return rows;
  const { room, reason } = found;
  let added = 0;
  const [fitting, others]: [PendingRow[], PendingRow[]] = [[], []];
  for (const row of rows) {
    if (row.document_path === null) added += 1;
    (row.document_path !== null || added <= room ? fitting : others).push(row);
  }
  await failObjects(
    database,
    run,
    others.map(({ key }) => ({ key, reason })),
  );
  return fitting;
}

async function sendSmall(
  sending: Sending,
  run: ClaimedRun,
  opened: OpenConnection,
  rows: readonly PendingRow[],
): Promise<void> {
  const byKey = new Map(rows.map((row) => [row.key, row]));
  const rowsOf = <T extends { key: string }>(objects: readonly T[]) =>
    objects.flatMap((object) => {
      const row = byKey.get(object.key);
      return row === undefined ? [] : [{ object, row }];
    });
  const { connection, concurrency, objectBytesMax } = opened;
  const objectMax = Math.min(SMALL_BYTES, objectBytesMax);
  const limits = { concurrency, bytesMax: ARCHIVE_BYTES, objectMax };
  const { read, failed, large } = await readSmall(connection, rows.map(readable), limits);
  const files = rowsOf(read).map(({ object: { key, bytes }, row }) => ({
    key,
    path: pathOf(row),
    bytes,
  }));
  if (files.length > 0) await sendFiles(sending, run, files);
  await failObjects(sending.database, run, failed);
  for (const { row } of rowsOf(large)) await sendLarge(sending, run, opened, row);
}

async function sendLarge(
  sending: Sending,
  run: ClaimedRun,
  { connection, objectBytesMax: most }: OpenConnection,
  row: PendingRow,
): Promise<void> {
  try {
    if (row.size !== null && row.size > most) throw new SourceError('too_large');
    const bytes = limited(await connection.read(readable(row)), most);
    await sendFiles(sending, run, [{ key: row.key, path: pathOf(row), bytes }]);
  } catch (error) {
    if (!(error instanceof SourceError) || !error.isOfObject) throw error;
    await failObjects(sending.database, run, [{ key: row.key, reason: reasonOf(error) }]);
  }
}

const readable = (row: PendingRow) => ({
  key: row.key,
  path: row.listed_path,
  token: row.token,
  size: row.size ?? undefined,
  url: row.url ?? undefined,
  content: row.content,
});

async function* limited(pieces: AsyncIterable<Uint8Array>, bytesMax: number) {
  let read = 0;
  for await (const piece of pieces) {
    read += piece.byteLength;
    if (read > bytesMax) throw new SourceError('too_large');
    yield piece;
  }
}

/** The next objects of an archive. Contents that came with the list are read up to its size. */
async function pendingRows(database: Database, run: ClaimedRun): Promise<PendingRow[]> {
  const rows: PendingRow[] = [];
  let bytes = 0;
  const most = Math.min(OBJECTS.most, Math.max(OBJECTS.first, OBJECTS.growth * run.read));
  while (rows.length < most && bytes < ARCHIVE_BYTES) {
    const after = rows.at(-1)?.key ?? '';
    const next = await runBatch(database, run, 'pending', async (tx, size) => {
      const bounds = { after, size: Math.min(size, most - rows.length) };
      const found = await pendingObjects(tx, run, { ...bounds, bytesMax: ARCHIVE_BYTES - bytes });
      return { result: found, rows: found.length };
    });
    if (next.length === 0) break;
    rows.push(...next);
    bytes += next.reduce((sum, { content }) => sum + (content?.length ?? 0), 0);
  }
  return rows;
}

function pendingObjects(
  tx: Queryable,
  run: ClaimedRun,
  { after, size, bytesMax }: { after: string; size: number; bytesMax: number },
): Promise<PendingRow[]> {
  return tx.query<PendingRow>(
    `WITH batch AS MATERIALIZED (
       SELECT key, listed_path, path, token, size, url, content,
         sum(coalesce(octet_length(content), 0)) OVER (ORDER BY key) AS inline
       FROM (
         SELECT * FROM source_objects
         WHERE organization_id = $1 AND source_id = $2 AND state = 'pending' AND key > $5 ORDER BY key LIMIT $3
       ) following
     ), own AS MATERIALIZED (
       SELECT d.source_key, min(d.path) AS path FROM documents d
       WHERE d.organization_id = $1 AND d.source_id = $2 AND d.source_key = ANY (ARRAY(SELECT key FROM batch))
       GROUP BY d.source_key
     )
     SELECT b.key, b.listed_path, b.path, b.token, b.size, b.url, b.content, own.path AS document_path
     FROM batch b LEFT JOIN own ON own.source_key = b.key
     WHERE b.inline - coalesce(octet_length(b.content), 0) < $4 ORDER BY b.key`,
    [run.organizationId, run.sourceId, size, bytesMax, after],
  );
}

/**
 * Sends the next removals of what is gone, or forgets it where its documents are kept. Returns false where none is left.
 */
export async function removeNext(sending: Sending, run: ClaimedRun): Promise<boolean> {
  const rows = await runBatch(sending.database, run, 'removals', async (tx, size) => {
    const found = await tx.query<{ key: string; path: string | null }>(
      `WITH batch AS MATERIALIZED (
         SELECT key FROM source_objects
         WHERE organization_id = $1 AND source_id = $2 AND state = 'gone' AND archive_id IS NULL ORDER BY key LIMIT $3
       )
       SELECT b.key, d.path FROM batch b
       LEFT JOIN documents d ON d.organization_id = $1 AND d.source_id = $2 AND d.source_key = b.key`,
      [run.organizationId, run.sourceId, size],
    );
    const isForgotten = ({ path }: { path: string | null }) =>
      path === null || run.source.gone === 'keep';
    const forgotten = found.filter(isForgotten).map(({ key }) => key);
    await tx.query(
      'DELETE FROM source_objects WHERE organization_id = $1 AND source_id = $2 AND key = ANY ($3::text[])',
      [run.organizationId, run.sourceId, forgotten],
    );
    const removed = found.filter((row) => !isForgotten(row));
    return { result: { count: found.length, removed }, rows: found.length };
  });
  const removed = rows.removed.flatMap(({ key, path }) => (path === null ? [] : [{ key, path }]));
  if (removed.length > 0) await sendRemovals(sending, run, removed);
  return rows.count > 0;
}
