import { NetworkError } from '../errors/failures.ts';
import type { Call } from '../requests/call.ts';
import { timedOut } from '../requests/connection.ts';
import type { Connection } from '../requests/connection.ts';

/** Bytes that arrive. */
export interface Download {
  /** Bytes, if the server said how many. */
  size: number | undefined;
  /** SHA-256 in hex, if the server said it. */
  sha256: string | undefined;
  /** @throws {CarrelError} while it is read, if nothing arrives within the timeout, or the connection breaks. */
  body: ReadableStream<Uint8Array<ArrayBuffer>>;
  /** Reads all of it into memory. */
  bytes(): Promise<Uint8Array<ArrayBuffer>>;
}

/** Sends a call whose response is a file. */
export async function openDownload(connection: Connection, call: Call): Promise<Download> {
  const { response, deadline } = await connection.open({
    ...call,
    headers: { ...call.headers, Accept: '*/*' },
  });
  const reader = response.body?.getReader();
  const body = new ReadableStream<Uint8Array<ArrayBuffer>>({
    async pull(controller) {
      try {
        deadline.extend();
        const part = await reader?.read();
        if (part === undefined || part.done) {
          deadline.end();
          controller.close();
        } else {
          // A reader that is slow is no server that is slow.
          deadline.pause();
          controller.enqueue(part.value);
        }
      } catch (error) {
        deadline.end();
        for (const signal of [call.signal, connection.options.signal]) signal?.throwIfAborted();
        throw deadline.isOver() ? timedOut(error) : broken(error);
      }
    },
    async cancel(reason) {
      deadline.end();
      await reader?.cancel(reason);
    },
  });
  const length = Number(response.headers.get('Content-Length') ?? Number.NaN);
  return {
    size: Number.isNaN(length) ? undefined : length,
    sha256: /^"([\da-f]{64})"$/u.exec(response.headers.get('ETag') ?? '')?.[1],
    body,
    bytes: async () => new Uint8Array(await new Response(body).arrayBuffer()),
  };
}

const broken = (cause: unknown) =>
  new NetworkError('The connection broke while the file was received.', { cause });
