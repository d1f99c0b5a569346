import { once } from 'node:events';
import { createServer, request } from 'node:http';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';

import { telemetryBatchSchema } from '@carrel/shared/contract';
import type { TelemetryEvent } from '@carrel/shared/contract';
import { apiPaths } from '@carrel/shared/paths';
import { parse } from 'valibot';

const NONE = /^(?!)/;

/**
 * A proxy between a browser and a server. It records what the browser requests and reports, and can
 * refuse or hold responses, in any browser alike.
 */
export class RecordingProxy {
  /** Paths of all requests, in order. */
  readonly paths: string[] = [];
  /** What the console sent to the telemetry endpoint. */
  readonly events: TelemetryEvent[] = [];
  readonly #port: number;
  readonly #server: Server;
  #target = '';
  #failed = NONE;
  #held = NONE;

  private constructor(port: number) {
    this.#port = port;
    this.#server = createServer((incoming, outgoing) => {
      // A browser that leaves ends its requests.
      this.#handle(incoming, outgoing).catch(() => outgoing.destroy());
    });
  }

  static async start(port: number): Promise<RecordingProxy> {
    const proxy = new RecordingProxy(port);
    proxy.#server.listen(port, '127.0.0.1');
    await once(proxy.#server, 'listening');
    return proxy;
  }

  get url(): string {
    return `http://localhost:${this.#port}`;
  }

  /** Sends requests to the server at `url`. */
  passTo(url: string): void {
    this.#target = url.replace('localhost', '127.0.0.1');
  }

  /** Responds with status 503 to requests whose path matches, until `heal`. */
  fail(paths: RegExp): void {
    this.#failed = paths;
  }

  /** Sends half of the responses whose path matches, and no more. */
  hold(paths: RegExp): void {
    this.#held = paths;
  }

  heal(): void {
    this.#failed = NONE;
    this.#held = NONE;
  }

  /** Forgets what was recorded. */
  clear(): void {
    this.paths.length = 0;
    this.events.length = 0;
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    this.#server.close();
    await once(this.#server, 'close');
  }

  async #handle(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const { method = 'GET', url = '/', headers } = incoming;
    const { pathname } = new URL(url, this.url);
    this.paths.push(pathname);
    if (this.#failed.test(pathname)) {
      outgoing.writeHead(503).end();
      return;
    }
    const sent = request(this.#target + url, { method, headers });
    outgoing.on('close', () => sent.destroy());
    if (pathname === `/${apiPaths.telemetry()}`) {
      const body = await buffer(incoming);
      this.events.push(...parse(telemetryBatchSchema, JSON.parse(body.toString())).events);
      sent.end(body);
    } else {
      incoming.pipe(sent);
    }
    const [response] = (await once(sent, 'response')) as [IncomingMessage];
    outgoing.writeHead(response.statusCode ?? 502, response.headers);
    if (!this.#held.test(pathname)) return pipeline(response, outgoing);
    const body = await buffer(response);
    outgoing.write(body.subarray(0, body.length / 2));
  }
}
