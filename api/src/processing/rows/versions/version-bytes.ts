/** Joins that a version `v` needs for what its dataset `s` keeps: its document `d`. */
export const OF_DATASET = `JOIN documents d ON d.organization_id = v.organization_id AND d.id = v.document_id
  JOIN datasets s ON s.organization_id = d.organization_id AND s.id = d.dataset_id`;

/** True for a version `v` of the organization `$1` whose bytes are in the file `$2`. */
export const VERSION_IN_FILE = 'v.organization_id = $1 AND v.file = $2';

/** True for a version `v` in a dataset `s` whose bytes are kept. */
export const VERSION_IS_KEPT = 'v.data_offset IS NOT NULL AND v.size > 0 AND s.keep_originals';
