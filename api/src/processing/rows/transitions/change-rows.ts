import type { ContentRows } from '../../../platform/database/write-contents.ts';
import type { Transition } from './transition.ts';

/** Rows of changes: where they are now, or that they are lost. None for documents without changes. */
export function changeRows(transitions: readonly Transition[]): ContentRows[] {
  const rows = transitions.flatMap(({ documentId, changes }) => [
    ...(changes?.applied ?? []).map((made) => ({ documentId, id: made.id, made })),
    ...(changes?.lost ?? []).map((id) => ({ documentId, id, made: undefined })),
  ]);
  if (rows.length === 0) return [];
  return [
    {
      isEmpty: false,
      write: (documents, at) => `UPDATE chunk_changes c SET
          start_offset = coalesce(r.start_offset, c.start_offset), end_offset = coalesce(r.end_offset, c.end_offset),
          replaced = coalesce(r.replaced::jsonb, c.replaced),
          lost_at = CASE WHEN r.is_lost THEN coalesce(c.lost_at, now()) END
        FROM unnest($${at}::uuid[], $${at + 1}::uuid[], $${at + 2}::integer[], $${at + 3}::integer[], $${at + 4}::text[],
          $${at + 5}::boolean[]) AS r (document_id, id, start_offset, end_offset, replaced, is_lost)
        JOIN ${documents} d ON d.id = r.document_id
        WHERE c.organization_id = $1 AND c.document_id = r.document_id AND c.id = r.id`,
      parameters: [
        rows.map(({ documentId }) => documentId),
        rows.map(({ id }) => id),
        rows.map(({ made }) => made?.start ?? null),
        rows.map(({ made }) => made?.end ?? null),
        rows.map(({ made }) => made && JSON.stringify(made.replaced)),
        rows.map(({ made }) => made === undefined),
      ],
    },
  ];
}
