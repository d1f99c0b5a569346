import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';

import { keptModel } from '@carrel/testing/models/kept-models.ts';
import { writeTinyEncoder } from '@carrel/testing/models/tiny-model.ts';
import { openLocalEncoder, type LocalEncoder } from './local-encoder.ts';

const MEANINGS = [
  ['car', 'automobile'],
  ['cat', 'kitten'],
];

let root: string;
const opened: LocalEncoder[] = [];
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'carrel-model-'));
});
afterAll(() => rm(root, { recursive: true }));
afterEach(() => {
  for (const encoder of opened.splice(0)) encoder.close();
});

async function open(folder: string): Promise<LocalEncoder> {
  const encoder = await openLocalEncoder(folder);
  opened.push(encoder);
  return encoder;
}

const tiny = (name: string, files: Record<string, string>) =>
  writeTinyEncoder(join(root, name), { meanings: MEANINGS, files });

const cosine = (a: Float32Array, b: Float32Array) =>
  a.reduce((sum, value, at) => sum + value * (b[at] ?? 0), 0);

describe('a model in a folder', () => {
  test('gives texts of one meaning vectors that are close, in the order of the texts', async () => {
    const encoder = await open(await writeTinyEncoder(join(root, 'tiny'), { meanings: MEANINGS }));
    expect(encoder).toMatchObject({ dimensions: 3, files: { tokensMax: 32, pooling: 'mean' } });
    const texts = ['a car', 'the kitten sleeps in the warm house', 'automobile', ''];
    const vectors = await encoder.embed(texts, 'a');
    expect(vectors).toHaveLength(4);
    const [car, kitten, automobile] = vectors as [Float32Array, Float32Array, Float32Array];
    expect(cosine(car, car)).toBeCloseTo(1);
    expect(cosine(car, automobile)).toBeGreaterThan(0.8);
    expect(cosine(kitten, automobile)).toBeLessThan(
      cosine(kitten, await encoder.embedQuery('cat')),
    );
  });

  test('reads a text of any length and of any characters', async () => {
    const encoder = await open(await writeTinyEncoder(join(root, 'long'), { meanings: MEANINGS }));
    const texts = ['car '.repeat(250_000), 'x'.repeat(1_000_000), '😀'.repeat(5000), '\ud800', 'a'];
    const vectors = await encoder.embed(texts, 'a');
    expect(vectors.every((vector) => vector.length === 3 && vector.every(Number.isFinite))).toBe(
      true,
    );
    expect(
      cosine(vectors[0] ?? new Float32Array(), await encoder.embedQuery('automobile')),
    ).toBeGreaterThan(0.9);
  });

  test('pools as the folder says', async () => {
    const first = await open(
      await writeTinyEncoder(join(root, 'first'), { meanings: MEANINGS, pooling: 'cls' }),
    );
    const [a, b] = await first.embed(['car', 'kitten'], 'a');
    expect(a).toEqual(b);
    const mean = await open(await writeTinyEncoder(join(root, 'mean'), { meanings: MEANINGS }));
    expect(first.digest).not.toBe(mean.digest);
  });

  test('serves a query while documents of several organizations wait', async () => {
    const encoder = await open(await writeTinyEncoder(join(root, 'busy'), { meanings: MEANINGS }));
    const texts = Array.from({ length: 2000 }, (_, at) => `car ${at}`);
    const documents = ['a', 'b', 'c'].map((organization) => encoder.embed(texts, organization));
    await expect(encoder.embedQuery('cat')).resolves.toHaveLength(3);
    for (const vectors of await Promise.all(documents)) expect(vectors).toHaveLength(2000);
  });
});

describe('a model that cannot be used', () => {
  test('says which file is missing', async () => {
    const folder = await tiny('no-tokenizer', {});
    await rm(join(folder, 'tokenizer.json'));
    await expect(openLocalEncoder(folder)).rejects.toThrow(/needs a file tokenizer\.json/);
    await rm(join(folder, 'onnx'), { recursive: true });
    await expect(openLocalEncoder(folder)).rejects.toThrow(/needs a file model\.onnx/);
    await expect(openLocalEncoder(join(root, 'absent'))).rejects.toThrow(/does not exist/);
  });

  test('says that its file is broken', async () => {
    const folder = await tiny('broken', { 'onnx/model.onnx': 'no model' });
    await expect(openLocalEncoder(folder)).rejects.toMatchObject({
      name: 'UnusableModel',
      message: expect.stringMatching(/may be broken or incomplete/),
    });
    const other = await tiny('broken-tokenizer', { 'tokenizer.json': '{' });
    await expect(openLocalEncoder(other)).rejects.toThrow(/tokenizer .* cannot be read/);
  });

  test('says that it reads something else than texts', async () => {
    const folder = await tiny('pixels', {});
    const { node, onnxFile } = await import('@carrel/testing/models/onnx-file.ts');
    await writeFile(
      join(folder, 'onnx/model.onnx'),
      onnxFile({
        inputs: ['pixel_values'],
        output: { name: 'out', dimensions: ['batch', 'tokens'] },
        nodes: [node('Cast', ['pixel_values'], 'out', { to: 1 })],
        initializers: [],
      }),
    );
    await expect(openLocalEncoder(folder)).rejects.toThrow(/its inputs are pixel_values/);
  });
});

const bge = keptModel('bge-small-en-v1.5');

test.skipIf(bge === undefined)(
  'bge-small finds a paraphrase (skipped where the model is not there)',
  async () => {
    const encoder = await open(bge ?? '');
    expect(encoder).toMatchObject({
      dimensions: 384,
      files: { tokensMax: 512, pooling: 'first', prefixes: { passage: '' } },
    });
    const query = await encoder.embedQuery(
      `${encoder.files.prefixes.query}how do I give a variable a value inside a condition`,
    );
    const [right = query, wrong = query] = await encoder.embed(
      [
        'The walrus operator := assigns names within an expression, as in an if statement.',
        'Lists are mutable sequences, typically used to store collections of items.',
      ],
      'a',
    );
    expect(cosine(query, right)).toBeGreaterThan(cosine(query, wrong));
  },
);
