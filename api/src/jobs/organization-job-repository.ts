import type { Queryable } from '../platform/database/database.ts';

/** A job that a turn has taken. */
export interface TakenJob {
  id: number;
  name: string;
  payload: unknown;
  /** Attempts that failed before. */
  attempts: number;
  /** The share of its organization, from 1. */
  share: number;
}

export interface NewJob {
  organizationId: string;
  payload: object;
}

/** What becomes of a job: it is deleted, or waits again. */
export type Outcome =
  | 'done'
  | { payload: object | undefined; attempts: number; afterSeconds: number };

/** Whose jobs of which kinds. */
interface Owner {
  names: readonly string[];
  organizationId: string;
}

/** The queue of the turns. */
export const TURNS_QUEUE = 'organization-job-turn';

/** In a tenant's transaction, jobs of that tenant only. */
export async function addJobs(
  tx: Queryable,
  name: string,
  jobs: readonly NewJob[],
  afterSeconds: number,
): Promise<void> {
  await tx.query(
    `INSERT INTO organization_jobs (name, organization_id, payload, due_at)
     SELECT $1, organization_id, payload::jsonb, now() + make_interval(secs => $4)
     FROM unnest($2::uuid[], $3::text[]) AS job (organization_id, payload)`,
    [
      name,
      jobs.map(({ organizationId }) => organizationId),
      jobs.map(({ payload }) => JSON.stringify(payload)),
      afterSeconds,
    ],
  );
}

/**
 * Takes the job that is due for longest, and deletes those that ask for the same. A turn that is taken again
 * takes what it had. What a turn had whose own job is gone, as in a restored backup, is taken by any other.
 */
export async function takeJob(
  tx: Queryable,
  { names, organizationId }: Owner,
  turnId: string,
): Promise<TakenJob | undefined> {
  const [job] = await tx.query<TakenJob>(
    `WITH next AS MATERIALIZED (
       SELECT id FROM organization_jobs o
       WHERE organization_id = $2 AND name = ANY ($1::text[]) AND (turn = $3 OR due_at <= now() AND NOT EXISTS (
         SELECT FROM pgboss.job b WHERE b.name = '${TURNS_QUEUE}' AND b.id = o.turn AND b.state <= 'active'
       ))
       ORDER BY turn IS DISTINCT FROM $3, due_at, id LIMIT 1 FOR UPDATE SKIP LOCKED
     )
     UPDATE organization_jobs j SET turn = $3 FROM next WHERE j.id = next.id
     RETURNING j.id, j.name, j.payload, j.attempts,
       coalesce((SELECT share FROM organization_quotas q WHERE q.organization_id = $2), 1) AS share`,
    [names, organizationId, turnId],
  );
  if (job === undefined) return undefined;
  await tx.query(
    `DELETE FROM organization_jobs
     WHERE name = $1 AND organization_id = $2 AND turn IS NULL AND due_at <= now() AND payload = $3::jsonb`,
    [job.name, organizationId, JSON.stringify(job.payload)],
  );
  return job;
}

export async function endJob(tx: Queryable, { id }: TakenJob, outcome: Outcome): Promise<void> {
  if (outcome === 'done') {
    await tx.query('DELETE FROM organization_jobs WHERE id = $1', [id]);
    return;
  }
  await tx.query(
    `UPDATE organization_jobs SET turn = NULL, payload = coalesce($2::jsonb, payload),
       attempts = $3, due_at = now() + make_interval(secs => $4)
     WHERE id = $1`,
    [
      id,
      outcome.payload === undefined ? null : JSON.stringify(outcome.payload),
      outcome.attempts,
      outcome.afterSeconds,
    ],
  );
}

/** Time after which a turn is asked for again for jobs of kinds that only another release knows, in seconds. */
const ELSEWHERE_SECONDS = 1;

/** Returns after how many seconds the next job that nobody has taken is due; undefined where none waits. */
export async function secondsUntilNext(
  tx: Queryable,
  { names, organizationId }: Owner,
): Promise<number | undefined> {
  const [next] = await tx.query<{ known: number | null; unknown: number | null }>(
    `SELECT extract(epoch FROM min(due_at) FILTER (WHERE name = ANY ($1::text[])) - now())::float8 AS known,
       extract(epoch FROM min(due_at) FILTER (WHERE name <> ALL ($1::text[])) - now())::float8 AS unknown
     FROM organization_jobs WHERE organization_id = $2 AND turn IS NULL`,
    [names, organizationId],
  );
  const seconds = [
    ...(typeof next?.known === 'number' ? [Math.max(0, next.known)] : []),
    ...(typeof next?.unknown === 'number' ? [Math.max(ELSEWHERE_SECONDS, next.unknown)] : []),
  ];
  return seconds.length === 0 ? undefined : Math.min(...seconds);
}

/** Returns the organizations that have jobs. */
export async function organizationsWithJobs(tx: Queryable): Promise<string[]> {
  const rows = await tx.query<{ id: string }>(
    'SELECT DISTINCT organization_id AS id FROM organization_jobs',
  );
  return rows.map(({ id }) => id);
}
