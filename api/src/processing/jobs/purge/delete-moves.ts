import { MOVE_UNDO_SECONDS } from '@carrel/shared/contract';

import type { Database } from '../../../platform/database/database.ts';

/** Entries that are deleted at once. */
const AT_ONCE = 2000;

/** The condition that something is left to do of a move `m`. */
export const IS_OPEN = `m.ready AND EXISTS (
  SELECT FROM document_move_entries e WHERE e.organization_id = m.organization_id AND e.move_id = m.id
    AND e.state = CASE WHEN m.undone_at IS NULL THEN 'waiting' ELSE 'moved' END)`;

/** Seconds after its last documents were added in which a move is still being planned by a request. */
const PLANNED_SECONDS = 20;

/** The condition that a move `m` has not ended with the process of its request, before it began. */
export const IS_UNDER_WAY = `(m.ready OR m.created_at > now() - interval '${PLANNED_SECONDS} seconds')`;

/** Deletes moves that cannot be undone any more, and those whose request ended before they began. */
export async function deleteEarlierMoves(database: Database): Promise<void> {
  const ended = await database.query<MoveKey>(
    `SELECT m.organization_id, m.id FROM document_moves m
     WHERE m.created_at < now() - make_interval(secs => $1) AND NOT (${IS_OPEN})`,
    [2 * MOVE_UNDO_SECONDS],
  );
  for (const move of ended) await deleteMove(database, move);
}

/** Deletes the moves of a dataset. As the owner of the tables. */
export async function deleteMoves(
  database: Database,
  { organizationId, datasetId }: { organizationId: string; datasetId: string },
): Promise<void> {
  const moves = await database.query<MoveKey>(
    'SELECT organization_id, id FROM document_moves WHERE organization_id = $1 AND dataset_id = $2',
    [organizationId, datasetId],
  );
  for (const move of moves) await deleteMove(database, move);
}

interface MoveKey {
  organization_id: string;
  id: string;
}

async function deleteMove(database: Database, { organization_id, id }: MoveKey): Promise<void> {
  for (let deleted = AT_ONCE; deleted === AT_ONCE;) {
    ({ length: deleted } = await database.query(
      `DELETE FROM document_move_entries WHERE organization_id = $1 AND move_id = $2 AND from_path IN (
         SELECT from_path FROM document_move_entries WHERE organization_id = $1 AND move_id = $2 LIMIT $3)
       RETURNING 1`,
      [organization_id, id, AT_ONCE],
    ));
  }
  await database.query('DELETE FROM document_moves WHERE organization_id = $1 AND id = $2', [
    organization_id,
    id,
  ]);
}
