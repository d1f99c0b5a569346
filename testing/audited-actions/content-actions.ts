import { ARCHIVE_ROWS } from '../route-access/rows/archives.ts';
import { callInside, createdId, type AuditedAction, type AuditFixture } from './audit-fixture.ts';

const create = (fixture: AuditFixture, list: 'workspaces' | 'datasets', name: string) =>
  createdId(callInside(fixture, 'POST', `/${list}`, { name }));

async function attachment(fixture: AuditFixture): Promise<string> {
  const workspace = await create(fixture, 'workspaces', 'Research');
  return `/workspaces/${workspace}/datasets/${await create(fixture, 'datasets', 'Handbook')}`;
}

async function upload(fixture: AuditFixture, datasetId: string): Promise<Response> {
  const body = ARCHIVE_ROWS.find(({ route }) => route.startsWith('POST'))?.body;
  return fixture.owner.call('POST', `/datasets/${datasetId}/archives?sync=false`, {
    organizationId: fixture.id,
    headers: { ...body?.headers, 'X-Filename': 'a.zip' },
    ...(body === undefined ? {} : { body: body.bytes }),
  });
}

/** An archive that waits. No job merges it, as no run was requested. */
async function pendingArchive(fixture: AuditFixture, datasetId: string): Promise<string> {
  const archiveId = await createdId(upload(fixture, datasetId));
  await fixture.server.database.query(`UPDATE archives SET status = 'pending' WHERE id = $1`, [
    archiveId,
  ]);
  return archiveId;
}

/** A document that was processed, with its text. */
export async function insertDocument(fixture: AuditFixture, datasetId: string): Promise<string> {
  const [document] = await fixture.server.database.query<{ id: string }>(
    `WITH document AS (
       INSERT INTO documents (organization_id, dataset_id, path, folder, name, sort_name, size, status)
       VALUES ($1, $2, 'a.txt', '', 'a.txt', 'a.txt', 1, 'embedded') RETURNING id
     ) INSERT INTO document_blocks (organization_id, document_id, blocks) SELECT $1, id, '[]' FROM document
     RETURNING document_id AS id`,
    [fixture.id, datasetId],
  );
  return document?.id ?? '';
}

/** Actions on the workspaces, datasets, archives and documents of an organization. */
export const CONTENT_ACTIONS: Record<string, AuditedAction> = {
  'POST /workspaces': {
    action: 'workspace.created',
    name: 'Research',
    prepare: async (fixture) => () =>
      callInside(fixture, 'POST', '/workspaces', { name: 'Research' }),
  },
  'PATCH /workspaces/:id': {
    action: 'workspace.updated',
    name: 'Reading',
    prepare: async (fixture) => {
      const path = `/workspaces/${await create(fixture, 'workspaces', 'Research')}`;
      return () => callInside(fixture, 'PATCH', path, { name: 'Reading' });
    },
  },
  'DELETE /workspaces/:id': {
    action: 'workspace.deleted',
    name: 'Research',
    prepare: async (fixture) => {
      const path = `/workspaces/${await create(fixture, 'workspaces', 'Research')}`;
      return () => callInside(fixture, 'DELETE', path);
    },
  },
  'PUT /workspaces/:id/datasets/:datasetId': {
    action: 'dataset.attached',
    name: 'Research',
    prepare: async (fixture) => {
      const path = await attachment(fixture);
      return () => callInside(fixture, 'PUT', path);
    },
  },
  'DELETE /workspaces/:id/datasets/:datasetId': {
    action: 'dataset.detached',
    name: 'Research',
    prepare: async (fixture) => {
      const path = await attachment(fixture);
      await callInside(fixture, 'PUT', path);
      return () => callInside(fixture, 'DELETE', path);
    },
  },
  'POST /datasets': {
    action: 'dataset.created',
    name: 'Handbook',
    prepare: async (fixture) => () =>
      callInside(fixture, 'POST', '/datasets', { name: 'Handbook' }),
  },
  'PATCH /datasets/:id': {
    action: 'dataset.updated',
    name: 'Manual',
    prepare: async (fixture) => {
      const path = `/datasets/${await create(fixture, 'datasets', 'Handbook')}`;
      return () => callInside(fixture, 'PATCH', path, { name: 'Manual' });
    },
  },
  'DELETE /datasets/:id': {
    action: 'dataset.deleted',
    name: 'Handbook',
    prepare: async (fixture) => {
      const path = `/datasets/${await create(fixture, 'datasets', 'Handbook')}`;
      return () => callInside(fixture, 'DELETE', path);
    },
  },
  'POST /datasets/:id/archives': {
    action: 'archive.uploaded',
    name: 'a.zip',
    prepare: async (fixture) => {
      const datasetId = await create(fixture, 'datasets', 'Handbook');
      return () => upload(fixture, datasetId);
    },
  },
  'POST /datasets/:id/archives/:archiveId/sync': {
    action: 'archive.synced',
    name: 'a.zip',
    prepare: async (fixture) => {
      const datasetId = await create(fixture, 'datasets', 'Handbook');
      const archiveId = await createdId(upload(fixture, datasetId));
      return () => callInside(fixture, 'POST', `/datasets/${datasetId}/archives/${archiveId}/sync`);
    },
  },
  'POST /datasets/:id/archives/:archiveId/pause': {
    action: 'archive.paused',
    name: 'a.zip',
    prepare: async (fixture) => {
      const datasetId = await create(fixture, 'datasets', 'Handbook');
      const archiveId = await pendingArchive(fixture, datasetId);
      return () =>
        callInside(fixture, 'POST', `/datasets/${datasetId}/archives/${archiveId}/pause`);
    },
  },
  'POST /datasets/:id/archives/:archiveId/resume': {
    action: 'archive.resumed',
    name: 'a.zip',
    prepare: async (fixture) => {
      const datasetId = await create(fixture, 'datasets', 'Handbook');
      const archiveId = await pendingArchive(fixture, datasetId);
      const path = `/datasets/${datasetId}/archives/${archiveId}`;
      await callInside(fixture, 'POST', `${path}/pause`);
      return () => callInside(fixture, 'POST', `${path}/resume`);
    },
  },
  'POST /datasets/:id/archives/:archiveId/cancel': {
    action: 'archive.cancelled',
    name: 'a.zip',
    prepare: async (fixture) => {
      const datasetId = await create(fixture, 'datasets', 'Handbook');
      const archiveId = await pendingArchive(fixture, datasetId);
      return () =>
        callInside(fixture, 'POST', `/datasets/${datasetId}/archives/${archiveId}/cancel`);
    },
  },
  'DELETE /datasets/:id/archives/:archiveId': {
    action: 'archive.deleted',
    name: 'a.zip',
    prepare: async (fixture) => {
      const datasetId = await create(fixture, 'datasets', 'Handbook');
      const archiveId = await createdId(upload(fixture, datasetId));
      return () => callInside(fixture, 'DELETE', `/datasets/${datasetId}/archives/${archiveId}`);
    },
  },
  'POST /datasets/:id/documents/retry': {
    action: 'documents.retried',
    name: 'Handbook',
    prepare: async (fixture) => {
      const datasetId = await create(fixture, 'datasets', 'Handbook');
      await fixture.server.database.query(
        `INSERT INTO documents (organization_id, dataset_id, path, folder, name, sort_name, size, status)
         VALUES ($1, $2, 'a.txt', '', 'a.txt', 'a.txt', 1, 'chunking_error')`,
        [fixture.id, datasetId],
      );
      return () =>
        callInside(fixture, 'POST', `/datasets/${datasetId}/documents/retry`, { all_failed: true });
    },
  },
  'POST /datasets/:id/documents/delete': {
    action: 'documents.deleted',
    name: 'Handbook',
    prepare: async (fixture) => {
      const datasetId = await create(fixture, 'datasets', 'Handbook');
      await insertDocument(fixture, datasetId);
      return () =>
        callInside(fixture, 'POST', `/datasets/${datasetId}/documents/delete`, { all: true });
    },
  },
  'POST /datasets/:id/documents/:documentId/replace': {
    action: 'archive.uploaded',
    name: 'a.txt',
    prepare: async (fixture) => {
      const datasetId = await create(fixture, 'datasets', 'Handbook');
      const documentId = await insertDocument(fixture, datasetId);
      return () =>
        fixture.owner.call('POST', `/datasets/${datasetId}/documents/${documentId}/replace`, {
          organizationId: fixture.id,
          headers: { 'Content-Type': 'application/octet-stream' },
          body: new TextEncoder().encode('New text.'),
        });
    },
  },
  'PUT /datasets/:id/documents/by-path': {
    action: 'archive.uploaded',
    name: 'a.txt',
    prepare: async (fixture) => {
      const datasetId = await create(fixture, 'datasets', 'Handbook');
      return () =>
        fixture.owner.call('PUT', `/datasets/${datasetId}/documents/by-path?path=a.txt`, {
          organizationId: fixture.id,
          headers: { 'Content-Type': 'application/octet-stream', Prefer: 'wait=0' },
          body: new TextEncoder().encode('New text.'),
        });
    },
  },
  'DELETE /datasets/:id/documents/by-path': {
    action: 'documents.deleted',
    name: 'Handbook',
    prepare: async (fixture) => {
      const datasetId = await create(fixture, 'datasets', 'Handbook');
      return () =>
        fixture.owner.call('DELETE', `/datasets/${datasetId}/documents/by-path?path=a.txt`, {
          organizationId: fixture.id,
          headers: { Prefer: 'wait=0' },
        });
    },
  },
  'POST /datasets/:id/documents/batch': {
    action: 'documents.deleted',
    name: 'Handbook',
    prepare: async (fixture) => {
      const datasetId = await create(fixture, 'datasets', 'Handbook');
      return () =>
        fixture.owner.call('POST', `/datasets/${datasetId}/documents/batch`, {
          organizationId: fixture.id,
          headers: { 'Content-Type': 'application/json', Prefer: 'wait=0' },
          body: new TextEncoder().encode('{"remove":[{"path":"a.txt"}]}'),
        });
    },
  },
  'POST /datasets/:id/documents/download': {
    action: 'documents.downloaded',
    name: 'Handbook',
    prepare: async (fixture) => {
      const datasetId = await create(fixture, 'datasets', 'Handbook');
      await insertDocument(fixture, datasetId);
      return () =>
        callInside(fixture, 'POST', `/datasets/${datasetId}/documents/download`, {
          selections: [{ all: true }],
        });
    },
  },
  'POST /datasets/:id/documents/restore': {
    action: 'documents.restored',
    name: 'Handbook',
    prepare: async (fixture) => {
      const datasetId = await create(fixture, 'datasets', 'Handbook');
      await insertDocument(fixture, datasetId);
      const path = `/datasets/${datasetId}/documents`;
      const response = await callInside(fixture, 'POST', `${path}/delete`, { all: true });
      const { removal } = (await response.json()) as { removal: string };
      return () => callInside(fixture, 'POST', `${path}/restore`, { removal });
    },
  },
  'PATCH /datasets/:id/documents/metadata': {
    action: 'documents.metadata_changed',
    name: 'Handbook',
    prepare: async (fixture) => {
      const datasetId = await create(fixture, 'datasets', 'Handbook');
      await insertDocument(fixture, datasetId);
      return () =>
        callInside(fixture, 'PATCH', `/datasets/${datasetId}/documents/metadata`, {
          documents: { all: true },
          set: { author: 'Ann' },
        });
    },
  },
  'POST /datasets/:id/documents/reprocess': {
    action: 'documents.reprocessed',
    name: 'Handbook',
    prepare: async (fixture) => {
      const datasetId = await create(fixture, 'datasets', 'Handbook');
      await insertDocument(fixture, datasetId);
      return () =>
        callInside(fixture, 'POST', `/datasets/${datasetId}/documents/reprocess`, { all: true });
    },
  },
  'DELETE /datasets/:id/documents/reprocess': {
    action: 'documents.reprocessing_cancelled',
    name: 'Handbook',
    prepare: async (fixture) => {
      const datasetId = await create(fixture, 'datasets', 'Handbook');
      await insertDocument(fixture, datasetId);
      await fixture.server.database.query(
        'UPDATE documents SET reprocessing = true WHERE dataset_id = $1',
        [datasetId],
      );
      return () => callInside(fixture, 'DELETE', `/datasets/${datasetId}/documents/reprocess`);
    },
  },
};
