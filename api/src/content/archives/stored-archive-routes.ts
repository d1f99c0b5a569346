import { Hono } from 'hono';

import { describeRoute } from '../../platform/http/describe-route.ts';
import { DOWNLOAD } from '../../platform/http/downloads/download-description.ts';
import {
  allow,
  inOrganization,
  inOrganizationOfQuery,
} from '../../platform/access/authenticate.ts';
import { beyondSearching, requireUnfenced } from '../../platform/access/object-access.ts';
import { auditOf } from '../../platform/access/audit.ts';
import type { Dependencies } from '../../platform/dependencies.ts';
import { openOriginal } from '../documents/original/read-original.ts';
import type { ApiContext, ApiEnv } from '../../platform/http/api-context.ts';
import { readId } from '../../platform/http/bodies/validate.ts';
import type { ByteRange } from '../../platform/http/downloads/byte-range.ts';
import { createOpenDownloads } from '../../platform/http/downloads/open-downloads.ts';
import { sendDownload } from '../../platform/http/downloads/send-download.ts';
import { Problem } from '../../platform/http/problem.ts';
import { notFound, storageUnavailable } from '../../platform/http/problems.ts';
import { FaultyEntry } from '../../extraction/zip/read-entry.ts';
import { StorageUnavailable, type ArchiveStorage } from '../../platform/storage/archive-storage.ts';
import { openStorage, storageLocation } from '../../platform/storage/open-storage.ts';
import { archivesOf } from './archive-repository.ts';
import { requestJob } from '../../processing/rows/request-job.ts';

/** Downloads of an organization that one process sends at the same time. */
const OPEN_MAX = 4;
const READ_BYTES = 1024 * 1024;

const gone = () => new Problem(410, 'The bytes of this archive are not stored any more.');

const alreadyAdded = () => new Problem(409, 'This archive was added to the dataset already.');

const placeOf = (c: ApiContext) => ({
  organizationId: c.get('organization').id,
  datasetId: readId(c, 'id', 'archive'),
  archiveId: readId(c, 'archiveId', 'archive'),
});

/** What can be done with the stored bytes of an archive: downloading them, and adding them to its dataset. */
export function storedArchiveRoutes(dependencies: Dependencies): Hono<ApiEnv> {
  const { database, queue, settings, log } = dependencies;
  const opened = createOpenDownloads(OPEN_MAX);
  const routes = new Hono<ApiEnv>();

  // A browser's download names the organization in its query.
  const downloader = inOrganizationOfQuery(dependencies);
  routes.get(
    '/datasets/:id/archives/:archiveId/content',
    downloader,
    beyondSearching(),
    describeRoute('downloadArchive', 'Download an archive', { ...DOWNLOAD }),
    async (c) => {
      const { organizationId, datasetId, archiveId } = placeOf(c);
      const archive = await database.read(organizationId, (tx) =>
        archivesOf(tx, organizationId).bytesOf(datasetId, archiveId),
      );
      if (archive === undefined) throw notFound('archive');
      c.get('rights').check(() => requireUnfenced(datasetId));
      if (archive.purged) throw gone();
      try {
        return await sendDownload(c, {
          ...archive,
          read: async function* (range) {
            yield* readArchive(await openStorage(storageLocation(settings)), archiveId, range);
          },
          open: () => opened(organizationId),
          onError: (error) => {
            log.warn('a download of an archive broke', {
              archive_id: archiveId,
              reason: String(error),
            });
          },
        });
      } catch (error) {
        if (error instanceof StorageUnavailable) throw storageUnavailable();
        // It was purged meanwhile.
        if (error instanceof FaultyEntry) throw gone();
        throw error;
      }
    },
  );

  routes.post(
    '/datasets/:id/archives/:archiveId/sync',
    inOrganization(dependencies),
    allow('Editor', 'add archives to datasets'),
    describeRoute('syncArchive', 'Add a stored archive to its dataset', { errors: [409, 410] }),
    async (c) => {
      const { organizationId, datasetId, archiveId } = placeOf(c);
      await c.var.tenant(async (tx) => {
        const outcome = await archivesOf(tx, organizationId).sync(datasetId, archiveId);
        if (outcome === 'missing') throw notFound('archive');
        if (outcome === 'purged') throw gone();
        if (outcome === 'added') throw alreadyAdded();
        await auditOf(c, tx, 'archive.synced', ['archive', archiveId]);
        await requestJob(queue, organizationId, 'ingest', tx);
      });
      return c.body(null, 204);
    },
  );

  return routes;
}

async function* readArchive(
  storage: ArchiveStorage,
  key: string,
  { start, end }: ByteRange,
): AsyncGenerator<Uint8Array> {
  const source = await openOriginal(storage, key);
  try {
    for (let at = start; at < end; at += READ_BYTES) {
      yield await source.read(at, Math.min(READ_BYTES, end - at));
    }
  } finally {
    await source.close();
  }
}
