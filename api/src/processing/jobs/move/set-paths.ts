import type { Queryable } from '../../../platform/database/database.ts';
import type { Queue } from '../../../platform/queue.ts';
import {
  heldDocuments,
  movedDocuments,
  updateUncounted,
} from '../../rows/document-writes/write-documents.ts';
import { requestJob } from '../../rows/request-job.ts';

interface Place {
  organizationId: string;
  datasetId: string;
}

/** A document whose path is free, and what follows from its path. `isInside` of another, which archives know it by. */
export interface NewPath {
  id: string;
  from: string;
  to: string;
  folder: string;
  name: string;
  sortName: string;
  isInside: boolean;
}

/** Whether the chunks of a dataset `s` say where their documents are. */
const SAYS_PATH = String.raw`coalesce(s.chunk_template, '') ~ 'document\s*(\.\s*(path|name)|\[|-?%\})'`;

/** What of a dataset goes by the paths of its documents. */
interface ByPath {
  answers: boolean;
  embedding: boolean;
  unpacking: boolean;
}

/** Documents whose contents are being merged, of archives `a`. */
const UNPACKING = `a.organization_id = $1 AND a.dataset_id = $2 AND a.status = 'pending' AND a.containers IS NOT NULL`;
/** A run `m` that embeds the dataset, and has passed documents. */
const EMBEDDING = `m.organization_id = $1 AND m.dataset_id = $2 AND NOT m.complete AND m.after_path <> ''`;

/**
 * Sets paths of documents that the transaction has locked, and what goes by them: right answers of tests, the place up to
 * which a run has embedded the dataset, and what is being unpacked. Returns folders that have no documents any more.
 */
export async function setPaths(
  tx: Queryable,
  queue: Queue,
  place: Place,
  paths: readonly NewPath[],
): Promise<{ emptied: string[] }> {
  const { organizationId, datasetId } = place;
  const [byPath] = await tx.query<ByPath>(
    `SELECT EXISTS (SELECT FROM test_answers WHERE organization_id = $1 AND dataset_id = $2) AS answers,
       EXISTS (SELECT FROM dataset_models m WHERE ${EMBEDDING}) AS embedding,
       EXISTS (SELECT FROM archives a WHERE ${UNPACKING}) AS unpacking`,
    [organizationId, datasetId],
  );
  if (byPath?.answers === true) await moveAnswers(tx, place, paths);
  const emptied = await tx.query<{ path: string }>(
    `WITH ${heldDocuments('$3')}, ${movedDocuments('moved', {
      set: `path = n.path, folder = n.folder, name = n.name, sort_name = n.sort_name,
        origin_path = CASE WHEN NOT n.inside AND coalesce(d.origin_path, d.path) <> n.path
          THEN coalesce(d.origin_path, d.path) END,
        history = CASE WHEN n.inside THEN d.history ELSE with_entries(d.history, jsonb_build_array(jsonb_build_object(
          'stage', 'move', 'at', history_time(), 'from', d.path, 'to', n.path))) END,
        settings_hash = CASE WHEN d.chunk_attempt IS NOT NULL AND ${SAYS_PATH} THEN 'moved' ELSE d.settings_hash END`,
      from: `datasets s, unnest($3::uuid[], $4::text[], $5::text[], $6::text[], $7::text[], $8::boolean[])
        AS n (id, path, folder, name, sort_name, inside)`,
      where: 's.organization_id = $1 AND s.id = $2 AND n.id = d.id',
    })} SELECT path FROM counted_folders WHERE document_count = 0`,
    [
      organizationId,
      datasetId,
      paths.map(({ id }) => id),
      paths.map(({ to }) => to),
      paths.map(({ folder }) => folder),
      paths.map(({ name }) => name),
      paths.map(({ sortName }) => sortName),
      paths.map(({ isInside }) => isInside),
    ],
  );
  if (byPath?.embedding === true) await passAgain(tx, place, paths);
  if (byPath?.unpacking === true) await unpackAgain(tx, queue, place, paths);
  return { emptied: emptied.map(({ path }) => path) };
}

/** A run goes through documents by their paths, and has passed those that come before where it is. */
async function passAgain(
  tx: Queryable,
  { organizationId, datasetId }: Place,
  paths: readonly NewPath[],
): Promise<void> {
  await tx.query(
    `UPDATE dataset_models m SET after_path = ''
     WHERE ${EMBEDDING} AND EXISTS (
       SELECT FROM unnest($3::text[] COLLATE "C", $4::text[] COLLATE "C") AS n (was, is_now)
       WHERE n.was > m.after_path AND n.is_now <= m.after_path)`,
    [organizationId, datasetId, paths.map(({ from }) => from), paths.map(({ to }) => to)],
  );
}

/** One that the new path has already, of a document that was there before, is replaced. */
async function moveAnswers(
  tx: Queryable,
  { organizationId, datasetId }: Place,
  paths: readonly NewPath[],
): Promise<void> {
  const parameters = [
    organizationId,
    datasetId,
    paths.map(({ from }) => from),
    paths.map(({ to }) => to),
  ];
  const moved = `unnest($3::text[], $4::text[]) AS n (was, is_now)`;
  await tx.query(
    `DELETE FROM test_answers o USING test_answers a, ${moved}
     WHERE a.organization_id = $1 AND a.dataset_id = $2 AND a.path = n.was
       AND o.organization_id = $1 AND o.dataset_id = $2 AND o.path = n.is_now
       AND o.question_id = a.question_id AND o.passage = a.passage`,
    parameters,
  );
  await tx.query(
    `UPDATE test_answers a SET path = n.is_now FROM ${moved}
     WHERE a.organization_id = $1 AND a.dataset_id = $2 AND a.path = n.was`,
    parameters,
  );
}

/** Has containers unpacked again whose contents are being merged: at the paths that they had. */
async function unpackAgain(
  tx: Queryable,
  queue: Queue,
  { organizationId, datasetId }: Place,
  paths: readonly NewPath[],
): Promise<void> {
  const waiting = await tx.query<{ id: string }>(
    `SELECT DISTINCT (k ->> 'id')::uuid AS id
     FROM archives a CROSS JOIN LATERAL jsonb_array_elements(a.containers) AS k
     WHERE ${UNPACKING} AND (k ->> 'id')::uuid = ANY ($3::uuid[])`,
    [organizationId, datasetId, paths.map(({ id }) => id)],
  );
  if (waiting.length === 0) return;
  await tx.query(
    `${updateUncounted('to_unpack = true')} WHERE d.organization_id = $1 AND d.id = ANY ($2::uuid[])`,
    [organizationId, waiting.map(({ id }) => id)],
  );
  await requestJob(queue, organizationId, 'unpack', tx);
}
