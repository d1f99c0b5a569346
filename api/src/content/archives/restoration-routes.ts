import { restoredVersionSchema } from '@carrel/shared/contract';
import { Hono } from 'hono';

import { describeRoute } from '../../platform/http/describe-route.ts';
import { auditOf } from '../../platform/access/audit.ts';
import { allow, inOrganization } from '../../platform/access/authenticate.ts';
import { keepResponse } from '../../platform/access/idempotency/repeatable.ts';
import type { Queryable } from '../../platform/database/database.ts';
import type { Dependencies } from '../../platform/dependencies.ts';
import type { ApiEnv } from '../../platform/http/api-context.ts';
import { Problem } from '../../platform/http/problem.ts';
import { notFound, storageUnavailable } from '../../platform/http/problems.ts';
import { FaultyEntry } from '../../extraction/zip/read-entry.ts';
import { StorageUnavailable } from '../../platform/storage/archive-storage.ts';
import { openStorage, storageLocation } from '../../platform/storage/open-storage.ts';
import { documentsOf } from '../documents/document-repository.ts';
import { readOriginal } from '../documents/original/read-original.ts';
import { placeOf, readVersion } from '../documents/reading/document-place.ts';
import { storedVersionOf } from '../documents/reading/stored-version.ts';
import type { ReceiveUpload } from './uploads/create-uploads.ts';
import { zipOfFile } from './uploads/zip-of-file.ts';

const gone = () =>
  new Problem(
    410,
    'The original of this version is not stored any more, so it cannot be restored. Its text can still be read, where it was kept.',
  );

const damaged = () =>
  new Problem(500, 'The stored original of this version is damaged, so it cannot be restored.');

/** The bytes of an earlier version, as the next version of a document. They come as those of a replacement do. */
export function restorationRoutes(
  dependencies: Dependencies,
  receive: ReceiveUpload,
): Hono<ApiEnv> {
  const { database, settings } = dependencies;
  const routes = new Hono<ApiEnv>();

  routes.post(
    '/datasets/:id/documents/:documentId/versions/:number/restore',
    inOrganization(dependencies, { keys: 'documents:write' }),
    allow('Editor', 'restore versions of documents'),
    describeRoute('restoreVersion', 'Make an earlier version of a document the current one', {
      returns: restoredVersionSchema,
      also: { 201: restoredVersionSchema },
      errors: [409, 410, 507],
    }),
    async (c) => {
      const { organizationId, datasetId, documentId } = await placeOf(c, database);
      const number = readVersion(c);
      const read = async (tx: Queryable) => {
        const path = await documentsOf(tx, organizationId).path(datasetId, documentId);
        if (path === undefined) throw notFound('document');
        const versions = storedVersionOf(tx, organizationId, datasetId);
        const version = await versions.original(documentId, number);
        if (version === undefined) throw notFound('version');
        return { path, version, sha256: await versions.currentSha256(documentId) };
      };
      const { path, version, sha256 } = await c.var.tenant(read);
      const { bytes } = version;
      // It was there a moment ago.
      const isDeleted = async () => {
        const list = await c.var.tenant((tx) =>
          storedVersionOf(tx, organizationId, datasetId).list(documentId),
        );
        return list !== undefined && !list.some((one) => one.number === number);
      };
      if (version.isCurrent || (version.sha256 !== null && version.sha256 === sha256)) {
        return c.json({ outcome: 'unchanged' as const });
      }
      if (bytes === undefined) throw gone();
      const storage = await openStorage(storageLocation(settings));
      const pieces = readOriginal(storage, bytes, { start: 0, end: bytes.location.size });
      try {
        const id = await receive(c, {
          datasetId,
          name: `${path.split('/').at(-1) ?? path} (version ${number})`,
          options: { sync: true, delete_orphans: false, purge_on_completion: true },
          replaces: documentId,
          // One that was deleted meanwhile does not come back; one that was moved has the bytes where it is.
          check: async (tx) => void (await read(tx)),
          pack: () => zipOfFile(path, pieces),
          audit: (tx) =>
            auditOf(c, tx, 'documents.version_restored', ['dataset', datasetId], {
              version: String(number),
            }),
          onRecorded: (tx, archiveId) =>
            keepResponse(c, tx, { outcome: 'restored', id: archiveId }),
        });
        return c.json({ outcome: 'restored' as const, id }, 201);
      } catch (error) {
        const isLost =
          error instanceof StorageUnavailable ||
          error instanceof FaultyEntry ||
          (error instanceof Problem && error.status === 404);
        if (isLost && (await isDeleted())) throw gone();
        if (error instanceof StorageUnavailable) throw storageUnavailable();
        if (error instanceof FaultyEntry) throw damaged();
        throw error;
      }
    },
  );

  return routes;
}
