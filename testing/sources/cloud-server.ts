import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

export interface CloudRequest {
  method: string;
  url: URL;
  headers: Readonly<Record<string, string | string[] | undefined>>;
  body: string;
}

export interface CloudResponse {
  status?: number;
  headers?: Record<string, string>;
  json?: unknown;
  bytes?: Uint8Array | string;
}

/** A response in place of the server's own, so many times. */
interface CloudFault extends CloudResponse {
  when: RegExp;
  times?: number;
}

/** A stand-in for a service with an API by http, whose requests need `token`. */
export async function startCloudServer(handle: (request: CloudRequest) => CloudResponse) {
  const requests: string[] = [];
  const faults: CloudFault[] = [];
  const seen: CloudRequest[] = [];
  const server = createServer((incoming, outgoing) => {
    void buffer(incoming).then((body) => {
      const url = new URL(incoming.url ?? '/', `http://${incoming.headers.host ?? 'localhost'}`);
      const request = {
        method: incoming.method ?? 'GET',
        url,
        headers: incoming.headers,
        body: body.toString('utf8'),
      };
      const line = `${request.method} ${decodeURIComponent(url.pathname)}${url.search}`;
      requests.push(line);
      seen.push(request);
      const fault = faults.find(({ when, times = 1 }) => times > 0 && when.test(line));
      if (fault !== undefined) fault.times = (fault.times ?? 1) - 1;
      const { status = 200, headers = {}, json, bytes } = fault ?? handle(request);
      outgoing.writeHead(status, {
        ...(json !== undefined && { 'Content-Type': 'application/json' }),
        ...headers,
      });
      outgoing.end(json === undefined ? bytes : JSON.stringify(json));
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    requests,
    faults,
    /** What was requested, with its headers. */
    seen,
    url: `http://127.0.0.1:${port}`,
    stop: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

export const hasToken = ({ headers }: CloudRequest, token: string): boolean =>
  headers['authorization'] === `Bearer ${token}`;
