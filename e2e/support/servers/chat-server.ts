import { once } from 'node:events';
import { createServer } from 'node:http';
import type { Server, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** An OpenAI-compatible chat service that streams the answer of a test. */
export class ChatServer {
  readonly #server: Server;
  readonly url: string;
  #respond: (response: ServerResponse) => void = () => undefined;
  /** Requests whose connection the client closed before the end. */
  stopped = 0;

  private constructor(server: Server) {
    this.#server = server;
    this.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    server.on('request', (request, response: ServerResponse) => {
      response.on('close', () => {
        if (!response.writableFinished) this.stopped += 1;
      });
      request.resume().on('end', () => this.#respond(response));
    });
  }

  static async start(): Promise<ChatServer> {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    return new ChatServer(server);
  }

  /** Answers with these parts from now on; without an end if `ends` is false. */
  answer(parts: readonly string[], { ends = true }: { ends?: boolean } = {}): void {
    this.#respond = (response) => {
      response.writeHead(200, { 'Content-Type': 'text/event-stream' });
      for (const content of parts) {
        response.write(`data: ${JSON.stringify({ choices: [{ delta: { content } }] })}\n\n`);
      }
      if (ends) response.end('data: [DONE]\n\n');
    };
  }

  /** Fails from now on. */
  fail(): void {
    this.#respond = (response) => response.writeHead(500).end();
  }

  stop(): void {
    this.#server.close();
    this.#server.closeAllConnections();
  }
}
