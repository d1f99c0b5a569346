import * as v from 'valibot';

import type { Database } from '../../../platform/database/database.ts';
import type { ApiContext } from '../../../platform/http/api-context.ts';
import { requireReadableQuery } from '../../../platform/http/bodies/readable-query.ts';
import { readId } from '../../../platform/http/bodies/validate.ts';
import { notFound } from '../../../platform/http/problems.ts';

/** In place of a document's id; the query has its path then. */
export const BY_PATH = 'by-path';

/** Adds the path of a document to the query of a route whose `:documentId` may be `BY_PATH`. */
export const documentPathEntries = { path: v.optional(v.string()) };

export const documentPathSchema = v.object(documentPathEntries);

/** Where a document is that a request names. */
export interface DocumentPlace {
  organizationId: string;
  datasetId: string;
  documentId: string;
}

/** Where a version of a document is. */
export interface VersionPlace extends DocumentPlace {
  /** Its number; without one, the current version. */
  version?: number | undefined;
}

/**
 * Returns the place of the document that a request names by its id, or by its path.
 * @throws {Problem} 404 for ids that are none, and for a path without a document; 422 for a path that is no text.
 */
export async function placeOf(c: ApiContext, database: Database): Promise<DocumentPlace> {
  const organizationId = c.get('organization').id;
  const datasetId = readId(c, 'id', 'dataset');
  requireReadableQuery(c);
  if (c.req.param('documentId') !== BY_PATH) {
    return { organizationId, datasetId, documentId: readId(c, 'documentId', 'document') };
  }
  const path = (c.req.query('path') ?? '').normalize('NFC');
  const [document] = await database.queryOnce<{ id: string }>(
    'SELECT id FROM documents WHERE organization_id = $1 AND dataset_id = $2 AND path = $3',
    [organizationId, datasetId, path],
    organizationId,
  );
  if (document === undefined) throw notFound('document');
  return { organizationId, datasetId, documentId: document.id };
}

/** Returns the number of the version that a request names. @throws {Problem} 404 */
export function readVersion(c: ApiContext): number {
  const number = c.req.param('number') ?? '';
  if (!/^\d{1,9}$/.test(number)) throw notFound('version');
  return Number(number);
}
