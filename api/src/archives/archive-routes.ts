import { Readable } from 'node:stream';

import { FILENAME_HEADER, UPLOAD_OPTION_DEFAULTS } from '@carrel/shared/contract';
import { Hono } from 'hono';
import * as v from 'valibot';

import type { Database } from '../database/database.ts';
import { datasetsOf } from '../datasets/dataset-repository.ts';
import type { ApiContext, ApiEnv } from '../http/api-context.ts';
import { auditOf } from '../access/audit.ts';
import type { Dependencies } from '../dependencies.ts';
import { allow, inOrganization } from '../access/authenticate.ts';
import { notFound, wrongType } from '../http/problems.ts';
import { readId, readQuery } from '../http/bodies/validate.ts';
import { purgeArchiveJob } from '../pipeline/cleanup/purge-archive-job.ts';
import { ingestArchiveJob } from '../pipeline/ingest/ingest-job.ts';
import { requireRoom } from '../quotas/require-room.ts';
import type { Settings } from '../settings.ts';
import {
  createArchiveChecker,
  receiveArchive,
  uploadTooLarge,
  type ArchiveReceiver,
  MIN_BYTES_PER_WINDOW,
  uploadPieces,
} from './uploads/receive-archive.ts';
import { archiveName } from './uploads/archive-name.ts';
import { archivesOf } from './archive-repository.ts';
import { openStorage, storageLocation } from '../storage/open-storage.ts';

const flag = (name: keyof typeof UPLOAD_OPTION_DEFAULTS) =>
  v.pipe(
    v.optional(
      v.picklist(['true', 'false'], `${name} must be true or false`),
      UPLOAD_OPTION_DEFAULTS[name] ? 'true' : 'false',
    ),
    v.transform((text) => text === 'true'),
  );

const uploadQuerySchema = v.object({
  sync: flag('sync'),
  delete_orphans: flag('delete_orphans'),
  purge_on_completion: flag('purge_on_completion'),
});

const ZIP_TYPES = new Set([
  'application/zip',
  'application/x-zip-compressed',
  'application/octet-stream',
]);

/** The archives of a dataset: history, upload and deletion. */
export function archiveRoutes(dependencies: Dependencies): Hono<ApiEnv> {
  const { database, queue } = dependencies;
  const { quotas } = dependencies.settings;
  const receiver = once(() => openReceiver(dependencies));
  const member = inOrganization(dependencies);
  const routes = new Hono<ApiEnv>();

  routes.get('/datasets/:id/archives', member, async (c) => {
    const { id: organizationId } = c.get('organization');
    const datasetId = readId(c, 'id', 'dataset');
    await requireDataset(database, organizationId, datasetId);
    const archives = await database.read(organizationId, (tx) =>
      archivesOf(tx, organizationId).list(datasetId),
    );
    return c.json({ archives });
  });

  routes.post('/datasets/:id/archives', member, allow('Editor', 'upload archives'), async (c) => {
    const { id: organizationId } = c.get('organization');
    const datasetId = readId(c, 'id', 'dataset');
    const options = readQuery(c, uploadQuerySchema);
    const name = archiveName(c.req.header(FILENAME_HEADER));
    await requireDataset(database, organizationId, datasetId);
    const quota = { organizationId, quotas };
    // Before the bytes arrive; of an unannounced size, the first must fit.
    const announced = announcedBytes(c) ?? 1;
    await database.read(organizationId, (tx) =>
      requireRoom(tx, quota, 'bytes', announced, { lock: false }),
    );
    const pieces = piecesOf(c, dependencies.settings);
    const id = await receiveArchive(await receiver(), pieces, (received) =>
      c.var.tenant(async (tx) => {
        await requireRoom(tx, quota, 'bytes', received.size);
        const archives = archivesOf(tx, organizationId);
        // The dataset may have been deleted during the upload.
        if (!(await archives.create({ ...received, datasetId, name, ...options }))) {
          throw notFound('dataset');
        }
        await auditOf(c, tx, 'archive.uploaded', ['archive', received.id], { ...options });
        if (options.sync) {
          const archive = { organizationId, archiveId: received.id };
          await ingestArchiveJob.send(queue, archive, { tx });
        }
      }),
    );
    return c.json({ id }, 201);
  });

  routes.delete(
    '/datasets/:id/archives/:archiveId',
    member,
    allow('Editor', 'delete archives'),
    async (c) => {
      const { id: organizationId } = c.get('organization');
      const datasetId = readId(c, 'id', 'archive');
      const archiveId = readId(c, 'archiveId', 'archive');
      await c.var.tenant(async (tx) => {
        const deleted = await archivesOf(tx, organizationId).delete(datasetId, archiveId);
        if (!deleted) throw notFound('archive');
        await auditOf(c, tx, 'archive.deleted', ['archive', archiveId]);
        await purgeArchiveJob.send(queue, { organizationId, archiveId }, { tx });
      });
      return c.body(null, 204);
    },
  );

  return routes;
}

async function openReceiver({ settings }: Dependencies): Promise<ArchiveReceiver> {
  const storage = await openStorage(storageLocation(settings));
  return {
    storage,
    check: createArchiveChecker(storage.location, settings),
    maxBytes: settings.maxUploadBytes,
  };
}

async function requireDataset(
  database: Database,
  organizationId: string,
  datasetId: string,
): Promise<void> {
  const exists = await database.read(organizationId, (tx) =>
    datasetsOf(tx, organizationId).exists(datasetId),
  );
  if (!exists) throw notFound('dataset');
}

/** Returns the body as it arrives, after checking what its headers announce. */
function piecesOf(
  c: ApiContext,
  { maxUploadBytes: maxBytes, uploadStallSeconds }: Settings,
): AsyncIterable<Uint8Array> {
  const type = c.req.header('Content-Type')?.split(';')[0]?.trim().toLowerCase();
  if (type === undefined || !ZIP_TYPES.has(type)) {
    throw wrongType('Send a zip archive, with Content-Type application/zip.');
  }
  const announced = announcedBytes(c);
  if (announced !== undefined && announced > maxBytes) throw uploadTooLarge(maxBytes);
  return uploadPieces(bodyOf(c), announced, {
    windowMilliseconds: uploadStallSeconds * 1000,
    minBytes: MIN_BYTES_PER_WINDOW,
  });
}

function announcedBytes(c: ApiContext): number | undefined {
  const header = c.req.header('Content-Length');
  return header === undefined ? undefined : Number(header);
}

/** The socket's own stream if there is one: each layer around it slows large uploads down. */
function bodyOf(c: ApiContext): Readable {
  const incoming = c.env?.incoming;
  if (incoming !== undefined) {
    // UPLOAD_PATIENCE_SECONDS decides, not the timeout of idle connections.
    incoming.socket.setTimeout(0);
    return incoming;
  }
  return Readable.fromWeb((c.req.raw.body ?? new Blob([]).stream()) as ReadableStream);
}

function once<T>(open: () => Promise<T>): () => Promise<T> {
  let opened: Promise<T> | undefined;
  return () => (opened ??= open());
}
