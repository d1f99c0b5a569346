import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';

/** A request to the embedding service; `call` counts from 1. */
export interface EmbeddingRequest {
  call: number;
  texts: string[];
  model: string;
  dimensions: number | undefined;
  headers: IncomingHttpHeaders;
}

/** A response, valid or not, which is sent when `held` resolves. */
export interface EmbeddingResponse {
  status: number;
  body: unknown;
  headers?: Record<string, string>;
  held?: Promise<unknown>;
}

export interface TestEmbeddingService {
  url: string;
  stop(): void;
}

/** Returns the body of a correct response: a vector for each text. */
export const vectorsFor = (texts: readonly string[], value: unknown = 0.5, length = 3) => ({
  data: texts.map((_, index) => ({ index, embedding: Array(length).fill(value) as unknown })),
});

/** Starts an OpenAI-compatible service that responds with what `respond` returns. */
export async function startEmbeddingService(
  respond: (request: EmbeddingRequest) => EmbeddingResponse,
): Promise<TestEmbeddingService> {
  let calls = 0;
  const server = createServer((request, response) => {
    calls += 1;
    const call = calls;
    void json(request).then(async (body) => {
      const { input, model, dimensions } = body as {
        input: string[];
        model: string;
        dimensions?: number;
      };
      const {
        status,
        body: sent,
        headers: more,
        held,
      } = respond({ call, texts: input, model, dimensions, headers: request.headers });
      await held;
      response.writeHead(status, { 'Content-Type': 'application/json', ...more });
      response.end(JSON.stringify(sent));
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    stop: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}
