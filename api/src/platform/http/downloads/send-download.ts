import { AsyncResource } from 'node:async_hooks';

import type { ApiContext } from '../api-context.ts';
import { Problem } from '../problem.ts';
import { rangeOf, type ByteRange } from './byte-range.ts';

/** Up to this size the response is read, and with it its checksum compared, before it is sent. */
const AT_ONCE_BYTES = 1024 * 1024;

/** While a file is sent, rights that were read longer ago are read again. */
const RIGHTS_MILLISECONDS = 5000;

/** Never run, framed or sniffed, whatever the bytes are. */
const HEADERS = {
  'Accept-Ranges': 'bytes',
  'Content-Security-Policy': "default-src 'none'; sandbox; frame-ancestors 'none'",
  'Content-Type': 'application/octet-stream',
};

export interface Download {
  /** The name of the file. */
  name: string;
  /** In hexadecimal; null where it is not known. */
  sha256: string | null;
  /** Bytes. */
  size: number;
  read: (range: ByteRange) => AsyncGenerator<Uint8Array>;
  /** Counts the download as open, until what it returns is called. */
  open: () => () => void;
  /** What ends a response whose status was sent. */
  onError: (error: unknown) => void;
}

/**
 * Responds with a stored file, or with the range of it that the request asks for, as an attachment.
 * @throws What `read` throws before the first bytes are sent.
 */
export async function sendDownload(
  c: ApiContext,
  { name, sha256, size, read, open, onError }: Download,
): Promise<Response> {
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

  const close = open();
  try {
    const chunks = read({ start, end });
    if (end - start <= AT_ONCE_BYTES) {
      const whole: Uint8Array[] = [];
      for await (const chunk of chunks) whole.push(chunk);
      close();
      return c.body(Buffer.concat(whole), status);
    }
    const require = () => c.get('rights').require(RIGHTS_MILLISECONDS);
    const first = await chunks.next();
    return c.body(streamOf(first, chunks, { close, onError, require }), status);
  } catch (error) {
    close();
    throw error;
  }
}

/** The rest of a download. An error ends the connection, as the status was sent already. */
function streamOf(
  first: IteratorResult<Uint8Array>,
  chunks: AsyncGenerator<Uint8Array>,
  {
    close,
    onError,
    require,
  }: Pick<Download, 'onError'> & {
    close: () => void;
    /** Requires that the caller may still read the file. */
    require: () => Promise<void>;
  },
): ReadableStream<Uint8Array> {
  let next: IteratorResult<Uint8Array> | undefined = first;
  return new ReadableStream<Uint8Array>({
    // The adapter pulls outside of what runs for the caller.
    pull: AsyncResource.bind(async (controller: ReadableStreamDefaultController<Uint8Array>) => {
      try {
        await require();
        const { done, value } = next ?? (await chunks.next());
        next = undefined;
        if (done === true) {
          close();
          controller.close();
        } else controller.enqueue(value);
      } catch (error) {
        close();
        // Rights that were lost are no fault of the file.
        if (!(error instanceof Problem)) onError(error);
        controller.error(error);
        await chunks.return(undefined).catch(() => undefined);
      }
    }),
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
