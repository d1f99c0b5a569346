import { SEARCH_LOG_DAYS, UNANSWERED_LISTED_MAX } from '@carrel/shared/contract';

import type { Queryable } from '../../platform/database/database.ts';
import type { PendingDay } from './pending-searches.ts';

/** Questions that are kept for a workspace and day: the last ones. */
export const QUESTIONS_PER_DAY_MAX = 500;

export interface SearchDayRow {
  day: string;
  searches: number;
  byMcp: number;
  withoutResults: number;
  times: number[];
}

export interface UnansweredRow {
  query: string;
  times: number;
  lastAt: Date;
}

/** What the members of one organization searched for. */
export function searchLogOf(tx: Queryable, organizationId: string) {
  return {
    /** Undefined for an unknown workspace; otherwise whether the organization keeps a log. */
    isEnabled: async (workspaceId: string): Promise<boolean | undefined> => {
      const [row] = await tx.query<{ enabled: boolean }>(
        `SELECT o.search_log AS enabled FROM workspaces w JOIN organizations o ON o.id = w.organization_id
         WHERE w.organization_id = $1 AND w.id = $2`,
        [organizationId, workspaceId],
      );
      return row?.enabled;
    },

    days: (workspaceId: string) =>
      tx.query<SearchDayRow>(
        `SELECT day::text, searches, by_mcp AS "byMcp", without_results AS "withoutResults", times
         FROM search_days
         WHERE organization_id = $1 AND workspace_id = $2 AND ${IS_KEPT} ORDER BY search_days.day`,
        [organizationId, workspaceId],
      ),

    unanswered: (workspaceId: string) =>
      tx.query<UnansweredRow>(
        `SELECT (array_agg(query ORDER BY last_at DESC))[1] AS query, sum(times)::integer AS times,
           max(last_at) AS "lastAt"
         FROM unanswered_questions
         WHERE organization_id = $1 AND workspace_id = $2 AND ${IS_KEPT}
         GROUP BY key ORDER BY sum(times) DESC, max(last_at) DESC LIMIT ${UNANSWERED_LISTED_MAX}`,
        [organizationId, workspaceId],
      ),

    /** Returns whether the log is on, and keeps it on until the transaction ends. */
    lock: async (): Promise<boolean> => {
      const rows = await tx.query(
        'SELECT id FROM organizations WHERE id = $1 AND search_log FOR SHARE',
        [organizationId],
      );
      return rows.length > 0;
    },

    /** Adds to a day of a workspace that still exists. */
    add: async (pending: PendingDay) => {
      const { workspaceId, day, searches, byMcp, withoutResults, times, questions } = pending;
      const [workspace] = await tx.query(
        'SELECT id FROM workspaces WHERE organization_id = $1 AND id = $2 FOR KEY SHARE',
        [organizationId, workspaceId],
      );
      if (workspace === undefined) return;
      await tx.query(
        `INSERT INTO search_days AS d (organization_id, workspace_id, day, searches, without_results, times, by_mcp)
         VALUES ($1, $2, $3::date, $4, $5, $6::integer[], $7)
         ON CONFLICT (organization_id, workspace_id, day) DO UPDATE SET
           searches = d.searches + excluded.searches,
           by_mcp = d.by_mcp + excluded.by_mcp,
           without_results = d.without_results + excluded.without_results,
           times = ARRAY(SELECT coalesce(a, 0) + coalesce(b, 0)
             FROM unnest(d.times, excluded.times) WITH ORDINALITY AS t (a, b, place) ORDER BY place)`,
        [organizationId, workspaceId, day, searches, withoutResults, times, byMcp],
      );
      if (questions.size === 0) return;
      const asked = [...questions.values()];
      await tx.query(
        `INSERT INTO unanswered_questions AS q (organization_id, workspace_id, day, key, query, times, last_at)
         SELECT $1, $2, $3::date, decode(a.key, 'hex'), a.query, a.times, a.last_at
         FROM unnest($4::text[], $5::text[], $6::integer[], $7::timestamptz[]) AS a (key, query, times, last_at)
         ON CONFLICT (organization_id, workspace_id, day, key) DO UPDATE SET
           query = excluded.query, times = q.times + excluded.times,
           last_at = greatest(q.last_at, excluded.last_at)`,
        [
          organizationId,
          workspaceId,
          day,
          asked.map(({ key }) => key.toString('hex')),
          asked.map(({ query }) => query),
          asked.map(({ times: asks }) => asks),
          asked.map(({ lastAt }) => lastAt.toISOString()),
        ],
      );
      await tx.query(
        `DELETE FROM unanswered_questions
         WHERE organization_id = $1 AND workspace_id = $2 AND day = $3::date AND key IN (
           SELECT key FROM unanswered_questions
           WHERE organization_id = $1 AND workspace_id = $2 AND day = $3::date
           ORDER BY last_at DESC, key OFFSET ${QUESTIONS_PER_DAY_MAX})`,
        [organizationId, workspaceId, day],
      );
    },

    /** Deletes everything that was asked. */
    clear: async (): Promise<void> => {
      for (const table of ['search_days', 'unanswered_questions']) {
        await tx.query(`DELETE FROM ${table} WHERE organization_id = $1`, [organizationId]);
      }
    },
  };
}

const IS_KEPT = `day > (now() AT TIME ZONE 'UTC')::date - ${SEARCH_LOG_DAYS}`;

/** Purges the days past their retention, of all organizations. */
export async function purgeSearchLog(database: Queryable): Promise<void> {
  for (const table of ['search_days', 'unanswered_questions']) {
    await database.query(`DELETE FROM ${table} WHERE NOT (${IS_KEPT})`);
  }
}
