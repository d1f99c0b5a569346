import type { StallReason } from '@carrel/shared/contract';

import type { Database } from '../../platform/database/database.ts';
import type { ClaimedDocument } from '../rows/claimed-document.ts';

/** Durations of a stage that its median is taken of. */
const KEPT = 300;
/** A stage is stalled once it takes longer than both. */
const STALLED = { medians: 5, milliseconds: 10_000 } as const;

/** Milliseconds between two looks. */
export const LOOK_MILLISECONDS = 5000;
/** Seconds after which a document that no process reports any more counts as gone. */
export const STALLED_SECONDS = 30;

type Stage = 'partition' | 'chunk' | 'embed';

/** A stage of a document that has begun. */
export interface WatchedStage {
  /** A worker has it: until then it waits for one. */
  start(): void;
  end(): void;
}

/** Notices stages of documents that take much longer than usual, and keeps them in `stalled_documents`. */
export interface StageWatch {
  begin(document: ClaimedDocument, stage: Stage): WatchedStage;
  /** Writes what is stalled now. Call it every `LOOK_MILLISECONDS`. */
  look(): Promise<void>;
}

type StageDatabase = Pick<Database, 'queryOnce'>;

interface Watched {
  document: ClaimedDocument;
  stage: Stage;
  begun: number;
  isStarted: boolean;
  isWritten: boolean;
}

/**
 * Returns a watch that writes nothing for stages that are not stalled. `now` is a monotonic clock in
 * milliseconds.
 */
export function createStageWatch(
  database: StageDatabase,
  {
    now = () => performance.now(),
    onError,
  }: { now?: () => number; onError: (error: unknown) => void },
): StageWatch {
  const watched = new Set<Watched>();
  const durations = { partition: ringOf(KEPT), chunk: ringOf(KEPT), embed: ringOf(KEPT) };
  let writing = Promise.resolve();
  // One after the other, so that a row is not deleted before it is written.
  const write = (work: () => Promise<void>) => {
    writing = writing.then(work).catch(onError);
    return writing;
  };

  return {
    begin: (document, stage) => {
      const entry = { document, stage, begun: now(), isStarted: false, isWritten: false };
      watched.add(entry);
      return {
        start: () => {
          entry.isStarted = true;
        },
        end: () => {
          if (!watched.delete(entry)) return;
          durations[stage].add(now() - entry.begun);
          if (entry.isWritten) void write(() => deleteRow(database, document));
        },
      };
    },
    look: () =>
      write(async () => {
        const limits = {
          partition: limitOf(durations.partition.median()),
          chunk: limitOf(durations.chunk.median()),
          embed: limitOf(durations.embed.median()),
        };
        const stalled = [...watched].filter(({ stage, begun }) => now() - begun > limits[stage]);
        for (const entry of stalled) entry.isWritten = true;
        const byOrganization = Map.groupBy(stalled, ({ document }) => document.organizationId);
        for (const [organizationId, entries] of byOrganization) {
          await writeRows(database, organizationId, entries, now());
        }
      }),
  };
}

/** Deletes what processes left that ended. */
export async function forgetStalled(database: Database): Promise<void> {
  await database.query(
    `DELETE FROM stalled_documents WHERE seen_at < now() - interval '${STALLED_SECONDS} seconds'`,
  );
}

const limitOf = (median: number) => Math.max(STALLED.medians * median, STALLED.milliseconds);

function reasonOf({ stage, isStarted }: Watched): StallReason {
  if (stage === 'embed') return 'embedding_service';
  return isStarted ? 'slow_document' : 'waiting_for_worker';
}

async function writeRows(
  database: StageDatabase,
  organizationId: string,
  entries: readonly Watched[],
  now: number,
): Promise<void> {
  await database.queryOnce(
    `INSERT INTO stalled_documents (organization_id, document_id, dataset_id, archive_id, stage, reason, since)
     SELECT $1, d.id, d.dataset_id, d.archive_id, s.stage, s.reason, now() - s.seconds * interval '1 second'
     FROM unnest($2::uuid[], $3::text[], $4::text[], $5::float8[]) AS s (id, stage, reason, seconds)
     JOIN documents d ON d.organization_id = $1 AND d.id = s.id
     ON CONFLICT (organization_id, document_id) DO UPDATE SET stage = excluded.stage, reason = excluded.reason,
       since = excluded.since, seen_at = now()`,
    [
      organizationId,
      entries.map(({ document }) => document.id),
      entries.map(({ stage }) => stage),
      entries.map(reasonOf),
      entries.map(({ begun }) => (now - begun) / 1000),
    ],
    organizationId,
  );
}

async function deleteRow(
  database: StageDatabase,
  { organizationId, id }: ClaimedDocument,
): Promise<void> {
  await database.queryOnce(
    'DELETE FROM stalled_documents WHERE organization_id = $1 AND document_id = $2',
    [organizationId, id],
    organizationId,
  );
}

/** Keeps the last numbers. */
function ringOf(size: number) {
  const kept: number[] = [];
  let next = 0;
  return {
    add: (value: number) => {
      kept[next] = value;
      next = (next + 1) % size;
    },
    median: () => kept.toSorted((a, b) => a - b)[kept.length >> 1] ?? 0,
  };
}
