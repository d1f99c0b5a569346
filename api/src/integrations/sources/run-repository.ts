import type { SourceObject, SourceObjectState, SourceRun } from '@carrel/shared/contract/sources';

import type { Queryable } from '../../platform/database/database.ts';

/** Archives of a run that are named. */
const ARCHIVES_MAX = 200;

/** A run as JSON of SQL, whose times are texts of the database. */
export type RunJson = Omit<SourceRun, 'error' | 'note'> & {
  note: string | null;
  error_code: NonNullable<SourceRun['error']>['code'] | null;
  error: string | null;
};

/** A run `r` as `RunJson`. */
export const RUN_JSON = `jsonb_build_object('id', r.id, 'number', r.number, 'state', r.state, 'started_by', r.started_by,
  'waiting_for', r.waiting_for, 'started_at', r.started_at, 'ended_at', r.ended_at, 'listed', r.listed,
  'left_out', r.left_out, 'added', r.added, 'changed', r.changed, 'moved', r.moved, 'removed', r.removed,
  'unchanged', r.unchanged, 'read', r.read, 'failed', r.failed, 'bytes', r.bytes, 'note', r.note, 'error_code', r.error_code, 'error', r.error,
  'archive_ids', coalesce((SELECT jsonb_agg(x.id ORDER BY x.number) FROM (
    SELECT a.id, a.number FROM archives a WHERE a.organization_id = r.organization_id AND a.source_run_id = r.id
      AND a.removed_at IS NULL ORDER BY a.number LIMIT ${ARCHIVES_MAX}) x), '[]'))`;

export function runOfJson({ error_code: code, error, note, ...run }: RunJson): SourceRun {
  return {
    ...run,
    ...(note !== null && { note }),
    started_at: new Date(run.started_at).toISOString(),
    ended_at: run.ended_at === null ? null : new Date(run.ended_at).toISOString(),
    error: code === null ? null : { code, message: error ?? '' },
  };
}

interface ObjectRow extends Pick<SourceObject, 'path' | 'state' | 'size'> {
  key: string;
  merged_path: string | null;
  url: string | null;
  reason: string | null;
  document_id: string | null;
}

/** How states of rows are called by their outcome. */
const STATE = `CASE WHEN o.state = 'failed' THEN 'failed' WHEN o.state = 'gone' THEN 'removed'
  WHEN o.state = 'current' THEN 'current' ELSE coalesce(o.outcome, 'added') END`;

/** The runs and objects of one source. `tx` is a tenant's transaction. */
export function runsOf(tx: Queryable, organizationId: string, sourceId: string) {
  return {
    /** The newest first, before the number `before`. */
    list: async (before: number | undefined, limit: number): Promise<SourceRun[]> => {
      const rows = await tx.query<{ run: RunJson }>(
        `SELECT ${RUN_JSON} AS run FROM source_runs r
         WHERE r.organization_id = $1 AND r.source_id = $2 AND ($3::integer IS NULL OR r.number < $3)
         ORDER BY r.number DESC LIMIT $4`,
        [organizationId, sourceId, before ?? null, limit],
      );
      return rows.map(({ run }) => runOfJson(run));
    },

    /** Lets the run that waits for a person read. Returns whether there is one. */
    approve: async (): Promise<boolean> => {
      const approved = await tx.query(
        `UPDATE source_runs SET state = 'reading', waiting_for = NULL
         WHERE organization_id = $1 AND source_id = $2 AND state = 'waiting' RETURNING id`,
        [organizationId, sourceId],
      );
      if (approved.length === 0) return false;
      await tx.query('UPDATE sources SET approved = true WHERE organization_id = $1 AND id = $2', [
        organizationId,
        sourceId,
      ]);
      return true;
    },

    /** Ends the open run. Returns its id; undefined where there is none. */
    cancel: async (): Promise<string | undefined> => {
      const [cancelled] = await tx.query<{ id: string }>(
        `UPDATE source_runs SET state = 'cancelled', waiting_for = NULL, ended_at = now(), attempt = NULL, cursor = NULL
         WHERE organization_id = $1 AND source_id = $2 AND ended_at IS NULL RETURNING id`,
        [organizationId, sourceId],
      );
      if (cancelled === undefined) return undefined;
      await tx.query(
        `UPDATE sources s SET next_run_at = CASE WHEN s.every_minutes IS NOT NULL AND NOT s.paused
           THEN now() + make_interval(mins => s.every_minutes) END
         WHERE organization_id = $1 AND id = $2`,
        [organizationId, sourceId],
      );
      return cancelled.id;
    },

    /** Objects in a state, by key after another one. */
    objects: async (
      state: SourceObjectState,
      after: string,
      limit: number,
    ): Promise<{ key: string; object: SourceObject }[]> => {
      const rows = await tx.query<ObjectRow>(
        `SELECT o.key, o.path, o.merged_path, ${STATE} AS state, o.size, o.url, o.reason,
           (SELECT d.id FROM documents d WHERE d.organization_id = $1 AND d.source_id = $2 AND d.source_key = o.key
            LIMIT 1) AS document_id
         FROM source_objects o
         WHERE o.organization_id = $1 AND o.source_id = $2 AND o.key > $4 AND ${STATE} = $3
         ORDER BY o.key LIMIT $5`,
        [organizationId, sourceId, state, after, limit],
      );
      return rows.map((row) => ({ key: row.key, object: objectOfRow(row) }));
    },
  };
}

function objectOfRow({ path, state, size, ...row }: ObjectRow): SourceObject {
  return {
    path,
    state,
    size,
    ...(state === 'moved' && row.merged_path !== null && { from: row.merged_path }),
    ...(row.url !== null && { url: row.url }),
    ...(row.reason !== null && { reason: row.reason }),
    ...(row.document_id !== null && { document_id: row.document_id }),
  };
}
