import type { Database } from '../platform/database/database.ts';
import { SERVER } from './job-repository.ts';

/** Jobs of pg-boss that are not done, and that no living process runs. */
const IS_LEFT = `b.state IN ('created', 'retry')
  OR b.state = 'active' AND (b.heartbeat_on IS NULL OR b.heartbeat_on < now() - interval '30 seconds')`;

/**
 * Moves the jobs that servers of earlier releases have left: those of pg-boss, and those of organizations, which had a
 * table of their own. A job keeps its id, by which rows name what claimed them. What such a server runs at the moment
 * stays with it.
 */
export async function moveEarlierJobs(database: Database): Promise<void> {
  const [tables] = await database.query<{ boss: boolean }>(
    `SELECT to_regclass('pgboss.job') IS NOT NULL AS boss`,
  );
  const hasBoss = tables?.boss === true;
  const isRunning = hasBoss
    ? `EXISTS (SELECT FROM pgboss.job b WHERE b.id = o.turn AND NOT (${IS_LEFT}) AND b.state = 'active')`
    : 'false';
  await database.query(
    `WITH moved AS (
       DELETE FROM organization_jobs o WHERE o.turn IS NULL OR NOT ${isRunning}
       RETURNING o.name, o.organization_id, o.payload, o.due_at, o.attempts
     )
     INSERT INTO jobs (name, organization_id, payload, due_at, attempts) SELECT * FROM moved`,
  );
  if (!hasBoss) return;
  await database.query(
    `WITH moved AS (
       UPDATE pgboss.job b SET state = 'cancelled', completed_on = now() WHERE ${IS_LEFT}
       RETURNING b.id, b.name, b.data, b.policy, b.start_after, b.retry_count
     )
     INSERT INTO jobs (id, name, organization_id, payload, due_at, attempts)
     SELECT id, name, coalesce((data->>'organizationId')::uuid, '${SERVER}'),
       CASE WHEN policy = 'short' THEN '{}' ELSE data END, greatest(start_after, now()), retry_count
     FROM moved WHERE name <> 'organization-job-turn'
     ON CONFLICT (id) DO NOTHING`,
  );
}
