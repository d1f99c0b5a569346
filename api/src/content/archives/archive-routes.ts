import {
  archiveListSchema,
  createdSchema,
  FILENAME_HEADER,
  UPLOAD_OPTION_DEFAULTS,
  firstControl,
} from '@carrel/shared/contract';
import { namedPath } from '@carrel/shared/contract/archive-rules';
import { Hono } from 'hono';
import * as v from 'valibot';

import { describeRoute } from '../../platform/http/describe-route.ts';
import { media } from '../../platform/http/operation.ts';
import { datasetsOf } from '../datasets/dataset-repository.ts';
import type { ApiContext, ApiEnv } from '../../platform/http/api-context.ts';
import { auditOf } from '../../platform/access/audit.ts';
import type { Dependencies } from '../../platform/dependencies.ts';
import { allow, inOrganization } from '../../platform/access/authenticate.ts';
import { keepResponse } from '../../platform/access/idempotency/repeatable.ts';
import { notFound, wrongType } from '../../platform/http/problems.ts';
import { isUuid, readId, readQuery } from '../../platform/http/bodies/validate.ts';
import { lateReads } from '../../platform/http/late-reads.ts';
import { changesOf } from '../live/change-repository.ts';
import { purgeArchiveJob } from '../../processing/jobs/purge/purge-archive-job.ts';
import { requestProcessing } from '../../processing/rows/request-job.ts';
import { createUploads } from './uploads/create-uploads.ts';
import { archiveName } from './uploads/archive-name.ts';
import { createReceiver } from './uploads/open-receiver.ts';
import { createFinishUploads } from './uploads/resumable/finish-upload.ts';
import { uploadRoutes } from './uploads/resumable/upload-routes.ts';
import { archivesOf } from './archive-repository.ts';
import { controlRoutes } from './control/control-routes.ts';
import { progressRoutes } from './progress/progress-routes.ts';
import { replacementRoutes } from './replacement-routes.ts';
import { restorationRoutes } from './restoration-routes.ts';
import { storedArchiveRoutes } from './stored-archive-routes.ts';
import { batchRoutes } from './writes/batch-routes.ts';
import { byPathRoutes } from './writes/by-path-routes.ts';
import { FOLDER_PATTERN } from './writes/writable-path.ts';

const flag = (name: keyof typeof UPLOAD_OPTION_DEFAULTS) =>
  v.pipe(
    v.optional(
      v.picklist(['true', 'false'], `${name} must be true or false`),
      UPLOAD_OPTION_DEFAULTS[name] ? 'true' : 'false',
    ),
    v.transform((text) => text === 'true'),
  );

function folderFault(text: string): string {
  const control = firstControl(text);
  return control === undefined
    ? 'folder must be the path of a folder'
    : `folder has the control character ${control} in it`;
}

/** The path of a folder, which need not be there yet. */
const folderSchema = v.pipe(
  v.string(),
  v.metadata({ pattern: FOLDER_PATTERN }),
  v.check(
    (text) => 'path' in namedPath(text),
    ({ input }) => folderFault(input),
  ),
  v.transform((text) => {
    const found = namedPath(text);
    return 'path' in found ? found.path : '';
  }),
);

const uploadQuerySchema = v.object({
  sync: flag('sync'),
  delete_orphans: flag('delete_orphans'),
  purge_on_completion: flag('purge_on_completion'),
  folder: v.optional(folderSchema),
  /** An upload that was sent in parts. */
  upload: v.optional(v.pipe(v.string(), v.metadata({ format: 'uuid' }))),
});

const ZIP_TYPES = new Set([
  'application/zip',
  'application/x-zip-compressed',
  'application/octet-stream',
]);

/** The archives of a dataset: history, upload and deletion, and documents that are replaced by one. */
export function archiveRoutes(dependencies: Dependencies): Hono<ApiEnv> {
  const { database, queue } = dependencies;
  const receiver = createReceiver(dependencies);
  const receive = createUploads(dependencies, receiver);
  const finish = createFinishUploads(dependencies, receiver);
  const member = inOrganization(dependencies);
  const reader = inOrganization(dependencies, { keys: 'documents:read' });
  const writer = inOrganization(dependencies, { keys: 'documents:write' });
  const routes = new Hono<ApiEnv>();

  routes.get(
    '/datasets/:id/archives',
    reader,
    lateReads(database),
    describeRoute('listArchives', 'List the archives of a dataset', { returns: archiveListSchema }),
    async (c) => {
      const { id: organizationId } = c.get('organization');
      const datasetId = readId(c, 'id', 'dataset');
      const list = await c.var.reads.read(organizationId, async (tx) => {
        if (!(await datasetsOf(tx, organizationId).exists(datasetId))) throw notFound('dataset');
        // Read first: then the list has every change up to it.
        const version = await changesOf(tx, organizationId).version(datasetId);
        return { version, archives: await archivesOf(tx, organizationId).list(datasetId) };
      });
      return c.json(list);
    },
  );

  routes.post(
    '/datasets/:id/archives',
    writer,
    allow('Editor', 'upload archives'),
    describeRoute('uploadArchive', 'Upload a zip, or finish an upload in parts', {
      query: uploadQuerySchema,
      headers: { [FILENAME_HEADER]: 'The name of the zip, URL-encoded.' },
      body: media('application/zip', 'The zip, unless the query names an upload in parts.'),
      isBodyOptional: true,
      returns: createdSchema,
      status: 201,
      errors: [408, 409, 410, 423, 507],
    }),
    async (c) => {
      const datasetId = readId(c, 'id', 'dataset');
      const { upload, ...options } = readQuery(c, uploadQuerySchema);
      if (upload !== undefined) {
        if (!isUuid(upload)) throw notFound('upload');
        const uploadId = upload.toLowerCase();
        return c.json({ id: await finish(c, { datasetId, uploadId, options }) }, 201);
      }
      const name = archiveName(c.req.header(FILENAME_HEADER));
      requireZip(c);
      const id = await receive(c, {
        datasetId,
        name,
        options,
        onRecorded: (tx, archiveId) => keepResponse(c, tx, { id: archiveId }),
      });
      return c.json({ id }, 201);
    },
  );

  routes.delete(
    '/datasets/:id/archives/:archiveId',
    member,
    allow('Editor', 'delete archives'),
    describeRoute('deleteArchive', 'Delete an archive'),
    async (c) => {
      const { id: organizationId } = c.get('organization');
      const datasetId = readId(c, 'id', 'archive');
      const archiveId = readId(c, 'archiveId', 'archive');
      await c.var.tenant(async (tx) => {
        const deleted = await archivesOf(tx, organizationId).delete(datasetId, archiveId);
        if (!deleted) throw notFound('archive');
        await auditOf(c, tx, 'archive.deleted', ['archive', archiveId]);
        await purgeArchiveJob.send(queue, { organizationId, archiveId }, { tx });
        await requestProcessing(queue, organizationId, tx);
      });
      return c.body(null, 204);
    },
  );

  // Of the same uploads, which have one pool of workers.
  routes.route('/', uploadRoutes(dependencies, receiver));
  routes.route('/', replacementRoutes(dependencies, receive));
  routes.route('/', restorationRoutes(dependencies, receive));
  routes.route('/', byPathRoutes(dependencies, receive));
  routes.route('/', batchRoutes(dependencies, receive));
  routes.route('/', storedArchiveRoutes(dependencies));
  routes.route('/', controlRoutes(dependencies));
  routes.route('/', progressRoutes(dependencies));
  return routes;
}

function requireZip(c: ApiContext): void {
  const type = c.req.header('Content-Type')?.split(';')[0]?.trim().toLowerCase();
  if (type === undefined || !ZIP_TYPES.has(type)) {
    throw wrongType('Send a zip archive, with Content-Type application/zip.');
  }
}
