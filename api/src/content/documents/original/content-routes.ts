import { Hono } from 'hono';

import { describeRoute } from '../../../platform/http/describe-route.ts';
import { DOWNLOAD } from '../../../platform/http/downloads/download-description.ts';
import { inOrganizationOfQuery } from '../../../platform/access/authenticate.ts';
import { beyondSearching } from '../../../platform/access/object-access.ts';
import type { Dependencies } from '../../../platform/dependencies.ts';
import type { ApiContext, ApiEnv } from '../../../platform/http/api-context.ts';
import { Problem } from '../../../platform/http/problem.ts';
import { notFound, storageUnavailable } from '../../../platform/http/problems.ts';
import { FaultyEntry } from '../../../extraction/zip/read-entry.ts';
import { StorageUnavailable } from '../../../platform/storage/archive-storage.ts';
import { openStorage, storageLocation } from '../../../platform/storage/open-storage.ts';
import type { StoredOriginal } from '../stored-original.ts';
import { documentPathSchema, placeOf, readVersion } from '../reading/document-place.ts';
import { storedTextOf } from '../reading/stored-text.ts';
import { storedVersionOf } from '../reading/stored-version.ts';
import { createOpenDownloads } from '../../../platform/http/downloads/open-downloads.ts';
import { sendDownload } from '../../../platform/http/downloads/send-download.ts';
import { readOriginal } from './read-original.ts';

const gone = () => new Problem(410, 'The original of this document is not stored any more.');

const damaged = () =>
  new Problem(500, 'The stored original of this document is damaged. Please upload it again.');

/** Downloads of an organization that one process sends at the same time: each holds a file and a decompressor. */
const OPEN_MAX = 16;

/** The original bytes of a document or of a version of it, or a range of them. Every member may download them. */
export function contentRoutes(dependencies: Dependencies): Hono<ApiEnv> {
  const { database, settings, log } = dependencies;
  const opened = createOpenDownloads(OPEN_MAX);
  const routes = new Hono<ApiEnv>();

  const send = async (
    c: ApiContext,
    documentId: string,
    { name, sha256, bytes }: StoredOriginal,
  ): Promise<Response> => {
    if (bytes === undefined) throw gone();
    try {
      return await sendDownload(c, {
        name,
        sha256,
        size: bytes.location.size,
        read: async function* (range) {
          yield* readOriginal(await openStorage(storageLocation(settings)), bytes, range);
        },
        open: () => opened(c.get('organization').id),
        onError: (error) => {
          log.warn('an original is damaged', { document_id: documentId, reason: String(error) });
        },
      });
    } catch (error) {
      if (error instanceof StorageUnavailable) throw storageUnavailable();
      if (!(error instanceof FaultyEntry)) throw error;
      log.warn('an original is damaged', { document_id: documentId });
      throw damaged();
    }
  };

  // A browser's download names the organization in its query.
  const member = inOrganizationOfQuery(dependencies, { keys: 'documents:read', guests: true });

  routes.get(
    '/datasets/:id/documents/:documentId/content',
    member,
    beyondSearching(),
    describeRoute('downloadDocument', 'Download the original of a document', {
      ...DOWNLOAD,
      query: documentPathSchema,
    }),
    async (c) => {
      const { organizationId, datasetId, documentId } = await placeOf(c, database);
      const original = await database.read(organizationId, (tx) =>
        storedTextOf(tx, organizationId, datasetId).original(documentId),
      );
      if (original === undefined) throw notFound('document');
      return send(c, documentId, original);
    },
  );

  routes.get(
    '/datasets/:id/documents/:documentId/versions/:number/content',
    inOrganizationOfQuery(dependencies, { keys: 'documents:read' }),
    beyondSearching(),
    describeRoute('downloadVersion', 'Download the original of a version of a document', {
      ...DOWNLOAD,
      query: documentPathSchema,
    }),
    async (c) => {
      const { organizationId, datasetId, documentId } = await placeOf(c, database);
      const number = readVersion(c);
      const original = await database.read(organizationId, (tx) =>
        storedVersionOf(tx, organizationId, datasetId).original(documentId, number),
      );
      if (original === undefined) throw notFound('version');
      return send(c, documentId, original);
    },
  );

  return routes;
}
