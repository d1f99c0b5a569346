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

/** As many documents at once as a server works on; gives what became of each, and how often the service was asked. */
async function embedAll(answer: (question: EmbeddingRequest) => EmbeddingResponse) {
  let calls = 0;
  // Nobody hears anything before all have asked.
  const asked = Promise.withResolvers<undefined>();
  service = await startEmbeddingService((question) => {
    calls = question.call;
    if (calls === DOCUMENTS) asked.resolve(undefined);
    return { ...answer(question), held: asked.promise };
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

test('Q2: a service that is away is asked by one for all, and each document ends with the reason', async () => {
  const { outcomes, calls } = await embedAll(() => away);
  expect(new Set(outcomes)).toEqual(
    new Set([`The embedding service is not available (status 503). It was tried ${TRIES} times.`]),
  );
  // Each found out by itself, once.
  expect(calls()).toBeLessThan(2 * DOCUMENTS);
});

test('Q2: one that comes back is asked by all of them again', async () => {
  const { outcomes } = await embedAll((question) =>
    question.call <= DOCUMENTS + 1 ? away : well(question),
  );
  expect(new Set(outcomes)).toEqual(new Set(['embedded']));
});

test('Q2: a text that the service dies over takes no other document along', async () => {
  const { outcomes } = await embedAll((question) =>
    question.texts.includes('text 7') ? away : well(question),
  );
  expect(outcomes.filter((outcome) => outcome === 'embedded')).toHaveLength(DOCUMENTS - 1);
  expect(outcomes[7]).toContain('not available');
});
