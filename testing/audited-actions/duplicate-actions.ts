import { callInside, createdId, type AuditedAction, type AuditFixture } from './audit-fixture.ts';

/** Two documents of the same bytes, compared. Returns the path of their group. */
async function insertDuplicates(fixture: AuditFixture): Promise<{ base: string; group: string }> {
  const datasetId = await createdId(callInside(fixture, 'POST', '/datasets', { name: 'Handbook' }));
  const [group] = await fixture.server.database.query<{ id: string }>(
    `WITH documents AS (
       INSERT INTO documents (organization_id, dataset_id, path, folder, name, sort_name, size, status, sha256)
       SELECT $1, $2, name, '', name, name, 40, 'embedded', '\\x01' FROM unnest(ARRAY['a.txt', 'b.txt']) AS name
       RETURNING id, sha256
     ), signatures AS (
       INSERT INTO document_signatures (organization_id, document_id, dataset_id, sha256, length, compared)
       SELECT $1, id, $2, sha256, 0, true FROM documents
     ), groups AS (
       INSERT INTO duplicate_groups (organization_id, dataset_id, kind) VALUES ($1, $2, 'equal') RETURNING id
     )
     INSERT INTO duplicate_hashes (organization_id, dataset_id, kind, hash, group_id)
     SELECT $1, $2, 'equal', '\\x01', id FROM groups RETURNING group_id AS id`,
    [fixture.id, datasetId],
  );
  const base = `/datasets/${datasetId}/duplicates`;
  return { base, group: `${base}/${group?.id ?? ''}` };
}

/** Actions on documents that are alike. */
export const DUPLICATE_ACTIONS: Record<string, AuditedAction> = {
  'POST /datasets/:id/duplicates/resolve': {
    action: 'documents.deleted',
    name: 'Handbook',
    prepare: async (fixture) => {
      const { base } = await insertDuplicates(fixture);
      return () =>
        callInside(fixture, 'POST', `${base}/resolve`, { kind: 'equal', keep: 'newest' });
    },
  },
  'PUT /datasets/:id/duplicates/:groupId/dismissal': {
    action: 'duplicates.dismissed',
    name: 'Handbook',
    prepare: async (fixture) => {
      const { group } = await insertDuplicates(fixture);
      return () => callInside(fixture, 'PUT', `${group}/dismissal`);
    },
  },
  'DELETE /datasets/:id/duplicates/:groupId/dismissal': {
    action: 'duplicates.restored',
    name: 'Handbook',
    prepare: async (fixture) => {
      const { group } = await insertDuplicates(fixture);
      await callInside(fixture, 'PUT', `${group}/dismissal`);
      return () => callInside(fixture, 'DELETE', `${group}/dismissal`);
    },
  },
};
