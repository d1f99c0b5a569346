import type {
  CreateSourceInput,
  Source,
  SourceKindName,
  SourcePlace,
  UpdateSourceInput,
} from '@carrel/shared/contract/sources';

import type { Queryable } from '../../platform/database/database.ts';
import { RUN_JSON, runOfJson, type RunJson } from './run-repository.ts';

interface SourceRow extends Omit<Source, 'account' | 'run' | 'next_run_at' | 'created_at'> {
  account: string | null;
  run: RunJson | null;
  next_run_at: Date | null;
  created_at: Date;
}

const COLUMNS = `s.id, s.dataset_id, s.name, s.kind, s.place, s.secret IS NOT NULL AS has_secret, s.account, s.folder,
  s.include, s.exclude, s.size_max, s.every_minutes, s.gone, s.paused, s.next_run_at, s.failed_runs, s.objects,
  (SELECT ${RUN_JSON} FROM source_runs r WHERE r.organization_id = s.organization_id AND r.source_id = s.id
   ORDER BY r.number DESC LIMIT 1) AS run, s.created_at`;

/** What a change of a source reads first. */
export interface LockedSource {
  kind: SourceKindName;
  place: SourcePlace;
  secret: Uint8Array | null;
  tokens: Uint8Array | null;
}

/** The sources of one dataset. `tx` is a tenant's transaction. */
export function sourcesOf(tx: Queryable, organizationId: string, datasetId: string) {
  return {
    /** By name. */
    list: async (): Promise<Source[]> => {
      const rows = await tx.query<SourceRow>(
        `SELECT ${COLUMNS} FROM sources s WHERE s.organization_id = $1 AND s.dataset_id = $2
         ORDER BY lower(s.name), s.id`,
        [organizationId, datasetId],
      );
      return rows.map(sourceOfRow);
    },

    find: async (id: string): Promise<Source | undefined> => {
      const [row] = await tx.query<SourceRow>(
        `SELECT ${COLUMNS} FROM sources s WHERE s.organization_id = $1 AND s.dataset_id = $2 AND s.id = $3`,
        [organizationId, datasetId, id],
      );
      return row === undefined ? undefined : sourceOfRow(row);
    },

    /** Returns a source, locked; undefined where there is none. */
    lock: async (id: string): Promise<LockedSource | undefined> => {
      const [row] = await tx.query<LockedSource>(
        `SELECT kind, place, secret, tokens FROM sources
         WHERE organization_id = $1 AND dataset_id = $2 AND id = $3 FOR NO KEY UPDATE`,
        [organizationId, datasetId, id],
      );
      return row;
    },

    /** Sources of the dataset, and of the organization. They are created one after the other. */
    count: async (): Promise<{ dataset: number; organization: number }> => {
      await tx.query('SELECT FROM organizations WHERE id = $1 FOR NO KEY UPDATE', [organizationId]);
      const [counted] = await tx.query<{ dataset: number; organization: number }>(
        `SELECT count(*) AS organization, count(*) FILTER (WHERE dataset_id = $2) AS dataset
         FROM sources WHERE organization_id = $1`,
        [organizationId, datasetId],
      );
      return counted ?? { dataset: 0, organization: 0 };
    },

    create: async (
      id: string,
      source: Omit<CreateSourceInput, 'secret' | 'approve'>,
      {
        secret,
        approved,
        createdBy,
      }: { secret: Uint8Array | null; approved: boolean; createdBy: string },
    ): Promise<void> => {
      await tx.query(
        `INSERT INTO sources (organization_id, dataset_id, id, name, kind, place, secret, folder, include, exclude, size_max,
           every_minutes, gone, approved, created_by)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15)`,
        [
          organizationId,
          datasetId,
          id,
          source.name,
          source.place.kind,
          JSON.stringify(source.place),
          secret,
          source.folder,
          source.include,
          source.exclude,
          source.size_max,
          source.every_minutes,
          source.gone,
          approved,
          createdBy,
        ],
      );
    },

    /**
     * Changes a locked source. Another place or other patterns are a new plan, which lists everything. A new interval
     * begins now.
     */
    update: async (
      id: string,
      changes: Omit<UpdateSourceInput, 'secret'>,
      secret: Uint8Array | null | undefined,
    ): Promise<void> => {
      await tx.query(
        `UPDATE sources s SET name = coalesce($4, name), place = coalesce($5, place),
           secret = CASE WHEN $6 THEN $7 ELSE secret END, include = coalesce($8, include), exclude = coalesce($9, exclude),
           size_max = CASE WHEN $10 THEN $11 ELSE size_max END,
           every_minutes = CASE WHEN $12 THEN $13 ELSE every_minutes END, gone = coalesce($14, gone),
           paused = coalesce($15, paused),
           change_token = CASE WHEN $16 THEN NULL ELSE change_token END,
           approved = approved AND place = coalesce($5, place),
           next_run_at = CASE
             WHEN coalesce($15, paused) OR (CASE WHEN $12 THEN $13 ELSE every_minutes END) IS NULL THEN NULL
             WHEN $12 OR $15 IS NOT NULL THEN now() + make_interval(mins => CASE WHEN $12 THEN $13 ELSE every_minutes END)
             ELSE next_run_at END
         WHERE organization_id = $1 AND dataset_id = $2 AND id = $3`,
        [
          organizationId,
          datasetId,
          id,
          changes.name ?? null,
          changes.place === undefined ? null : JSON.stringify(changes.place),
          secret !== undefined,
          secret ?? null,
          changes.include ?? null,
          changes.exclude ?? null,
          changes.size_max !== undefined,
          changes.size_max ?? null,
          changes.every_minutes !== undefined,
          changes.every_minutes ?? null,
          changes.gone ?? null,
          changes.paused ?? null,
          [changes.place, changes.include, changes.exclude, changes.size_max].some(
            (change) => change !== undefined,
          ),
        ],
      );
    },

    /** Hides a source and ends its secrets and runs; a job deletes its objects. */
    delete: async (id: string): Promise<void> => {
      await tx.query(
        `UPDATE source_runs SET state = 'cancelled', waiting_for = NULL, ended_at = now(), attempt = NULL, cursor = NULL
         WHERE organization_id = $1 AND source_id = $2 AND ended_at IS NULL`,
        [organizationId, id],
      );
      await tx.query('SELECT delete_source($1)', [id]);
    },
  };
}

function sourceOfRow({ account, run, ...row }: SourceRow): Source {
  return {
    ...row,
    ...(account !== null && { account }),
    run: run === null ? null : runOfJson(run),
    next_run_at: row.next_run_at?.toISOString() ?? null,
    created_at: row.created_at.toISOString(),
  };
}
