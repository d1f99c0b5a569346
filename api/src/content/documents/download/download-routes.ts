import {
  type DocumentSelection,
  DOWNLOAD_DOCUMENTS_MAX,
  downloadDocumentsInputSchema,
  type PreparedDownload,
  preparedDownloadSchema,
} from '@carrel/shared/contract';
import { Hono } from 'hono';

import { describeRoute } from '../../../platform/http/describe-route.ts';
import { media } from '../../../platform/http/operation.ts';
import { auditOf } from '../../../platform/access/audit.ts';
import {
  allow,
  inOrganization,
  inOrganizationOfQuery,
} from '../../../platform/access/authenticate.ts';
import { beyondSearching } from '../../../platform/access/object-access.ts';
import { keepResponse } from '../../../platform/access/idempotency/repeatable.ts';
import type { Dependencies } from '../../../platform/dependencies.ts';
import type { ApiEnv } from '../../../platform/http/api-context.ts';
import { readBody } from '../../../platform/http/bodies/read-body.ts';
import { readId } from '../../../platform/http/bodies/validate.ts';
import { Problem } from '../../../platform/http/problem.ts';
import { notFound } from '../../../platform/http/problems.ts';
import { zipStream } from '../../../extraction/zip/zip-stream.ts';
import { openStorage, storageLocation } from '../../../platform/storage/open-storage.ts';
import { attachment } from '../../../platform/http/downloads/send-download.ts';
import { createOpenDownloads } from '../../../platform/http/downloads/open-downloads.ts';
import { eachSelected } from '../selected-documents.ts';
import { downloadsOf, type DownloadedDocument } from './download-repository.ts';
import { addDocuments } from './add-documents.ts';

/** Zips of an organization that one process sends at the same time. */
const OPEN_MAX = 4;

/** Originals of several documents as a zip: what it will hold, and a link that streams it. */
export function downloadRoutes(dependencies: Dependencies): Hono<ApiEnv> {
  const { settings, log } = dependencies;
  const opened = createOpenDownloads(OPEN_MAX);
  const routes = new Hono<ApiEnv>();
  const permission = allow('Viewer', 'download documents');

  routes.post(
    '/datasets/:id/documents/download',
    inOrganization(dependencies),
    permission,
    beyondSearching(),
    describeRoute('prepareDownload', 'Prepare a zip of originals', {
      body: downloadDocumentsInputSchema,
      returns: preparedDownloadSchema,
      status: 201,
    }),
    async (c) => {
      const { id: organizationId } = c.get('organization');
      const datasetId = readId(c, 'id', 'dataset');
      const { selections } = await readBody(c, downloadDocumentsInputSchema);
      const place = { organizationId, datasetId };
      const total = { documents: 0, bytes: 0, missing: 0 };
      for (const selection of selections) {
        const batches = eachSelected(
          c.var.tenant,
          place,
          selection,
          (tx, ids) => downloadsOf(tx, organizationId).sizes(datasetId, ids),
          { isPacked: true },
        );
        for await (const { documents, bytes, missing } of batches) {
          total.documents += documents;
          total.bytes += bytes;
          total.missing += missing;
          if (total.documents > DOWNLOAD_DOCUMENTS_MAX) throw tooMany();
        }
      }
      if (total.documents + total.missing === 0) throw nothing();
      const id = await c.var.tenant(async (tx) => {
        const created = await downloadsOf(tx, organizationId).create(c.get('account').id, {
          datasetId,
          selections,
          name: nameOf(selections),
        });
        if (created === undefined) throw notFound('dataset');
        await auditOf(c, tx, 'documents.downloaded', ['dataset', datasetId], {
          documents: String(total.documents),
        });
        await keepResponse(c, tx, { id: created, ...total });
        return created;
      });
      return c.json({ id, ...total } satisfies PreparedDownload, 201);
    },
  );

  routes.get(
    '/datasets/:id/downloads/:downloadId',
    inOrganizationOfQuery(dependencies),
    permission,
    beyondSearching(),
    describeRoute('downloadDocuments', 'Download a prepared zip of originals', {
      returns: media('application/zip', 'The originals.'),
    }),
    async (c) => {
      const { id: organizationId } = c.get('organization');
      const datasetId = readId(c, 'id', 'dataset');
      const id = readId(c, 'downloadId', 'download');
      const account = c.get('account').id;
      const download = await c.var.tenant((tx) =>
        downloadsOf(tx, organizationId).find(account, datasetId, id),
      );
      if (download === undefined) throw notFound('download');
      c.header('Content-Type', 'application/zip');
      c.header('Content-Security-Policy', "default-src 'none'; sandbox; frame-ancestors 'none'");
      c.header('Content-Disposition', attachment(`${download.name}.zip`));
      c.header('Cache-Control', 'no-store');
      if (c.req.method === 'HEAD') return c.body(null);

      const close = opened(organizationId);
      const storage = await openStorage(storageLocation(settings)).catch((error: unknown) => {
        close();
        throw error;
      });
      const documents = async function* (): AsyncGenerator<DownloadedDocument[]> {
        for (const selection of download.selections) {
          yield* eachSelected(
            c.var.tenant,
            { organizationId, datasetId },
            selection,
            (tx, ids) => downloadsOf(tx, organizationId).documents(datasetId, ids),
            { isPacked: true },
          );
        }
      };
      const stream = zipStream(async (zip) => {
        try {
          await addDocuments(zip, storage, documents());
        } catch (error) {
          // The status was sent already: only a connection that ends says that something is missing.
          log.warn('a download ended early', { download_id: id, reason: String(error) });
          throw error;
        } finally {
          close();
        }
      });
      return c.body(stream);
    },
  );

  return routes;
}

/** The zip of one folder is called as the folder is. */
function nameOf(selections: readonly DocumentSelection[]): string | undefined {
  const [first, second] = selections;
  if (first === undefined || second !== undefined) return undefined;
  if ('folder' in first) return first.folder.split('/').at(-1);
  if (!('folders' in first) || first.folders.length > 1 || first.document_ids) return undefined;
  return first.folders[0]?.split('/').at(-1);
}

const nothing = () => new Problem(422, 'There are no documents to download.');

const tooMany = () =>
  new Problem(
    422,
    `An archive holds up to ${DOWNLOAD_DOCUMENTS_MAX.toLocaleString('en-US')} documents. Choose fewer.`,
  );
