import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, beforeAll, expect, test } from 'vitest';

import { writeTinyEncoder, writeTinyReranker } from '@carrel/testing/models/tiny-model.ts';
import { openLocalReranker } from './local-reranker.ts';
import { readModelFolder } from './folder/model-files.ts';

let root: string;
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'carrel-reranker-'));
});
afterAll(() => rm(root, { recursive: true }));

test('a reranker orders the first thirty texts by their scores', async () => {
  const folder = await writeTinyReranker(join(root, 'tiny'), { worth: { good: 2, bad: -2 } });
  const reranker = await openLocalReranker(await readModelFolder(folder), 10_000);
  const texts = ['a bad text', 'a text', 'a good text', ...Array<string>(40).fill('bad bad')];
  const reranked = await reranker.rerank('good?', texts);
  reranker.close();
  expect('order' in reranked && reranked.order.slice(0, 3).map(({ index }) => index)).toEqual([
    2, 1, 0,
  ]);
  expect('order' in reranked && reranked.order).toHaveLength(30);
});

test('a reranker that is too slow leaves the order as it was', async () => {
  const folder = await writeTinyReranker(join(root, 'slow'), { worth: { good: 2 } });
  const reranker = await openLocalReranker(await readModelFolder(folder), 0);
  expect(await reranker.rerank('good?', ['a', 'good'])).toEqual({
    unavailable: 'The reranking model took too long.',
  });
  reranker.close();
});

test('a model that makes vectors is no reranker', async () => {
  const folder = await writeTinyEncoder(join(root, 'encoder'), { meanings: [['a']] });
  await expect(openLocalReranker(await readModelFolder(folder))).rejects.toThrow(
    /it is no reranker/,
  );
});
