import type { Database } from '../../platform/database/database.ts';
import type { Segment } from './cache/vector-matrix.ts';

/** A place in the order in which a dataset's segments of one model changed. */
interface Place {
  version: number;
  document: string;
  first: number;
}

/** Segments, and the number up to which every change was read with them. */
interface Page {
  segments: Segment[];
  version: number;
}

/** Bytes of a page: requests to the embedded database wait for it. */
const PAGE_BYTES = 1024 ** 2;
const ROWS = { first: 16, most: 512 } as const;
const NO_DOCUMENT = '00000000-0000-0000-0000-000000000000';

/**
 * Reads the segments of a dataset that changed after the number `after`, in pages. `version` is a number
 * that the caller read from the database before.
 */
export async function* loadSegments(
  database: Database,
  {
    organizationId,
    datasetId,
    modelId,
  }: Record<'organizationId' | 'datasetId' | 'modelId', string>,
  after: number,
  version: number,
): AsyncGenerator<Page> {
  let place: Place = { version: after + 1, document: NO_DOCUMENT, first: -1 };
  for (let size: number = ROWS.first; ;) {
    const start: Place = place;
    const rows = await database.read(organizationId, (tx) =>
      tx.query<{
        document: string;
        first: number;
        count: number;
        version: number;
        data: Uint8Array;
      }>(
        `SELECT document_id AS document, first, count, version, data FROM vector_segments
         WHERE organization_id = $1 AND dataset_id = $2 AND model_id = $3
           AND (version, document_id, first) > ($4, $5, $6)
         ORDER BY version, document_id, first LIMIT $7`,
        [organizationId, datasetId, modelId, start.version, start.document, start.first, size],
      ),
    );
    const last = rows.at(-1);
    const segments = rows.map(({ document, ...segment }) => ({
      document: bytesOfId(document),
      ...segment,
    }));
    if (rows.length < size) {
      yield { segments, version: Math.max(version, last?.version ?? 0) };
      return;
    }
    // Other segments of the last number may be on the next page.
    yield { segments, version: (last?.version ?? 0) - 1 };
    if (last !== undefined) place = last;
    const bytes = rows.reduce((sum, { data }) => sum + data.length, 0);
    if (bytes > PAGE_BYTES) size = Math.max(1, Math.floor(size / 2));
    else if (bytes < PAGE_BYTES / 2) size = Math.min(ROWS.most, size * 2);
  }
}

/** Returns the 16 bytes of a document's id. */
export const bytesOfId = (id: string): Uint8Array =>
  Uint8Array.from(Buffer.from(id.replaceAll('-', ''), 'hex'));

export const idOfBytes = (bytes: Uint8Array): string =>
  Buffer.from(bytes)
    .toString('hex')
    .replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
