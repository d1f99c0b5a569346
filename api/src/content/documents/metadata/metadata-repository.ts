import { METADATA_MAX, type EditedMetadata, type MetadataKeys } from '@carrel/shared/contract';

import type { Queryable } from '../../../platform/database/database.ts';
import { isFenced, withoutFences } from '../../../platform/database/reach.ts';
import { seenDocuments } from '../../../processing/rows/document-writes/seen-documents.ts';
import { updateUncounted } from '../../../processing/rows/document-writes/write-documents.ts';

/** What to change, with keys that are in one of the three only. */
export interface MetadataEdit {
  set: Readonly<Record<string, unknown>>;
  remove: readonly string[];
  reset: readonly string[];
}

/** Documents whose keys are listed: those of larger datasets are a sample. */
const SAMPLE = 2000;
const KEYS_MAX = 200;
const VALUES_MAX = 20;
/** Characters of a value that is listed; longer ones are chosen by nobody. */
const VALUE_LENGTH_MAX = 100;

const EDIT_SQL = `WITH held AS MATERIALIZED (
    SELECT id, read_metadata AS read,
      edited_metadata(read_metadata, edited_metadata, $4::text[], $5::text[], $6::jsonb) AS edited
    FROM documents
    WHERE organization_id = $1 AND dataset_id = $2 AND id = ANY ($3::uuid[]) ORDER BY id FOR UPDATE
  ), checked AS MATERIALIZED (
    SELECT id, edited, $6::jsonb = '{}' OR (SELECT count(*) FROM jsonb_object_keys(metadata)) <= ${METADATA_MAX.keys}
      AND octet_length(metadata::text) <= ${METADATA_MAX.bytes} AS fits
    FROM held, document_metadata(read, edited) AS metadata
  ), changed AS (
    ${updateUncounted('edited_metadata = checked.edited')} FROM checked
    WHERE d.organization_id = $1 AND d.id = checked.id AND checked.fits
      AND d.edited_metadata IS DISTINCT FROM checked.edited
    RETURNING d.id
  )
  SELECT (SELECT count(*) FROM changed) AS changed,
    (SELECT count(*) FROM checked WHERE NOT fits) AS skipped`;

const KEYS_SQL = `WITH sample AS MATERIALIZED (
    SELECT document_metadata(read_metadata, edited_metadata) AS metadata FROM documents
    WHERE organization_id = $1 AND dataset_id = $2
      AND (read_metadata IS NOT NULL OR edited_metadata IS NOT NULL)
    LIMIT ${SAMPLE + 1}
  ), entries AS MATERIALIZED (
    SELECT e.key, e.value FROM sample, jsonb_each(metadata) AS e
  ), keys AS (
    SELECT key, count(*) AS documents FROM entries GROUP BY key ORDER BY 2 DESC, 1 LIMIT ${KEYS_MAX}
  ), texts AS (
    SELECT key, value #>> '{}' AS value FROM entries WHERE jsonb_typeof(value) <> 'array'
    UNION ALL
    SELECT e.key, item FROM entries e, jsonb_array_elements_text(
      CASE WHEN jsonb_typeof(e.value) = 'array' THEN e.value ELSE '[]' END) AS item
  ), ordered AS (
    SELECT key, value, row_number() OVER (PARTITION BY key ORDER BY count(*) DESC, value) AS place
    FROM texts WHERE length(value) <= ${VALUE_LENGTH_MAX} GROUP BY key, value
  ), listed AS (
    SELECT key, json_agg(value ORDER BY place) AS values FROM ordered WHERE place <= ${VALUES_MAX} GROUP BY key
  )
  SELECT key, documents, coalesce(listed.values, '[]') AS values,
    (SELECT count(*) FROM sample) > ${SAMPLE} AS is_partial
  FROM keys LEFT JOIN listed USING (key) ORDER BY documents DESC, key`;

/** The metadata of a dataset's documents. `tx` is a tenant's transaction. */
export function metadataOf(tx: Queryable, organizationId: string, datasetId: string) {
  return {
    /** Leaves documents as they are that would exceed the limits. */
    edit: async (ids: readonly string[], { set, remove, reset }: MetadataEdit) => {
      const seen = isFenced(datasetId) ? await seenDocuments(tx, organizationId, ids) : ids;
      // Who names other groups does not see the document any more.
      const [edited] = await withoutFences(tx, () =>
        tx.query<EditedMetadata>(EDIT_SQL, [
          organizationId,
          datasetId,
          seen,
          reset,
          remove,
          JSON.stringify(set),
        ]),
      );
      return edited ?? { changed: 0, skipped: 0 };
    },

    keys: async (): Promise<MetadataKeys> => {
      const rows = await tx.query<MetadataKeys['keys'][number] & { is_partial: boolean }>(
        KEYS_SQL,
        [organizationId, datasetId],
      );
      return {
        keys: rows.map(({ key, documents, values }) => ({ key, documents, values })),
        is_partial: rows[0]?.is_partial ?? false,
      };
    },
  };
}
