import { FAILED_STATUSES } from '@carrel/shared/contract';
import { OVERVIEW_DAYS, OVERVIEW_LISTED_MAX } from '@carrel/shared/contract/organization';
import type { Overview } from '@carrel/shared/contract/organization';

import type { Queryable } from '../../platform/database/database.ts';
import { FAILURE_REASON, HAS_FAILED, reasonGroupOf } from '../documents/selected-documents.ts';

/** How much of an organization an overview reads at most: a large one is not read whole. */
export interface OverviewBounds {
  uploads: number;
  documents: number;
  failures: number;
}

export const OVERVIEW_BOUNDS: OverviewBounds = {
  uploads: 500,
  documents: 50_000,
  failures: 2000,
};

type UploadDay = Overview['uploads']['days'][number];
type Reason = Omit<Overview['failures']['reasons'][number], 'last_at'> & { last_at: Date };

/** Holds for days of searches that an overview covers. */
const IS_RECENT = `day > (now() AT TIME ZONE 'UTC')::date - ${OVERVIEW_DAYS}`;

/** What happened in one organization lately. `tx` is a tenant's transaction. */
export function overviewOf(
  tx: Queryable,
  organizationId: string,
  bounds: OverviewBounds = OVERVIEW_BOUNDS,
) {
  return {
    /** Counts the documents of the newest uploads. */
    uploads: async (): Promise<Overview['uploads']> => {
      const rows = await tx.query<UploadDay & { uploads: number }>(
        `WITH newest AS (
           SELECT id, created_at FROM archives
           WHERE organization_id = $1 AND removed_at IS NULL
             AND created_at > now() - make_interval(days => ${OVERVIEW_DAYS})
           ORDER BY created_at DESC LIMIT $2
         ), counted AS (
           SELECT newest.created_at, documents.status FROM newest
           JOIN documents ON documents.organization_id = $1 AND documents.archive_id = newest.id
           LIMIT $3
         )
         SELECT (created_at AT TIME ZONE 'UTC')::date::text AS day,
           count(*) FILTER (WHERE status = 'embedded')::integer AS ready,
           count(*) FILTER (WHERE status IN ('partitioned', 'chunked'))::integer AS processing,
           count(*) FILTER (WHERE status = 'ingested')::integer AS ingested,
           count(*) FILTER (WHERE status = ANY ($4::text[]))::integer AS errors,
           (SELECT count(*)::integer FROM newest) AS uploads
         FROM counted GROUP BY 1 ORDER BY 1`,
        [organizationId, bounds.uploads, bounds.documents, FAILED_STATUSES],
      );
      const days = rows.map(({ day, ready, processing, ingested, errors }) => ({
        day,
        ready,
        processing,
        ingested,
        errors,
      }));
      const counted = days.reduce(
        (sum, { ready, processing, ingested, errors }) =>
          sum + ready + processing + ingested + errors,
        0,
      );
      return {
        days,
        complete: counted < bounds.documents && (rows[0]?.uploads ?? 0) < bounds.uploads,
      };
    },

    /** Returns the datasets with the most documents in work. */
    working: () =>
      tx.query<Overview['working'][number]>(
        `SELECT datasets.id AS dataset_id, datasets.name,
           counts.ingested + counts.partitioned + counts.chunked AS documents
         FROM dataset_counts counts
         JOIN datasets ON datasets.organization_id = $1 AND datasets.id = counts.dataset_id
         WHERE counts.organization_id = $1
           AND counts.ingested + counts.partitioned + counts.chunked > 0
         ORDER BY documents DESC, datasets.name LIMIT ${OVERVIEW_LISTED_MAX}`,
        [organizationId],
      ),

    /** Returns the newest reasons for failures, of some of the failed documents. Those that differ in numbers are one. */
    failures: async (): Promise<Overview['failures']> => {
      const rows = await tx.query<Reason & { read: number }>(
        `WITH failed AS (
           SELECT dataset_id, ${FAILURE_REASON} AS reason, updated_at FROM documents d
           WHERE organization_id = $1 AND ${HAS_FAILED}
             AND dataset_id IN (SELECT id FROM datasets WHERE organization_id = $1) LIMIT $2
         )
         SELECT min(reason) AS reason, count(*)::integer AS documents, max(updated_at) AS last_at,
           (array_agg(dataset_id ORDER BY updated_at DESC))[1] AS dataset_id,
           (SELECT count(*)::integer FROM failed) AS read
         FROM failed GROUP BY ${reasonGroupOf('reason')} ORDER BY last_at DESC, 1 LIMIT ${OVERVIEW_LISTED_MAX}`,
        [organizationId, bounds.failures],
      );
      return {
        reasons: rows.map(({ reason, documents, dataset_id, last_at: lastAt }) => ({
          reason,
          documents,
          dataset_id,
          last_at: lastAt.toISOString(),
        })),
        complete: (rows[0]?.read ?? 0) < bounds.failures,
      };
    },

    /** Returns the searches by day, and where they found nothing; neither if the organization keeps none. */
    searches: async (): Promise<Pick<Overview, 'searches' | 'unanswered'>> => {
      const [organization] = await tx.query<{ enabled: boolean }>(
        'SELECT search_log AS enabled FROM organizations WHERE id = $1',
        [organizationId],
      );
      if (organization?.enabled !== true) return {};
      const searches = await tx.query<NonNullable<Overview['searches']>[number]>(
        `SELECT day::text, sum(searches)::integer AS searches,
           sum(without_results)::integer AS without_results
         FROM search_days WHERE organization_id = $1 AND ${IS_RECENT}
         GROUP BY search_days.day ORDER BY search_days.day`,
        [organizationId],
      );
      const unanswered = await tx.query<NonNullable<Overview['unanswered']>[number]>(
        `SELECT workspaces.id AS workspace_id, workspaces.name,
           sum(without_results)::integer AS without_results
         FROM search_days
         JOIN workspaces ON workspaces.organization_id = $1
           AND workspaces.id = search_days.workspace_id
         WHERE search_days.organization_id = $1 AND ${IS_RECENT}
         GROUP BY workspaces.id, workspaces.name HAVING sum(without_results) > 0
         ORDER BY sum(without_results) DESC, workspaces.name LIMIT ${OVERVIEW_LISTED_MAX}`,
        [organizationId],
      );
      return { searches, unanswered };
    },
  };
}
