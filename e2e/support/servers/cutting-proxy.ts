import { once } from 'node:events';
import { connect, createServer } from 'node:net';
import type { Server, Socket } from 'node:net';

import { freePort } from './free-port.ts';

/** What happens to a connection once it has sent more than so many bytes since then. */
interface Plan {
  after: number;
  what: 'break' | 'hold';
  /** Bytes that each connection has sent. A browser uses one for several requests. */
  sent: Map<Socket, number>;
}

/** A proxy between a browser and a server, by which tests lose connections in the middle of an upload. */
export class CuttingProxy {
  readonly #port: number;
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();
  readonly #held = new Set<Socket>();
  #target = 0;
  #plan: Plan | undefined;
  #isBroken = false;

  private constructor(port: number) {
    this.#port = port;
    this.#server = createServer((client) => this.#pass(client));
  }

  static async start(): Promise<CuttingProxy> {
    const port = await freePort();
    const proxy = new CuttingProxy(port);
    proxy.#server.listen(port, '127.0.0.1');
    await once(proxy.#server, 'listening');
    return proxy;
  }

  get url(): string {
    return `http://localhost:${this.#port}`;
  }

  passTo(url: string): void {
    this.#target = Number(new URL(url).port);
  }

  /** Once a connection has sent so many bytes, all are cut, and no new one is accepted until `mend`. */
  breakAfter(bytes: number): void {
    this.#plan = { after: bytes, what: 'break', sent: new Map() };
  }

  /** Once a connection has sent so many bytes, nothing more of it is passed on. `mend` ends it. */
  holdAfter(bytes: number): void {
    this.#plan = { after: bytes, what: 'hold', sent: new Map() };
  }

  /**
   * Passes everything on again. What was held is lost with its connection: how much of it has
   * reached the proxy differs from machine to machine.
   */
  mend(): void {
    this.#plan = undefined;
    this.#isBroken = false;
    for (const socket of this.#held) socket.destroy();
    this.#held.clear();
  }

  async stop(): Promise<void> {
    this.#server.close();
    for (const socket of this.#sockets) socket.destroy();
    await once(this.#server, 'close');
  }

  #pass(client: Socket): void {
    if (this.#isBroken) {
      client.destroy();
      return;
    }
    const server = connect(this.#target, '127.0.0.1');
    this.#tie(client, server);
    this.#tie(server, client);
    client.on('data', (chunk) => {
      if (!server.write(chunk)) {
        client.pause();
        server.once('drain', () => {
          if (!this.#held.has(client)) client.resume();
        });
      }
      const plan = this.#plan;
      if (plan === undefined) return;
      const sent = (plan.sent.get(client) ?? 0) + chunk.length;
      plan.sent.set(client, sent);
      if (sent <= plan.after) return;
      this.#plan = undefined;
      if (plan.what === 'break') this.#break();
      else {
        this.#held.add(client);
        client.pause();
      }
    });
    server.pipe(client);
  }

  #break(): void {
    this.#isBroken = true;
    for (const socket of this.#sockets) socket.destroy();
  }

  /** Ends one side where the other has ended. */
  #tie(socket: Socket, other: Socket): void {
    this.#sockets.add(socket);
    socket.on('error', () => other.destroy());
    socket.on('close', () => {
      this.#sockets.delete(socket);
      this.#held.delete(socket);
      other.destroy();
    });
  }
}
