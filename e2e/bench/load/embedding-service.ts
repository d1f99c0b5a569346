import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A stand-in for an embedding service: its vectors cost nothing, so that what is measured is the server. */
export interface EmbeddingService {
  url: string;
  close: () => void;
}

/** Starts a service whose vectors have `dimensions` numbers, different for each text. */
export async function startEmbeddingService(dimensions: number): Promise<EmbeddingService> {
  const vectorOf = (text: string) =>
    Array.from({ length: dimensions }, (_, at) => Math.sin(text.length * 31 + at * 7));
  const server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      const { input } = JSON.parse(Buffer.concat(parts).toString()) as { input: string[] | string };
      const data = [input].flat().map((text, index) => ({ index, embedding: vectorOf(text) }));
      response.setHeader('Content-Type', 'application/json').end(JSON.stringify({ data }));
    });
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}/v1/embeddings`, close: () => void server.close() };
}
