import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { request } from 'node:http';
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import path from 'node:path';
import { text } from 'node:stream/consumers';

const DOCUMENT = path.resolve(import.meta.dirname, '../../../docs/deploying.md');

/** Returns the proxy's block of docs/deploying.md, with the server at `url` as upstream. */
export async function documentedProxy(url: string): Promise<string> {
  const [, block] = /^```nginx\n(location [^`]+)```$/m.exec(await readFile(DOCUMENT, 'utf8')) ?? [];
  if (block === undefined) throw new Error('docs/deploying.md has no block of a proxy.');
  return block.replace('http://127.0.0.1:3000', url.replace('localhost', '127.0.0.1'));
}

interface ProxiedResponse {
  status: number;
  headers: IncomingHttpHeaders;
  body: string;
}

/** Sends a request through the proxy, from an address of this machine, with its path unchanged. */
export async function sendThrough(
  origin: string,
  method: string,
  pathname: string,
  { headers = {}, json, from = '127.0.0.1' }: ProxiedRequest = {},
): Promise<ProxiedResponse> {
  const { host, port } = new URL(origin);
  const sent = request({
    host: '127.0.0.1',
    port,
    localAddress: from,
    method,
    path: pathname,
    headers: { Host: host, 'Content-Type': 'application/json', ...headers },
  });
  sent.end(json === undefined ? undefined : JSON.stringify(json));
  const [response] = (await once(sent, 'response')) as [IncomingMessage];
  const { statusCode: status = 0 } = response;
  return { status, headers: response.headers, body: await text(response) };
}

interface ProxiedRequest {
  headers?: Record<string, string>;
  json?: unknown;
  from?: string;
}
