import { afterEach, expect, test } from 'vitest';

import {
  startEmbeddingService,
  vectorsFor,
  type EmbeddingRequest,
  type EmbeddingResponse,
  type TestEmbeddingService,
} from '@carrel/testing/faults/embedding-service.ts';
import { EmbeddingError } from './embedding-error.ts';
import {
  createEmbeddingService,
  type EmbeddingService,
  type EmbeddingServiceSettings,
} from './embedding-service.ts';

let service: TestEmbeddingService | undefined;
let opened: EmbeddingService | undefined;
afterEach(() => {
  opened?.close();
  service?.stop();
});

/** Starts a service with limits; returns what embeds through it, and the texts of each request. */
async function open(
  refuse: (request: EmbeddingRequest) => EmbeddingResponse | undefined,
  settings: Partial<EmbeddingServiceSettings> = {},
) {
  const requests: string[][] = [];
  let refused = 0;
  service = await startEmbeddingService((request) => {
    requests.push(request.texts);
    const refusal = refuse(request);
    if (refusal !== undefined) refused += 1;
    return refusal ?? { status: 200, body: vectorsFor(request.texts, request.texts[0]?.length) };
  });
  opened = createEmbeddingService({
    url: service.url,
    model: 'test',
    tries: 3,
    waitMilliseconds: 1,
    ...settings,
  });
  return {
    embed: opened.embed,
    requests,
    refused: () => refused,
    longest: () => Math.max(...requests.map(({ length }) => length)),
  };
}

const texts = (count: number, length = 10) =>
  Array.from({ length: count }, (_, number) => `${number} `.padEnd(length, 'x'));
/** A token for each three characters, as the service counts. */
const tokensOf = (all: readonly string[]) =>
  all.reduce((sum, text) => sum + Math.ceil(text.length / 3), 0);

test.each([400, 413, 422])(
  'at most 10 texts a request are found out (%d) and kept to',
  async (status) => {
    const { embed, requests, refused } = await open(({ texts: sent }) =>
      sent.length > 10 ? { status, body: {} } : undefined,
    );
    expect(await embed(texts(200))).toHaveLength(200);
    const learning = refused();
    requests.length = 0;
    expect(await embed(texts(60))).toHaveLength(60);
    expect(refused() - learning).toBeLessThanOrEqual(1);
    expect(learning).toBeLessThan(30);
  },
);

test('vectors are in the order of their texts, however they are split', async () => {
  const sent = texts(100);
  service = await startEmbeddingService(({ texts: some }) =>
    some.length > 7
      ? { status: 413, body: {} }
      : {
          status: 200,
          body: {
            data: some.map((text, index) => ({ index, embedding: [Number.parseInt(text)] })),
          },
        },
  );
  opened = createEmbeddingService({ url: service.url, model: 'test' });
  const vectors = await opened.embed(sent);
  expect(vectors.map(([number]) => number)).toEqual(sent.map((_, number) => number));
});

test('at most 8,000 tokens a request are found out, and short texts stay together', async () => {
  const { embed, requests, refused } = await open(({ texts: sent }) =>
    tokensOf(sent) > 8000 ? { status: 400, body: {} } : undefined,
  );
  expect(await embed(texts(200, 1200))).toHaveLength(200);
  const learning = refused();
  await embed(texts(200, 1200));
  expect(refused() - learning).toBeLessThanOrEqual(2);
  requests.length = 0;
  for (let round = 0; round < 40; round += 1) await embed(texts(64, 10));
  expect(Math.max(...requests.map(({ length }) => length))).toBe(64);
});

test('a setting says at once how many texts a request has', async () => {
  const { embed, longest } = await open(() => undefined, { batch: 10 });
  await embed(texts(35));
  expect(longest()).toBe(10);
});

test('a text of more than 512 tokens is cut where the refusal says so, and later ones at once', async () => {
  const { embed, requests, refused } = await open(({ texts: sent }) => {
    const most = Math.max(...sent.map((text) => tokensOf([text])));
    const error = {
      message: `maximum context length is 512 tokens, however you requested ${most} tokens`,
    };
    return most > 512 ? { status: 400, body: { error } } : undefined;
  });
  await embed(['x'.repeat(6000)]);
  expect(requests.at(-1)?.[0]?.length).toBeGreaterThan(1400);
  expect(refused()).toBe(1);
  await embed(['y'.repeat(9000), 'short']);
  expect(refused()).toBe(1);
});

test('one long text of a batch is cut, and the batch stays as large', async () => {
  const { embed, requests } = await open(({ texts: sent }) =>
    sent.some((text) => tokensOf([text]) > 512) ? { status: 422, body: {} } : undefined,
  );
  expect(await embed([...texts(40), 'x'.repeat(5000), ...texts(23)])).toHaveLength(64);
  requests.length = 0;
  await embed(texts(64));
  expect(requests.map(({ length }) => length)).toEqual([64]);
});

test('a text of one million characters is cut to most of what the service takes', async () => {
  const { embed, requests, refused } = await open(({ texts: sent }) =>
    tokensOf(sent) > 512 ? { status: 413, body: {} } : undefined,
  );
  expect(await embed(['word '.repeat(200_000)])).toHaveLength(1);
  const taken = Math.max(
    ...requests
      .flat()
      .map(({ length }) => length)
      .filter((length) => length <= 1536),
  );
  expect(taken).toBeGreaterThan(1000);
  expect(refused()).toBeLessThan(16);
});

test('a text of emoji is cut between them', async () => {
  const { embed, requests } = await open(({ texts: sent }) =>
    tokensOf(sent) > 100 ? { status: 400, body: {} } : undefined,
  );
  await embed([`a${'😀'.repeat(3000)}`]);
  expect(requests.length).toBeGreaterThan(3);
  expect(requests.flat().every((text) => text.isWellFormed())).toBe(true);
});

test('a set number of tokens cuts before anything is refused', async () => {
  const { embed, requests } = await open(() => undefined, {
    tokens: 512,
    passagePrefix: 'passage: ',
  });
  await embed(['word '.repeat(10_000), 'short']);
  expect(requests).toHaveLength(1);
  expect(requests[0]?.[0]?.length).toBeLessThan(2600);
  expect(requests[0]?.[1]).toBe('passage: short');
});

test.each(['x', 'x'.repeat(100_000)])(
  'a text that is refused at any length fails',
  async (text) => {
    const { embed } = await open(() => ({ status: 400, body: { error: 'secret' } }));
    const error = await embed([text]).catch((caught: unknown) => caught);
    expect(error).toBeInstanceOf(EmbeddingError);
    expect(error).toMatchObject({
      isOfText: true,
      message:
        'The embedding service refused the text (status 400). The operator can check its address, model and key.',
    });
  },
);

test('a text of one character is embedded', async () => {
  const { embed } = await open(() => undefined);
  expect(await embed(['x', '😀', ''])).toHaveLength(3);
});
