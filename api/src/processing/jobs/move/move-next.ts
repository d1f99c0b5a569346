import { SIDECAR_ENDING } from '../../../extraction/metadata/sidecar.ts';
import type { Queryable } from '../../../platform/database/database.ts';
import { withoutFences } from '../../../platform/database/reach.ts';
import type { Queue } from '../../../platform/queue.ts';
import { foldersAround, splitPath } from '../../rows/document-path.ts';
import { addFolders, deleteFoldersAround } from '../../rows/folder-rows.ts';
import { lockDataset } from '../../rows/lock-documents.ts';
import { requestReprocessing } from '../reprocess/request-reprocessing.ts';
import { freePaths } from './free-paths.ts';
import { setPaths, type NewPath } from './set-paths.ts';

/** A move of a person. */
export interface Move {
  organizationId: string;
  datasetId: string;
  move: string;
}

/** What a batch did: documents at new paths, and those that stay. With `isMore`, the next batch has something to do. */
export interface MovedBatch {
  moved: number;
  stayed: { path: string; to: string }[];
  isMore: boolean;
}

interface Entry {
  from_path: string;
  to_path: string;
  document_id: string | null;
  taken: string;
  undone: boolean;
}

/** An entry, from where to where it goes now: back where the move is undone. */
interface Step {
  key: string;
  id: string | null;
  from: string;
  to: string;
}

const NOTHING: MovedBatch = { moved: 0, stayed: [], isMore: false };

/**
 * Moves the next `size` documents of a move with what is inside of them, or moves them back where it is undone. Merges and
 * other moves of the dataset wait. A document that was deleted or moved by somebody else meanwhile stays, and so does one
 * whose new path is taken by now, unless it gets a number.
 */
export async function moveNext(
  tx: Queryable,
  queue: Queue,
  move: Move,
  size: number,
): Promise<MovedBatch> {
  if (!(await lockDataset(tx, move.organizationId, move.datasetId))) return NOTHING;
  // Whoever asked for it saw the documents; what is inside of them, and sidecars, go with them.
  return withoutFences(tx, () => moveBatch(tx, queue, move, size));
}

async function moveBatch(
  tx: Queryable,
  queue: Queue,
  move: Move,
  size: number,
): Promise<MovedBatch> {
  const { organizationId } = move;
  const entries = await tx.query<Entry>(
    `SELECT e.from_path, e.to_path, e.document_id, m.taken, m.undone_at IS NOT NULL AS undone
     FROM document_moves m CROSS JOIN LATERAL (
       SELECT from_path, to_path, document_id FROM document_move_entries
       WHERE organization_id = $1 AND move_id = $3
         AND state = CASE WHEN m.undone_at IS NULL THEN 'waiting' ELSE 'moved' END
       ORDER BY from_path LIMIT $4
     ) e
     WHERE m.organization_id = $1 AND m.dataset_id = $2 AND m.id = $3 AND m.ready`,
    [organizationId, move.datasetId, move.move, size],
  );
  const [found] = entries;
  if (found === undefined) return NOTHING;
  const steps = entries.map(({ from_path: key, to_path: to, document_id: id }): Step =>
    found.undone ? { key, id, from: to, to: key } : { key, id, from: key, to },
  );
  const isNumbered = found.taken === 'number' && !found.undone;
  const done = await moveTo(tx, queue, move, steps, isNumbered);
  const folders = steps.filter(({ id }) => id === null);
  for (const folder of await moveFolders(tx, move, folders)) done.set(folder.key, folder.to);
  const [moved, stays] = found.undone ? ['undone', 'kept'] : ['moved', 'skipped'];
  await tx.query(
    `UPDATE document_move_entries e SET state = n.state, to_path = coalesce(n.path, e.to_path)
     FROM unnest($3::text[], $4::text[], $5::text[]) AS n (key, path, state)
     WHERE e.organization_id = $1 AND e.move_id = $2 AND e.from_path = n.key`,
    [
      organizationId,
      move.move,
      steps.map(({ key }) => key),
      steps.map(({ key }) => (found.undone ? null : (done.get(key) ?? null))),
      steps.map(({ key }) => (done.has(key) ? moved : stays)),
    ],
  );
  const stayed = steps
    .filter(({ key, id }) => id !== null && !done.has(key))
    .map(({ from: path, to }) => ({ path, to }));
  return { moved: done.count, stayed, isMore: entries.length === size };
}

interface Row {
  id: string;
  path: string;
  container_id: string | null;
}

/** Where entries are now, by their keys; `count` is of documents, with those inside of others. */
class Done extends Map<string, string> {
  count = 0;
}

/**
 * Moves documents with what is inside of them, where their new paths are free, and returns where they are. The caller
 * holds the lock of the dataset.
 */
export async function moveTo(
  tx: Queryable,
  queue: Queue,
  move: Omit<Move, 'move'>,
  steps: readonly Step[],
  isNumbered = false,
): Promise<Done> {
  const { organizationId, datasetId } = move;
  const done = new Done();
  const ids = steps.flatMap(({ id }) => id ?? []);
  const rows = await tx.query<Row>(
    `SELECT id, path, container_id FROM documents
     WHERE organization_id = $1 AND (id = ANY ($2::uuid[]) OR container_id = ANY ($2::uuid[]))
     ORDER BY id FOR UPDATE`,
    [organizationId, ids],
  );
  const byId = new Map(rows.map((row) => [row.id, row]));
  const inside = Map.groupBy(rows, (row) => row.container_id);
  const there = steps.filter(({ id, from }) => id !== null && byId.get(id)?.path === from);
  const free = await freePaths(tx, move, there, isNumbered);
  const paths: NewPath[] = [];
  const renamed: string[] = [];
  for (const step of there) {
    const to = free.get(step.key);
    if (to === undefined || step.id === null) continue;
    done.set(step.key, to);
    paths.push(newPath({ id: step.id, from: step.from, to }));
    for (const { id, path } of inside.get(step.id) ?? []) {
      paths.push(
        newPath({ id, from: path, to: to + path.slice(step.from.length), isInside: true }),
      );
    }
    const isRenamed = splitPath(step.from).name !== splitPath(step.to).name;
    if (isRenamed && !to.endsWith(SIDECAR_ENDING)) renamed.push(step.id);
  }
  if (paths.length === 0) return done;
  done.count = paths.length;
  await addFolders(tx, move, [...new Set(paths.flatMap(({ to }) => foldersAround(to)))]);
  const { emptied } = await setPaths(tx, queue, move, paths);
  if (emptied.length > 0) await deleteFoldersAround(tx, move, emptied);
  // Its name is part of what is embedded, and says of what kind it is.
  if (renamed.length > 0) {
    await requestReprocessing(tx, queue, { organizationId, datasetId, documentIds: renamed });
  }
  return done;
}

const newPath = ({
  isInside = false,
  ...path
}: Pick<NewPath, 'id' | 'from' | 'to'> & { isInside?: boolean }): NewPath => ({
  ...path,
  ...splitPath(path.to),
  isInside,
});

/** Moves folders that people made; those that something else is at stay. Returns what moved. */
async function moveFolders(tx: Queryable, move: Move, folders: readonly Step[]): Promise<Step[]> {
  if (folders.length === 0) return [];
  const { organizationId, datasetId } = move;
  const free = await freePaths(tx, move, folders, false, { ofFolders: true });
  const moved = folders.filter(({ key }) => free.has(key));
  if (moved.length === 0) return [];
  const to = moved.map((folder) => folder.to);
  const from = moved.map((folder) => folder.from);
  await addFolders(tx, move, [...new Set(to.flatMap((path) => [...foldersAround(path), path]))]);
  await tx.query(
    `UPDATE folders SET made_at = CASE WHEN path = ANY ($3::text[]) THEN coalesce(made_at, now()) END, unmade_by = NULL
     WHERE organization_id = $1 AND dataset_id = $2 AND path = ANY ($3::text[] || $4::text[])`,
    [organizationId, datasetId, to, from],
  );
  await deleteFoldersAround(tx, { organizationId, datasetId }, from);
  await tx.query(`CALL note_change($1, '{}', false, true)`, [datasetId]);
  return moved;
}
