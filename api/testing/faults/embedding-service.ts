import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';

/** What an embedding service was asked: the how manieth time, for which texts, with which headers. */
export interface EmbeddingQuestion {
  call: number;
  texts: string[];
  headers: IncomingHttpHeaders;
}

/** What it says: vectors, lies, or nothing for as long as it is `held`. */
export interface EmbeddingAnswer {
  status: number;
  body: unknown;
  held?: Promise<unknown>;
}

export interface EmbeddingServiceOfTest {
  url: string;
  stop(): void;
}

/** A vector for each text, as a service that tells the truth would give them. */
export const vectorsFor = (texts: readonly string[], value: unknown = 0.5, length = 3) => ({
  data: texts.map((_, index) => ({ index, embedding: Array(length).fill(value) as unknown })),
});

/** An OpenAI-compatible service that is as slow and lies as much as `answer` wants. */
export async function startEmbeddingService(
  answer: (question: EmbeddingQuestion) => EmbeddingAnswer,
): Promise<EmbeddingServiceOfTest> {
  let calls = 0;
  const server = createServer((request, response) => {
    calls += 1;
    const call = calls;
    void json(request).then(async (body) => {
      const { input } = body as { input: string[] };
      const said = answer({ call, texts: input, headers: request.headers });
      await said.held;
      response.writeHead(said.status, { 'Content-Type': 'application/json' });
      response.end(JSON.stringify(said.body));
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
