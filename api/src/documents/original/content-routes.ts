import { Hono } from 'hono';

import { inOrganizationOfQuery } from '../../access/authenticate.ts';
import type { Dependencies } from '../../dependencies.ts';
import type { ApiEnv } from '../../http/api-context.ts';
import { Problem } from '../../http/problem.ts';
import { notFound } from '../../http/problems.ts';
import { FaultyEntry } from '../../pipeline/zip/read-entry.ts';
import { StorageUnavailable } from '../../storage/archive-storage.ts';
import { openStorage, storageLocation } from '../../storage/open-storage.ts';
import { placeOf } from '../reading/reading-routes.ts';
import { storedTextOf } from '../reading/stored-text.ts';
import { rangeOf } from '../../http/downloads/byte-range.ts';
import { createOpenDownloads } from '../../http/downloads/open-downloads.ts';
import { readOriginal } from './read-original.ts';

const gone = () => new Problem(410, 'The original of this document is not stored any more.');

const unavailable = () =>
  new Problem(503, 'The stored files cannot be reached just now. Please try again in a moment.', {
    retryAfterSeconds: 5,
  });

const damaged = () =>
  new Problem(500, 'The stored original of this document is damaged. Please upload it again.');

/** Up to this size the response is read, and its checksum compared, before it is sent. */
const AT_ONCE_BYTES = 1024 * 1024;

/** Downloads of an organization that one process sends at the same time: each holds a file and a decompressor. */
const OPEN_MAX = 16;

/** Never run, framed or sniffed, whatever the bytes are. */
const HEADERS = {
  'Accept-Ranges': 'bytes',
  'Content-Security-Policy': "default-src 'none'; sandbox; frame-ancestors 'none'",
  'Content-Type': 'application/octet-stream',
};

/** The original bytes of a document, or a range of them. Every member may download them. */
export function contentRoutes(dependencies: Dependencies): Hono<ApiEnv> {
  const { database, settings, log } = dependencies;
  const opened = createOpenDownloads(OPEN_MAX);
  const routes = new Hono<ApiEnv>();
  // A browser's download names the organization in its query.
  const member = inOrganizationOfQuery(dependencies);

  routes.get('/datasets/:id/documents/:documentId/content', member, async (c) => {
    const { organizationId, datasetId, documentId } = placeOf(c);
    const original = await database.read(organizationId, (tx) =>
      storedTextOf(tx, organizationId, datasetId).original(documentId),
    );
    if (original === undefined) throw notFound('document');
    const { name, sha256, bytes } = original;
    if (bytes === undefined) throw gone();
    const { size } = bytes.location;
    for (const [header, value] of Object.entries(HEADERS)) c.header(header, value);
    c.header('Content-Disposition', attachment(name));
    if (sha256 !== null) c.header('ETag', `"${sha256}"`);
    const range = rangeOf(c.req.header('Range'), size);
    if (range === null) {
      c.header('Content-Range', `bytes */${size}`);
      return c.body(null, 416);
    }
    const { start, end } = range ?? { start: 0, end: size };
    c.header('Content-Length', String(end - start));
    if (range !== undefined) c.header('Content-Range', `bytes ${start}-${end - 1}/${size}`);
    const status = range === undefined ? 200 : 206;
    if (c.req.method === 'HEAD' || start === end) return c.body(null, status);

    const close = opened(organizationId);
    try {
      const storage = await openStorage(storageLocation(settings));
      const chunks = readOriginal(storage, bytes, { start, end });
      if (end - start <= AT_ONCE_BYTES) {
        const whole: Uint8Array[] = [];
        for await (const chunk of chunks) whole.push(chunk);
        close();
        return c.body(Buffer.concat(whole), status);
      }
      const first = await chunks.next();
      return c.body(
        streamOf(first, chunks, close, (error) => {
          log.warn('an original is damaged', { document_id: documentId, reason: String(error) });
        }),
        status,
      );
    } catch (error) {
      close();
      if (error instanceof StorageUnavailable) throw unavailable();
      if (!(error instanceof FaultyEntry)) throw error;
      log.warn('an original is damaged', { document_id: documentId });
      throw damaged();
    }
  });

  return routes;
}

/** The rest of a download. An error ends the connection, as the status was sent already. */
function streamOf(
  first: IteratorResult<Uint8Array>,
  chunks: AsyncGenerator<Uint8Array>,
  close: () => void,
  onError: (error: unknown) => void,
): ReadableStream<Uint8Array> {
  let next: IteratorResult<Uint8Array> | undefined = first;
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      try {
        const { done, value } = next ?? (await chunks.next());
        next = undefined;
        if (done === true) {
          close();
          controller.close();
        } else controller.enqueue(value);
      } catch (error) {
        close();
        onError(error);
        controller.error(error);
      }
    },
    async cancel() {
      close();
      await chunks.return(undefined);
    },
  });
}

/** A file name in RFC 6266: ASCII for old clients, and as it is. */
export function attachment(name: string): string {
  const ascii = name.replace(/[^ -~]|["\\%]/g, '_');
  const encoded = encodeURIComponent(name.toWellFormed()).replace(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename="${ascii}"; filename*=UTF-8''${encoded}`;
}
