import { once } from 'node:events';
import { createServer, request as requestHttp } from 'node:http';
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** What a request gets instead of a response of the server behind. */
export type Fault =
  | { status: number; headers?: Record<string, string>; body?: unknown }
  /** The connection breaks, before anything arrives or after a number of bytes. */
  | { breaksAfter: number }
  /** The response is lost: the server behind has it. */
  | 'lost'
  /** Nothing happens. */
  | 'silence';

export interface SeenRequest {
  method: string;
  path: string;
  headers: IncomingHttpHeaders;
}

/** A server in front of another one, with faults. */
export interface FaultServer {
  url: string;
  /** Each is for one request, in order. */
  faults: Fault[];
  /** If set, faults are for requests of this method only. */
  method: string | undefined;
  requests: SeenRequest[];
  breakConnections(): void;
  close(): Promise<void>;
}

/** Starts a server that passes requests on, unless there are faults. Without `target`, the rest is 404. */
export async function startFaultServer(target?: string): Promise<FaultServer> {
  const server = createServer((request, response) => {
    // A broken connection is what some tests are about.
    respond(request, response).catch(() => response.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const fixture: FaultServer = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    faults: [],
    method: undefined,
    requests: [],
    breakConnections: () => server.closeAllConnections(),
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };

  async function respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = '', url: path = '', headers } = request;
    fixture.requests.push({ method, path, headers });
    const isMeant = fixture.method === undefined || fixture.method === method;
    const fault = isMeant ? fixture.faults.shift() : undefined;
    if (fault === 'silence') return;
    if (fault !== undefined && fault !== 'lost' && 'status' in fault) {
      request.resume();
      await once(request, 'end');
      response.writeHead(fault.status, fault.headers);
      response.end(typeof fault.body === 'string' ? fault.body : JSON.stringify(fault.body ?? {}));
      return;
    }
    if (target === undefined) {
      request.resume();
      if (fault === undefined) response.writeHead(404).end('{"message":"There is nothing."}');
      else response.destroy();
      return;
    }
    const passed = requestHttp(new URL(path, target), { method, headers });
    passed.on('error', () => response.destroy());
    const received = once(passed, 'response') as Promise<[IncomingMessage]>;
    received.catch(() => undefined);
    let bytes = 0;
    for await (const piece of request) {
      bytes += (piece as Buffer).length;
      passed.write(piece);
      if (typeof fault === 'object' && bytes > fault.breaksAfter) break;
    }
    if (typeof fault === 'object') {
      passed.destroy();
      request.destroy();
      return;
    }
    passed.end();
    const [answer] = await received;
    if (fault === 'lost') {
      answer.resume();
      await once(answer, 'end');
      response.destroy();
      return;
    }
    response.writeHead(answer.statusCode ?? 0, answer.headers);
    answer.pipe(response);
  }

  return fixture;
}
