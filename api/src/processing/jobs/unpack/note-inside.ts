import type { Queryable } from '../../../platform/database/database.ts';
import type { RefusedFile } from '../../../extraction/containers/inner-file.ts';
import { updateUncounted } from '../../rows/document-writes/write-documents.ts';

/** What the history of a container says of what is inside of it. */
export interface InsideNote {
  documentId: string;
  /** Files that are documents; undefined where some of them are refused later. */
  documents?: number;
  refused: number;
  /** Some of them. */
  named: readonly RefusedFile[];
  /** Why nothing is read, in a sentence. */
  error?: string | undefined;
}

/** UTF-16 units of the names and reasons that are kept. */
const DETAIL_MAX = 4000;

/** Adds an entry to the history of each container. */
export async function noteInside(
  tx: Queryable,
  organizationId: string,
  notes: readonly InsideNote[],
): Promise<void> {
  if (notes.length === 0) return;
  await tx.query(
    `${updateUncounted(`history = with_entries(d.history, jsonb_build_array(
       jsonb_build_object('stage', 'unpack', 'at', history_time()) || n.entry))`)}
     FROM unnest($2::uuid[], $3::jsonb[]) AS n (id, entry)
     WHERE d.organization_id = $1 AND d.id = n.id`,
    [
      organizationId,
      notes.map(({ documentId }) => documentId),
      notes.map((note) => JSON.stringify(entryOf(note))),
    ],
  );
}

function entryOf({ documents, refused, named, error }: InsideNote): object {
  const detail = named.map(({ name, reason }) => `${name}: ${reason}`).join('\n');
  return {
    ...(documents !== undefined && error === undefined && { documents }),
    ...(error === undefined ? refusal(refused) : { error }),
    ...(detail !== '' && { detail: storable(detail) }),
  };
}

const refusal = (refused: number) =>
  refused > 0 && {
    error: `${refused.toLocaleString('en-US')} ${refused === 1 ? 'file inside is no document' : 'files inside are no documents'}. The details say why.`,
  };

const storable = (text: string) =>
  text.replaceAll('\u0000', '').toWellFormed().slice(0, DETAIL_MAX).toWellFormed();
