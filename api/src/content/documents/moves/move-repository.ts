import { MOVE_UNDO_SECONDS, type TakenRule } from '@carrel/shared/contract';

import type { Queryable } from '../../../platform/database/database.ts';
import { IS_UNDER_WAY } from '../../../processing/jobs/purge/delete-moves.ts';
import { isInFolder } from '../../../processing/rows/is-in-folder.ts';
import type { PlannedDocument } from './plan-documents.ts';

/** Moves of a dataset that are under way. */
const OPEN_MAX = 20;
/** Folders that people made, of one move. */
export const MADE_FOLDERS_MAX = 10_000;

/** Moves of documents of one organization. `tx` is a tenant's transaction. */
export function movesOf(tx: Queryable, organizationId: string) {
  return {
    /** Undefined where too many are under way, or the dataset is gone. */
    create: async (datasetId: string, taken: TakenRule): Promise<string | undefined> => {
      const [row] = await tx.query<{ id: string }>(
        `INSERT INTO document_moves (organization_id, dataset_id, taken)
         SELECT $1, s.id, $3 FROM datasets s WHERE s.organization_id = $1 AND s.id = $2 AND (
           SELECT count(*) FROM document_moves m
           WHERE m.organization_id = $1 AND m.dataset_id = $2 AND ${IS_UNDER_WAY} AND EXISTS (
             SELECT FROM document_move_entries e WHERE e.organization_id = $1 AND e.move_id = m.id
               AND e.state = 'waiting')) < ${OPEN_MAX}
         RETURNING id`,
        [organizationId, datasetId, taken],
      );
      return row?.id;
    },

    addDocuments: (id: string, documents: readonly PlannedDocument[]) =>
      tx.query(
        `WITH planned AS (
           UPDATE document_moves SET created_at = now() WHERE organization_id = $1 AND id = $2
         )
         INSERT INTO document_move_entries (organization_id, move_id, document_id, from_path, to_path)
         SELECT $1, $2, * FROM unnest($3::uuid[], $4::text[], $5::text[])
         ON CONFLICT (organization_id, move_id, from_path) DO NOTHING`,
        [
          organizationId,
          id,
          documents.map((document) => document.id),
          documents.map(({ from }) => from),
          documents.map(({ to }) => to),
        ],
      ),

    addFolders: (id: string, folders: readonly { from: string; to: string }[]) =>
      tx.query(
        `INSERT INTO document_move_entries (organization_id, move_id, from_path, to_path)
         SELECT $1, $2, * FROM unnest($3::text[], $4::text[])
         ON CONFLICT (organization_id, move_id, from_path) DO NOTHING`,
        [organizationId, id, folders.map(({ from }) => from), folders.map(({ to }) => to)],
      ),

    /** From now on, jobs move what is left of it. */
    begin: (id: string) =>
      tx.query('UPDATE document_moves SET ready = true WHERE organization_id = $1 AND id = $2', [
        organizationId,
        id,
      ]),

    delete: (id: string) =>
      tx.query('DELETE FROM document_moves WHERE organization_id = $1 AND id = $2 AND NOT ready', [
        organizationId,
        id,
      ]),

    /** Returns whether there was something to undo. What was not moved yet stays. The caller has locked the dataset. */
    undo: async (datasetId: string, id: string): Promise<boolean> => {
      const undone = await tx.query(
        `UPDATE document_moves SET undone_at = now()
         WHERE organization_id = $1 AND dataset_id = $2 AND id = $3 AND ready AND undone_at IS NULL
           AND created_at > now() - make_interval(secs => ${MOVE_UNDO_SECONDS}) RETURNING id`,
        [organizationId, datasetId, id],
      );
      if (undone.length === 0) return false;
      await tx.query(
        `UPDATE document_move_entries SET state = 'skipped'
         WHERE organization_id = $1 AND move_id = $2 AND state = 'waiting'`,
        [organizationId, id],
      );
      return true;
    },

    /** How many documents a move has in a state. */
    count: async (id: string, state: 'waiting' | 'moved' | 'kept'): Promise<number> => {
      const [row] = await tx.query<{ count: number }>(
        `SELECT count(*) FROM document_move_entries
         WHERE organization_id = $1 AND move_id = $2 AND state = $3 AND document_id IS NOT NULL`,
        [organizationId, id, state],
      );
      return row?.count ?? 0;
    },

    /** The folders that people made among some, or in them; all of a dataset for undefined. */
    madeFolders: async (datasetId: string, folders: readonly string[] | undefined) => {
      const rows = await tx.query<{ path: string }>(
        `SELECT f.path FROM folders f WHERE f.organization_id = $1 AND f.dataset_id = $2 AND f.made_at IS NOT NULL AND f.unmade_by IS NULL
           AND ($3::text[] IS NULL OR EXISTS (
             SELECT FROM unnest($3::text[] COLLATE "C") AS s (path)
             WHERE f.path = s.path OR ${isInFolder('s.path', 'f.path')}))
         ORDER BY f.path LIMIT ${MADE_FOLDERS_MAX}`,
        [organizationId, datasetId, folders ?? null],
      );
      return rows.map(({ path }) => path);
    },
  };
}
