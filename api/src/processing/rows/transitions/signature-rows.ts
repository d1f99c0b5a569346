import type { TextSignature } from '../../../extraction/signatures/sign-text.ts';
import { SIDECAR_ENDING } from '../../../extraction/metadata/sidecar.ts';
import type { ContentRows } from '../../../platform/database/write-contents.ts';
import type { Transition } from './transition.ts';

export interface SignatureRow {
  documentId: string;
  /** Undefined for a document without a text, which may have the bytes of another. */
  signature: TextSignature | undefined;
}

const WITHOUT_TEXT: ReadonlySet<string> = new Set(['partitioning_error', 'chunking_error']);

/** The signatures of transitions whose text was chunked, or that ended without one. */
export const signaturesOf = (transitions: readonly Transition[]): SignatureRow[] =>
  transitions
    .filter(({ signature, to }) => signature !== undefined || WITHOUT_TEXT.has(to))
    .map(({ documentId, signature }) => ({ documentId, signature }));

const IS_AS_BEFORE = `s.dataset_id = excluded.dataset_id AND s.sha256 IS NOT DISTINCT FROM excluded.sha256
  AND s.text_hash IS NOT DISTINCT FROM excluded.text_hash AND s.bands IS NOT DISTINCT FROM excluded.bands`;

/**
 * Rows of signatures, which are compared later. One that is as before is not compared again. Bands are mixed with the dataset, so that equal texts of
 * other datasets are not looked at. Sidecars belong to their documents, and have none.
 */
export const signatureRows = (rows: readonly SignatureRow[]): ContentRows => ({
  isEmpty: rows.length === 0,
  write: (documents, at) => `INSERT INTO document_signatures AS s
      (organization_id, document_id, dataset_id, sha256, text_hash, length, sketch, bands)
    SELECT $1, d.id, d.dataset_id, o.sha256, decode(n.hash, 'base64'), n.length, decode(n.sketch, 'base64'),
      (SELECT array_agg(band # hashtext(d.dataset_id::text)) FROM unnest(string_to_array(n.bands, ',')::integer[]) band)
    FROM unnest($${at}::uuid[], $${at + 1}::text[], $${at + 2}::integer[], $${at + 3}::text[], $${at + 4}::text[])
      AS n (id, hash, length, sketch, bands)
    JOIN ${documents} d ON d.id = n.id
    JOIN documents o ON o.organization_id = $1 AND o.id = n.id
    WHERE o.path NOT LIKE '%${SIDECAR_ENDING}'
    ON CONFLICT (organization_id, document_id) DO UPDATE SET dataset_id = excluded.dataset_id,
      sha256 = excluded.sha256, text_hash = excluded.text_hash, length = excluded.length, sketch = excluded.sketch,
      bands = excluded.bands, indexed_bands = CASE WHEN ${IS_AS_BEFORE} THEN s.indexed_bands END,
      compared = s.compared AND ${IS_AS_BEFORE}`,
  parameters: [
    rows.map(({ documentId }) => documentId),
    rows.map(({ signature }) => signature?.hash ?? null),
    rows.map(({ signature }) => signature?.length ?? 0),
    rows.map(({ signature }) => signature?.sketch ?? null),
    rows.map(({ signature }) => signature?.bands.join(',') ?? null),
  ],
});
