import { afterEach, expect, test } from 'vitest';

import {
  startEmbeddingService,
  vectorsFor,
  type EmbeddingResponse,
  type EmbeddingRequest,
  type TestEmbeddingService,
} from '../../../testing/faults/embedding-service.ts';
import { createEmbeddingService } from './embedding-service.ts';

const DOCUMENTS = 40;
const TRIES = 4;

let service: TestEmbeddingService | undefined;
afterEach(() => service?.stop());

const well = ({ texts }: EmbeddingRequest) => ({ status: 200, body: vectorsFor(texts) });
const away = { status: 503, body: {} };

/** Embeds as many documents at once as a server does; returns their results, and the number of requests. */
async function embedAll(respond: (question: EmbeddingRequest) => EmbeddingResponse) {
  let calls = 0;
  // No request ends before all were sent.
  const allSent = Promise.withResolvers<undefined>();
  service = await startEmbeddingService((question) => {
    calls = question.call;
    if (calls === DOCUMENTS) allSent.resolve(undefined);
    return { ...respond(question), held: allSent.promise };
  });
  const embed = createEmbeddingService({
    url: service.url,
    model: 'test',
    tries: TRIES,
    waitMilliseconds: 50,
  });
  const outcomes = await Promise.all(
    Array.from({ length: DOCUMENTS }, (_, number) =>
      embed([`text ${number}`]).then(
        () => 'embedded',
        (error: Error) => error.message,
      ),
    ),
  );
  return { outcomes, calls: () => calls, embed };
}

test('Q2: an unavailable service is probed by one request for all, and each document ends with the reason', async () => {
  const { outcomes, calls } = await embedAll(() => away);
  expect(new Set(outcomes)).toEqual(
    new Set([`The embedding service is not available (status 503). It was tried ${TRIES} times.`]),
  );
  // Each document found out once.
  expect(calls()).toBeLessThan(2 * DOCUMENTS);
});

test('Q2: a service that recovers receives the requests of all of them', async () => {
  const { outcomes } = await embedAll((question) =>
    question.call <= DOCUMENTS + 1 ? away : well(question),
  );
  expect(new Set(outcomes)).toEqual(new Set(['embedded']));
});

test('Q2: a text that crashes the service fails no other document', async () => {
  const { outcomes } = await embedAll((question) =>
    question.texts.includes('text 7') ? away : well(question),
  );
  expect(outcomes.filter((outcome) => outcome === 'embedded')).toHaveLength(DOCUMENTS - 1);
  expect(outcomes[7]).toContain('not available');
});
