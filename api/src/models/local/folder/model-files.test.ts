import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, beforeAll, expect, test } from 'vitest';

import { writeTinyEncoder } from '@carrel/testing/models/tiny-model.ts';
import { readModelFolder } from './model-files.ts';
import { modelPlace } from './model-folder.ts';

let root: string;
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'carrel-model-files-'));
});
afterAll(() => rm(root, { recursive: true }));

const written = (name: string, files: Record<string, object>) =>
  writeTinyEncoder(join(root, name), {
    meanings: [['a']],
    files: Object.fromEntries(
      Object.entries(files).map(([file, content]) => [file, JSON.stringify(content)]),
    ),
  });

const poolingOf = async (name: string) => {
  const folder = await written(name, {});
  await rm(join(folder, '1_Pooling'), { recursive: true });
  return (await readModelFolder(folder)).pooling;
};

const tokensOf = async (name: string, files: Record<string, object>) =>
  (await readModelFolder(await written(name, files))).tokensMax;

test('prefixes come from the folder, or else from what is known of the name', async () => {
  expect((await readModelFolder(await written('multilingual-e5-small', {}))).prefixes).toEqual({
    query: 'query: ',
    passage: 'passage: ',
  });
  const own = { 'config_sentence_transformers.json': { prompts: { query: 'Q ', document: 'D ' } } };
  expect((await readModelFolder(await written('e5-own', own))).prefixes).toEqual({
    query: 'Q ',
    passage: 'D ',
  });
  const named = { 'config.json': { _name_or_path: 'BAAI/bge-small-en-v1.5' } };
  expect((await readModelFolder(await written('model', named))).prefixes).toEqual({
    query: 'Represent this sentence for searching relevant passages: ',
    passage: '',
  });
});

test('a model without a file about pooling pools as is known of its name', async () => {
  expect(await poolingOf('bge-base-en-v1.5')).toBe('first');
  expect(await poolingOf('all-MiniLM-L12-v2')).toBe('mean');
});

test('the tokens of a text are those of the model, in whichever file it says so', async () => {
  expect(await tokensOf('sentence', { 'sentence_bert_config.json': { max_seq_length: 256 } })).toBe(
    256,
  );
  // Some tokenizers name a number without an end.
  const endless = { 'tokenizer_config.json': { model_max_length: 1e30 } };
  expect(await tokensOf('endless', endless)).toBe(2048);
  const roberta = { max_position_embeddings: 514, model_type: 'xlm-roberta' };
  expect(await tokensOf('roberta', { ...endless, 'config.json': roberta })).toBe(512);
});

test('a setting names a folder that is there, or else a model of the hub', async () => {
  const folder = await written('there', {});
  expect(modelPlace(folder)).toEqual({ kind: 'folder', folder, name: 'there' });
  expect(modelPlace('BAAI/bge-small-en-v1.5')).toEqual({
    kind: 'hub',
    name: 'BAAI/bge-small-en-v1.5',
  });
  expect(() => modelPlace('../models/absent')).toThrow(/does not exist/);
  expect(() => modelPlace('text-embedding-3-small')).toThrow(/no service is set/);
});
