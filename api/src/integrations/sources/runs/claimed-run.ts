import type { SourceKindName, SourcePlace, SourceRunState } from '@carrel/shared/contract/sources';

import type { Database, Queryable } from '../../../platform/database/database.ts';
import type { BatchSize } from '../../../processing/rows/batch-size.ts';
import type { ObjectFilter } from '../objects/filter.ts';
import type { SortedList } from './list-place.ts';

/** Hours that a list may take, however few objects its pages have. */
const LIST_HOURS = 48;

/** A run that this worker works on, until another claims it. */
export interface ClaimedRun {
  organizationId: string;
  datasetId: string;
  sourceId: string;
  runId: string;
  attempt: string;
  number: number;
  state: SourceRunState;
  startedBy: 'first' | 'schedule' | 'person';
  everything: boolean;
  cursor: string | null;
  /** Of the pages that this worker has listed. */
  sorted: SortedList | undefined;
  isDelta: boolean;
  /** Objects that were listed so far. */
  listed: number;
  /** Objects that were read and sent so far. */
  read: number;
  /** It began so long ago that its list is without end. */
  isLate: boolean;
  /** How many rows the next batch of each step has. */
  batches: Map<string, BatchSize>;
  source: {
    name: string;
    kind: SourceKindName;
    place: SourcePlace;
    folder: string;
    filter: ObjectFilter;
    gone: 'delete' | 'keep';
    changeToken: string | null;
    isApproved: boolean;
    everyMinutes: number | null;
    createdBy: string | null;
  };
}

/** The run was taken over, cancelled, or deleted with its source. */
export class RunTaken extends Error {
  override readonly name = 'RunTaken';
}

interface Row {
  run_id: string;
  dataset_id: string;
  attempt: string;
  number: number;
  state: SourceRunState;
  started_by: ClaimedRun['startedBy'];
  everything: boolean;
  cursor: string | null;
  is_delta: boolean;
  listed: number;
  read: number;
  is_late: boolean;
  name: string;
  kind: SourceKindName;
  place: SourcePlace;
  folder: string;
  include: string[];
  exclude: string[];
  size_max: number | null;
  gone: 'delete' | 'keep';
  change_token: string | null;
  approved: boolean;
  every_minutes: number | null;
  created_by: string | null;
}

/** Claims the open run of a source under a new token; undefined where there is nothing to do. */
export async function claimRun(
  database: Database,
  { organizationId, sourceId }: { organizationId: string; sourceId: string },
): Promise<ClaimedRun | undefined> {
  const [row] = await database.tenant(organizationId, (tx) =>
    tx.query<Row>(
      `UPDATE source_runs r SET attempt = gen_random_uuid()
       FROM sources s
       WHERE r.organization_id = $1 AND r.source_id = $2 AND r.ended_at IS NULL AND r.state <> 'waiting'
         AND s.organization_id = $1 AND s.id = $2
       RETURNING r.id AS run_id, r.dataset_id, r.attempt, r.number, r.state, r.started_by, r.everything, r.cursor, r.is_delta,
         r.listed, r.read, r.started_at < now() - interval '${LIST_HOURS} hours' AS is_late, s.name, s.kind, s.place, s.folder, s.include, s.exclude, s.size_max, s.gone, s.change_token,
         s.approved, s.every_minutes, s.created_by`,
      [organizationId, sourceId],
    ),
  );
  if (row === undefined) return undefined;
  return {
    organizationId,
    sourceId,
    datasetId: row.dataset_id,
    runId: row.run_id,
    attempt: row.attempt,
    number: row.number,
    state: row.state,
    startedBy: row.started_by,
    everything: row.everything,
    cursor: row.cursor,
    sorted: undefined,
    isDelta: row.is_delta,
    listed: row.listed,
    read: row.read,
    isLate: row.is_late,
    batches: new Map(),
    source: {
      name: row.name,
      kind: row.kind,
      place: row.place,
      folder: row.folder,
      filter: { include: row.include, exclude: row.exclude, sizeMax: row.size_max },
      gone: row.gone,
      changeToken: row.change_token,
      isApproved: row.approved,
      everyMinutes: row.every_minutes,
      createdBy: row.created_by,
    },
  };
}

/** Runs a step of a run in a transaction of its own. @throws {RunTaken} */
export function runStep<T>(
  database: Database,
  run: ClaimedRun,
  work: (tx: Queryable) => Promise<T>,
): Promise<T> {
  return database.tenant(run.organizationId, async (tx) => {
    const held = await tx.query(
      `SELECT FROM source_runs
       WHERE organization_id = $1 AND id = $2 AND attempt = $3 AND ended_at IS NULL FOR NO KEY UPDATE`,
      [run.organizationId, run.runId, run.attempt],
    );
    if (held.length === 0) throw new RunTaken('The run is no longer this worker\u2019s');
    return work(tx);
  });
}

/** Changes what is counted of a run. */
export async function countRun(
  tx: Queryable,
  { organizationId, runId }: Pick<ClaimedRun, 'organizationId' | 'runId'>,
  counts: Partial<
    Record<
      | 'listed'
      | 'left_out'
      | 'added'
      | 'changed'
      | 'moved'
      | 'removed'
      | 'read'
      | 'failed'
      | 'bytes',
      number
    >
  >,
): Promise<void> {
  const entries = Object.entries(counts).filter(([, count]) => count !== 0);
  if (entries.length === 0) return;
  await tx.query(
    `UPDATE source_runs SET ${entries.map(([name], at) => `${name} = ${name} + $${at + 3}`).join(', ')}
     WHERE organization_id = $1 AND id = $2`,
    [organizationId, runId, ...entries.map(([, count]) => count)],
  );
}
