import type { Database, Queryable } from '../platform/database/database.ts';
import type { ClaimedJob, JobCounts, Outcome, OwnJobs } from '../platform/queue.ts';

/** The owner of the server's own jobs. */
export const SERVER = '00000000-0000-0000-0000-000000000000';
/** A claim that is not renewed for this long, in seconds, is of a process that has ended. */
const CLAIM_SECONDS = 10;
/** Jobs that one statement inserts. */
const INSERTED_AT_ONCE = 1000;
/** Owners with jobs that one look returns. */
const OWNERS_MAX = 10_000;

export interface NewJob {
  payload: object;
  owner?: string | undefined;
}

/** The jobs of one name of one organization that wait. */
export interface WaitingJobs {
  name: string;
  organizationId: string;
  /** Seconds until the first of them is due; below zero if it was due before. */
  inSeconds: number;
}

/** In a tenant's transaction, jobs of that tenant and of the server only. */
export async function addJobs(
  tx: Queryable,
  name: string,
  jobs: readonly NewJob[],
  afterSeconds: number,
): Promise<void> {
  for (let at = 0; at < jobs.length; at += INSERTED_AT_ONCE) {
    const some = jobs.slice(at, at + INSERTED_AT_ONCE);
    await tx.query(
      `INSERT INTO jobs (name, organization_id, payload, due_at)
       SELECT $1, organization_id, payload::jsonb, now() + make_interval(secs => $4)
       FROM unnest($2::uuid[], $3::text[]) AS job (organization_id, payload)`,
      [
        name,
        some.map(({ owner }) => owner ?? SERVER),
        some.map(({ payload }) => JSON.stringify(payload)),
        afterSeconds,
      ],
    );
  }
}

/** From one owner to the next along the index: one may have many jobs. */
const WAITING = `WITH RECURSIVE owners (name, organization_id) AS (
    SELECT n.name, first.organization_id FROM unnest($1::text[]) AS n (name) CROSS JOIN LATERAL (
      SELECT j.organization_id FROM jobs j WHERE j.name = n.name AND j.claimed_by IS NULL
      ORDER BY j.organization_id LIMIT 1
    ) first
    UNION ALL
    SELECT o.name, next.organization_id FROM owners o CROSS JOIN LATERAL (
      SELECT j.organization_id FROM jobs j
      WHERE j.name = o.name AND j.claimed_by IS NULL AND j.organization_id > o.organization_id
      ORDER BY j.organization_id LIMIT 1
    ) next
  )
  SELECT o.name, o.organization_id AS "organizationId",
    extract(epoch FROM first.due_at - now())::float8 AS "inSeconds"
  FROM owners o CROSS JOIN LATERAL (
    SELECT j.due_at FROM jobs j
    WHERE j.name = o.name AND j.organization_id = o.organization_id AND j.claimed_by IS NULL
    ORDER BY j.due_at LIMIT 1
  ) first LIMIT ${OWNERS_MAX}`;

/**
 * Claims the job that is due for longest, and deletes those that ask for the same. Two processes that claim at the
 * same time pass by the rows that the other one holds. One that was tried before may hold rows, and is kept.
 */
const CLAIM = `WITH next AS MATERIALIZED (
    SELECT id, payload FROM jobs
    WHERE name = $1 AND organization_id = $2 AND claimed_by IS NULL AND due_at <= now()
    ORDER BY due_at, number LIMIT 1 FOR UPDATE SKIP LOCKED
  ), same AS MATERIALIZED (
    SELECT j.id FROM jobs j, next
    WHERE j.name = $1 AND j.organization_id = $2 AND j.claimed_by IS NULL AND j.due_at <= now()
      AND j.attempts = 0 AND j.payload = next.payload AND j.id <> next.id
    FOR UPDATE OF j SKIP LOCKED
  ), one AS (
    DELETE FROM jobs j USING same WHERE j.id = same.id
  )
  UPDATE jobs j SET claimed_by = $3, claimed_until = now() + interval '${CLAIM_SECONDS} seconds'
  FROM next WHERE j.id = next.id
  RETURNING j.id, j.name, j.payload, j.attempts,
    coalesce((SELECT share FROM organization_quotas q WHERE q.organization_id = $2), 1) AS share`;

/** Reads and writes the jobs of a database for one process. */
export function jobsOf(database: Database, processId: string) {
  return {
    /** Jobs of these names that nobody has claimed. */
    waiting: (names: readonly string[]): Promise<WaitingJobs[]> =>
      database.queryOnce<WaitingJobs>(WAITING, [names]),

    claim: async (name: string, organizationId: string): Promise<ClaimedJob | undefined> => {
      const [job] = await database.queryOnce<Omit<ClaimedJob, 'organizationId'>>(CLAIM, [
        name,
        organizationId,
        processId,
      ]);
      return (
        job && { ...job, organizationId: organizationId === SERVER ? undefined : organizationId }
      );
    },

    /** Ends a run. A job that another process has claimed meanwhile is left to it. */
    end: async ({ id }: ClaimedJob, outcome: Outcome): Promise<void> => {
      if (outcome === 'done') {
        await database.queryOnce('DELETE FROM jobs WHERE id = $1 AND claimed_by = $2', [
          id,
          processId,
        ]);
        return;
      }
      await database.queryOnce(
        `UPDATE jobs SET claimed_by = NULL, claimed_until = NULL, attempts = $3,
           due_at = now() + make_interval(secs => $4), payload = coalesce($5::jsonb, payload)
         WHERE id = $1 AND claimed_by = $2`,
        [
          id,
          processId,
          outcome.attempts,
          outcome.afterSeconds,
          outcome.payload === undefined ? null : JSON.stringify(outcome.payload),
        ],
      );
    },

    /** Renews the claims of what this process runs, and frees those of processes that have ended. */
    renew: async (ids: readonly string[]): Promise<void> => {
      if (ids.length > 0) {
        await database.queryOnce(
          `UPDATE jobs SET claimed_until = now() + interval '${CLAIM_SECONDS} seconds'
           WHERE id = ANY ($1::uuid[]) AND claimed_by = $2`,
          [ids, processId],
        );
      }
      await database.queryOnce(
        `UPDATE jobs SET claimed_by = NULL, claimed_until = NULL, attempts = attempts + 1
         WHERE claimed_by IS NOT NULL AND claimed_until < now() AND id <> ALL ($1::uuid[])`,
        [ids],
      );
    },
  };
}

/** Frees all claims, where no other process works. */
export async function freeAllClaims(database: Database): Promise<void> {
  await database.query(
    `UPDATE jobs SET claimed_by = NULL, claimed_until = NULL, attempts = attempts + 1
     WHERE claimed_by IS NOT NULL`,
  );
}

export async function worksForOthers(
  database: Database,
  names: readonly string[],
  organizationId: string,
): Promise<boolean> {
  const [row] = await database.query<{ others: boolean }>(
    `SELECT EXISTS (
       SELECT FROM jobs WHERE name = ANY ($1) AND organization_id <> $2
         AND (claimed_by IS NOT NULL OR due_at <= now())
     ) AS others`,
    [names, organizationId],
  );
  return row?.others === true;
}

/** Jobs of the server are those of the organization that their payload names. */
export const ownJobs = (
  database: Database,
  names: readonly string[],
  organizationId: string,
): Promise<OwnJobs[]> =>
  database.query<OwnJobs>(
    `SELECT name, count(*) AS count,
       CASE WHEN bool_and(claimed_by IS NULL AND due_at > now()) THEN min(due_at) END AS "nextTry"
     FROM jobs
     WHERE name = ANY ($1) AND (claimed_by IS NOT NULL OR due_at <= now() OR attempts > 0)
       AND (organization_id = $2
         OR organization_id = $3 AND payload->>'organizationId' = $2::text)
     GROUP BY name`,
    [names, organizationId, SERVER],
  );

export async function countJobs(database: Database): Promise<Record<string, JobCounts>> {
  const rows = await database.query<JobCounts & { name: string }>(`SELECT name,
    coalesce(extract(epoch FROM now() - min(due_at)
      FILTER (WHERE claimed_by IS NULL AND due_at <= now())), 0)::float8 AS "oldestSeconds",
    count(*) FILTER (WHERE claimed_by IS NULL) AS waiting,
    count(claimed_by) AS active,
    count(*) FILTER (WHERE attempts > 0) AS failed
    FROM jobs GROUP BY name`);
  return Object.fromEntries(rows.map(({ name, ...counts }) => [name, counts]));
}
