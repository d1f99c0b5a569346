import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

interface Document {
  body: string | Buffer;
  type?: string;
  status?: number;
  headers?: Record<string, string>;
  /** Whether it is sent without what tells that it is the same. */
  isWithoutTag?: boolean;
}

/** A web server with documents by their paths, which have tags. */
export async function startFeedServer() {
  const documents = new Map<string, Document>();
  /** Paths with the status of their response. */
  const requests: string[] = [];
  const state = { authorization: undefined as string | undefined };
  const server = createServer((request, response) => {
    const path = request.url ?? '';
    const send = (status: number, headers: Record<string, string> = {}, body?: string | Buffer) => {
      requests.push(`${path} ${status}`);
      response.writeHead(status, headers).end(body);
    };
    const document = documents.get(path);
    if (state.authorization !== undefined && request.headers.authorization !== state.authorization)
      return send(401);
    if (document === undefined) return send(404);
    const { body, type = 'application/xml', status = 200, isWithoutTag = false } = document;
    const tag = `"${createHash('sha1').update(body).digest('hex')}"`;
    if (!isWithoutTag && request.headers['if-none-match'] === tag) return send(304);
    const headers = {
      'Content-Type': type,
      ...(!isWithoutTag && { ETag: tag }),
      ...document.headers,
    };
    return send(status, headers, body);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    origin,
    url: `${origin}/feed`,
    documents,
    requests,
    state,
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

export type FeedTestServer = Awaited<ReturnType<typeof startFeedServer>>;
