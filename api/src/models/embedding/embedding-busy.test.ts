import { afterEach, expect, test } from 'vitest';

import {
  startEmbeddingService,
  vectorsFor,
  type EmbeddingRequest,
  type EmbeddingResponse,
  type TestEmbeddingService,
} from '@carrel/testing/faults/embedding-service.ts';
import { EmbeddingsUnavailable } from './embedding-error.ts';
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

const well = ({ texts }: EmbeddingRequest): EmbeddingResponse => ({
  status: 200,
  body: vectorsFor(texts),
});

async function open(
  respond: (request: EmbeddingRequest) => EmbeddingResponse,
  settings: Partial<EmbeddingServiceSettings> = {},
) {
  service = await startEmbeddingService(respond);
  const { url } = service;
  opened = createEmbeddingService({
    url,
    model: 'test',
    tries: 2,
    waitMilliseconds: 1,
    ...settings,
  });
  return opened.embed;
}

test.each([
  ['40', 40_000],
  ['3600', 60_000],
])('a wait of %s s that a busy service asks for is kept, up to a minute', async (after, wait) => {
  let calls = 0;
  const embed = await open(({ call }) => {
    calls = call;
    return { status: 429, body: {}, headers: { 'Retry-After': after } };
  });
  const earliest = Date.now() + wait;
  const error = await embed(['a']).catch((caught: unknown) => caught);
  expect(error).toBeInstanceOf(EmbeddingsUnavailable);
  const { nextTry } = error as EmbeddingsUnavailable;
  expect(nextTry?.getTime()).toBeGreaterThanOrEqual(earliest);
  expect(nextTry?.getTime()).toBeLessThanOrEqual(Date.now() + wait);
  await expect(embed(['b'])).rejects.toThrow('not available (status 429)');
  expect(calls).toBe(1);
});

test('a busy service spends no attempts', async () => {
  let busy = 0;
  const embed = await open((request) => {
    const isBusy = request.texts.includes('busy') && busy < 8;
    if (isBusy) busy += 1;
    return isBusy ? { status: 429, body: {} } : well(request);
  });
  expect(await embed(['busy'])).toHaveLength(1);
  expect(busy).toBe(8);
});

test('a service that is too busy for a batch gets smaller ones', async () => {
  const sizes: number[] = [];
  const embed = await open((request) => {
    sizes.push(request.texts.length);
    return request.texts.length > 8 ? { status: 429, body: {} } : well(request);
  });
  expect(await embed(Array.from({ length: 64 }, (_, number) => `${number}`))).toHaveLength(64);
  expect(Math.min(...sizes.filter((size) => size > 1))).toBeLessThanOrEqual(8);
});

test('a batch that hangs is sent again alone, while others go on', async () => {
  const ended: string[] = [];
  let hangs = 0;
  const embed = await open(
    (request) => {
      const isHanging = request.texts.includes('hangs') && hangs === 0;
      if (isHanging) hangs += 1;
      return { ...well(request), ...(isHanging && { held: new Promise(() => {}) }) };
    },
    { timeoutMilliseconds: 1000 },
  );
  const hanging = embed(['hangs']).then(() => ended.push('hangs'));
  for (let number = 0; number < 20; number += 1) {
    await embed([`text ${number}`], 'other');
    ended.push('other');
  }
  await hanging;
  expect(hangs).toBe(1);
  expect(ended.at(-1)).toBe('hangs');
});

test('a batch for which a service lacks time or memory is split', async () => {
  const embed = await open((request) =>
    request.texts.length > 4 ? { status: 500, body: {} } : well(request),
  );
  expect(await embed(Array.from({ length: 16 }, (_, number) => `${number}`))).toHaveLength(16);
});
