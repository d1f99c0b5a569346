import { ARCHIVE_ROWS } from '../route-access/archives.ts';
import { inside, made, type AuditedAction, type Stage } from './audit-fixture.ts';

const create = (stage: Stage, list: 'workspaces' | 'datasets', name: string) =>
  made(inside(stage, 'POST', `/${list}`, { name }));

async function attachment(stage: Stage): Promise<string> {
  const workspace = await create(stage, 'workspaces', 'Research');
  return `/workspaces/${workspace}/datasets/${await create(stage, 'datasets', 'Handbook')}`;
}

async function upload(stage: Stage, datasetId: string): Promise<Response> {
  const body = ARCHIVE_ROWS.find(({ route }) => route.startsWith('POST'))?.body;
  return stage.owner.call('POST', `/datasets/${datasetId}/archives?sync=false`, {
    organizationId: stage.id,
    headers: { ...body?.headers, 'X-Filename': 'a.zip' },
    ...(body === undefined ? {} : { body: body.bytes }),
  });
}

/** What can be done to what an organization has. */
export const CONTENT_ACTIONS: Record<string, AuditedAction> = {
  'POST /workspaces': {
    action: 'workspace.created',
    name: 'Research',
    prepare: async (stage) => () => inside(stage, 'POST', '/workspaces', { name: 'Research' }),
  },
  'PATCH /workspaces/:id': {
    action: 'workspace.updated',
    name: 'Reading',
    prepare: async (stage) => {
      const path = `/workspaces/${await create(stage, 'workspaces', 'Research')}`;
      return () => inside(stage, 'PATCH', path, { name: 'Reading' });
    },
  },
  'DELETE /workspaces/:id': {
    action: 'workspace.deleted',
    name: 'Research',
    prepare: async (stage) => {
      const path = `/workspaces/${await create(stage, 'workspaces', 'Research')}`;
      return () => inside(stage, 'DELETE', path);
    },
  },
  'PUT /workspaces/:id/datasets/:datasetId': {
    action: 'dataset.attached',
    name: 'Research',
    prepare: async (stage) => {
      const path = await attachment(stage);
      return () => inside(stage, 'PUT', path);
    },
  },
  'DELETE /workspaces/:id/datasets/:datasetId': {
    action: 'dataset.detached',
    name: 'Research',
    prepare: async (stage) => {
      const path = await attachment(stage);
      await inside(stage, 'PUT', path);
      return () => inside(stage, 'DELETE', path);
    },
  },
  'POST /datasets': {
    action: 'dataset.created',
    name: 'Handbook',
    prepare: async (stage) => () => inside(stage, 'POST', '/datasets', { name: 'Handbook' }),
  },
  'PATCH /datasets/:id': {
    action: 'dataset.updated',
    name: 'Manual',
    prepare: async (stage) => {
      const path = `/datasets/${await create(stage, 'datasets', 'Handbook')}`;
      return () => inside(stage, 'PATCH', path, { name: 'Manual' });
    },
  },
  'DELETE /datasets/:id': {
    action: 'dataset.deleted',
    name: 'Handbook',
    prepare: async (stage) => {
      const path = `/datasets/${await create(stage, 'datasets', 'Handbook')}`;
      return () => inside(stage, 'DELETE', path);
    },
  },
  'POST /datasets/:id/archives': {
    action: 'archive.uploaded',
    name: 'a.zip',
    prepare: async (stage) => {
      const datasetId = await create(stage, 'datasets', 'Handbook');
      return () => upload(stage, datasetId);
    },
  },
  'DELETE /datasets/:id/archives/:archiveId': {
    action: 'archive.deleted',
    name: 'a.zip',
    prepare: async (stage) => {
      const datasetId = await create(stage, 'datasets', 'Handbook');
      const archiveId = await made(upload(stage, datasetId));
      return () => inside(stage, 'DELETE', `/datasets/${datasetId}/archives/${archiveId}`);
    },
  },
  'POST /datasets/:id/documents/retry': {
    action: 'documents.retried',
    name: 'Handbook',
    prepare: async (stage) => {
      const datasetId = await create(stage, 'datasets', 'Handbook');
      await stage.world.database.query(
        `INSERT INTO documents (organization_id, dataset_id, path, folder, name, sort_name, size, status)
         VALUES ($1, $2, 'a.txt', '', 'a.txt', 'a.txt', 1, 'chunking_error')`,
        [stage.id, datasetId],
      );
      return () =>
        inside(stage, 'POST', `/datasets/${datasetId}/documents/retry`, { all_failed: true });
    },
  },
};
