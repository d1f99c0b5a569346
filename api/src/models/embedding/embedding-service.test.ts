import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';

import { afterEach, expect, test } from 'vitest';

import {
  startEmbeddingService,
  vectorsFor,
  type EmbeddingResponse,
  type EmbeddingRequest,
  type TestEmbeddingService,
} from '@carrel/testing/faults/embedding-service.ts';
import { createEmbeddingService, type EmbeddingService } from './embedding-service.ts';

const DOCUMENTS = 40;
/** Requests that are sent at once. */
const SLOTS = 4;
const TRIES = 4;

let service: TestEmbeddingService | undefined;
let opened: EmbeddingService | undefined;
afterEach(() => {
  opened?.close();
  service?.stop();
});

const well = ({ texts }: EmbeddingRequest) => ({ status: 200, body: vectorsFor(texts) });
const away = { status: 503, body: {} };

/** Embeds as many documents at once as a server does; returns their results, and the number of requests. */
async function embedAll(respond: (question: EmbeddingRequest) => EmbeddingResponse) {
  let calls = 0;
  // No request ends before all slots are taken.
  const allSent = Promise.withResolvers<undefined>();
  service = await startEmbeddingService((question) => {
    calls = question.call;
    if (calls === SLOTS) allSent.resolve(undefined);
    return { ...respond(question), held: allSent.promise };
  });
  opened = createEmbeddingService({
    url: service.url,
    model: 'test',
    tries: TRIES,
    waitMilliseconds: 50,
  });
  const { embed } = opened;
  const outcomes = await Promise.all(
    Array.from({ length: DOCUMENTS }, (_, number) =>
      embed([`text ${number}`]).then(
        () => 'embedded',
        (error: Error) => error.message,
      ),
    ),
  );
  return { outcomes, calls: () => calls };
}

test('Q2: an unavailable service is probed by one request for all, and each text waits with the reason', async () => {
  const { outcomes, calls } = await embedAll(() => away);
  expect(new Set(outcomes)).toEqual(
    new Set(['The embedding service is not available (status 503).']),
  );
  // The other documents did not find out themselves.
  expect(calls()).toBeLessThan(DOCUMENTS / 2);
});

test('Q2: a service that recovers receives the requests of all of them', async () => {
  const { outcomes } = await embedAll((question) =>
    question.call <= SLOTS ? away : well(question),
  );
  expect(new Set(outcomes)).toEqual(new Set(['embedded']));
});

test('Q2: a text that crashes the service fails no other document', async () => {
  const { outcomes } = await embedAll((question) =>
    question.texts.includes('text 7') ? away : well(question),
  );
  expect(outcomes.filter((outcome) => outcome === 'embedded')).toHaveLength(DOCUMENTS - 1);
  expect(outcomes[7]).toBe(
    `The embedding service is not available (status 503). It was tried ${TRIES} times.`,
  );
});

/** Starts a service that responds as `respond` does, and returns the error of an embedding. */
async function errorFrom(respond: RequestListener): Promise<string> {
  const server = createServer(respond).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  opened = createEmbeddingService({
    url: `http://127.0.0.1:${port}`,
    model: 'test',
    tries: 2,
    waitMilliseconds: 1,
    timeoutMilliseconds: 1000,
  });
  try {
    return await opened.embed(['A secret.']).then(String, (error: Error) => error.message);
  } finally {
    server.close();
    server.closeAllConnections();
  }
}

test.each([301, 302, 303, 307, 308])('S7: a redirect (%d) is not followed', async (status) => {
  const seen: string[] = [];
  service = await startEmbeddingService((question) => {
    seen.push(...question.texts);
    return well(question);
  });
  const { url } = service;
  const message = await errorFrom((_, response) => {
    response.writeHead(status, { Location: url }).end();
  });
  expect(message).toContain('set EMBEDDINGS_URL');
  expect(seen).toEqual([]);
});

test('S7: a response without end is cut off at 10 MB', async () => {
  let sent = 0;
  const message = await errorFrom((_, response) => {
    const write = () => {
      while (!response.destroyed && response.write('x'.repeat(1024 ** 2))) sent += 1;
    };
    response.on('drain', write);
    write();
  });
  expect(message).toContain('too large');
  expect(sent).toBeLessThan(2 * 40);
});

test('S7: a response that arrives slowly ends at the deadline', async () => {
  const started = performance.now();
  const drips: NodeJS.Timeout[] = [];
  const message = await errorFrom((_, response) => {
    drips.push(setInterval(() => response.write(' '), 50));
  });
  drips.forEach(clearInterval);
  expect(message).toContain('took too long');
  expect(performance.now() - started).toBeLessThan(10_000);
});
