import { insertChunks, LOST_CHANGE, SECOND_CHUNK } from '../database/insert-chunks.ts';
import { callInside, createdId, type AuditedAction } from './audit-fixture.ts';
import { insertDocument } from './content-actions.ts';

/** An action on the chunks of a document; `first` is a change that is made before. */
const chunkAction = (
  action: string,
  method: string,
  path: string,
  json?: object,
  first?: object,
): AuditedAction => ({
  action,
  name: 'Handbook',
  prepare: async (fixture) => {
    const datasetId = await createdId(
      callInside(fixture, 'POST', '/datasets', { name: 'Handbook' }),
    );
    const documentId = await insertDocument(fixture, datasetId);
    await insertChunks(fixture.server.database, fixture.id, documentId);
    const base = `/datasets/${datasetId}/documents/${documentId}/chunks`;
    if (first !== undefined) await callInside(fixture, 'PATCH', `${base}/0`, first);
    return () => callInside(fixture, method, `${base}${path}`, json);
  },
});

/** Actions on the chunks of documents. */
export const CHUNK_ACTIONS: Record<string, AuditedAction> = {
  'PATCH /datasets/:id/documents/:documentId/chunks/:number': chunkAction(
    'chunks.changed',
    'PATCH',
    '/0',
    { keywords: ['word'] },
  ),
  'POST /datasets/:id/documents/:documentId/chunks/:number/split': chunkAction(
    'chunks.changed',
    'POST',
    '/0/split',
    { at: 4 },
  ),
  'POST /datasets/:id/documents/:documentId/chunks/:number/join': chunkAction(
    'chunks.changed',
    'POST',
    '/0/join',
    {
      next: SECOND_CHUNK,
    },
  ),
  'POST /datasets/:id/documents/:documentId/chunks/:number/restore': chunkAction(
    'chunks.restored',
    'POST',
    '/0/restore',
    undefined,
    {
      off: true,
    },
  ),
  'POST /datasets/:id/documents/:documentId/chunks/changes/:changeId/apply': chunkAction(
    'chunks.changed',
    'POST',
    `/changes/${LOST_CHANGE}/apply`,
    { number: 1, etag: SECOND_CHUNK },
  ),
  'DELETE /datasets/:id/documents/:documentId/chunks/changes/:changeId': chunkAction(
    'chunks.discarded',
    'DELETE',
    `/changes/${LOST_CHANGE}`,
  ),
};
