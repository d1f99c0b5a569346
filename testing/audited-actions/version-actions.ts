import { callInside, createdId, type AuditFixture, type AuditedAction } from './audit-fixture.ts';

/** Actions on the versions of documents. */
export const VERSION_ACTIONS: Record<string, AuditedAction> = {
  'POST /datasets/:id/documents/:documentId/versions/:number/restore': {
    action: 'documents.version_restored',
    name: 'Handbook',
    prepare: async (fixture) => {
      const version = await createVersion(fixture);
      return () => callInside(fixture, 'POST', `${version}/restore`);
    },
  },
  'DELETE /datasets/:id/documents/:documentId/versions/:number': {
    action: 'documents.version_deleted',
    name: 'Handbook',
    prepare: async (fixture) => {
      const version = await createVersion(fixture);
      return () => callInside(fixture, 'DELETE', version);
    },
  },
};

/** Returns the path of an earlier version of a document, which is empty. */
async function createVersion(fixture: AuditFixture): Promise<string> {
  const datasetId = await createdId(callInside(fixture, 'POST', '/datasets', { name: 'Handbook' }));
  const [document] = await fixture.server.database.query<{ id: string }>(
    `WITH document AS (
       INSERT INTO documents (organization_id, dataset_id, path, folder, name, sort_name, size, status)
       VALUES ($1, $2, 'a.txt', '', 'a.txt', 'a.txt', 1, 'embedded') RETURNING id
     ) INSERT INTO document_versions (organization_id, document_id, number, name, size, sha256, status,
       received_at, expires_at, data_offset, compressed_size, method, crc32)
     SELECT $1, id, 0, 'a.txt', 0, sha256(''), 'embedded', now(), now() + interval '1 day', 0, 0, 0, 0
     FROM document RETURNING document_id AS id`,
    [fixture.id, datasetId],
  );
  return `/datasets/${datasetId}/documents/${document?.id}/versions/0`;
}
