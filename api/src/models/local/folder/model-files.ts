import { createHash } from 'node:crypto';
import { createReadStream, existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { pipeline } from 'node:stream/promises';

import * as v from 'valibot';

import { chooseFiles } from '../../hub/choose-files.ts';
import { knownPooling, knownPrefixes, type Pooling, type Prefixes } from './known-models.ts';
import { UnusableModel } from './unusable-model.ts';

/** A model in a folder, in the layout of the Hugging Face hub. */
export interface ModelFiles {
  /** Paths. */
  model: string;
  tokenizer: string;
  tokenizerConfig: string | undefined;
  pooling: Pooling;
  /** Tokens of a text at most, special ones included. */
  tokensMax: number;
  prefixes: Prefixes;
}

const TOKENS_DEFAULT = 512;
/** More takes memory that grows with the square of the tokens, and chunks are shorter. */
const TOKENS_MOST = 2048;
/** Roberta counts its positions from here. */
const ROBERTA_OFFSET = 2;

const poolingSchema = v.object({
  pooling_mode_cls_token: v.optional(v.boolean()),
  pooling_mode_mean_tokens: v.optional(v.boolean()),
  pooling_mode_max_tokens: v.optional(v.boolean()),
  pooling_mode_lasttoken: v.optional(v.boolean()),
});
const count = v.optional(v.pipe(v.number(), v.minValue(1)));
const sentenceSchema = v.object({ max_seq_length: v.optional(v.nullable(v.number())) });
const tokenizerSchema = v.object({ model_max_length: count });
const configSchema = v.object({
  max_position_embeddings: count,
  model_type: v.optional(v.string()),
  _name_or_path: v.optional(v.string()),
});
const promptsSchema = v.object({ prompts: v.optional(v.record(v.string(), v.string())) });

/** @throws {UnusableModel} */
export async function readModelFolder(folder: string): Promise<ModelFiles> {
  if (!existsSync(folder)) throw new UnusableModel(`The model's folder ${folder} does not exist.`);
  const model = chooseFiles(await pathsIn(folder))?.model;
  if (model === undefined) {
    throw new UnusableModel(`The folder ${folder} has no model: it needs a file model.onnx.`);
  }
  const tokenizer = join(folder, 'tokenizer.json');
  if (!existsSync(tokenizer)) {
    throw new UnusableModel(
      `The folder ${folder} has no tokenizer: it needs a file tokenizer.json.`,
    );
  }
  const tokenizerConfig = join(folder, 'tokenizer_config.json');
  return {
    model: join(folder, model),
    tokenizer,
    tokenizerConfig: existsSync(tokenizerConfig) ? tokenizerConfig : undefined,
    pooling: await poolingOf(folder),
    tokensMax: await tokensMaxOf(folder),
    prefixes: await prefixesOf(folder),
  };
}

/** Paths of the files in a folder and in its `onnx`, relative to it. */
async function pathsIn(folder: string): Promise<string[]> {
  const inner = join(folder, 'onnx');
  const onnx = existsSync(inner) ? await readdir(inner) : [];
  return [...(await readdir(folder)), ...onnx.map((name) => `onnx/${name}`)];
}

/** Returns a text that differs between models whose vectors do. */
export async function modelDigest({ model, tokenizer, pooling }: ModelFiles): Promise<string> {
  const hash = createHash('sha256').update(pooling);
  for (const path of [model, tokenizer]) {
    await pipeline(createReadStream(path), hash, { end: false });
  }
  return hash.digest('hex').slice(0, 16);
}

async function poolingOf(folder: string): Promise<Pooling> {
  const pooling = await readJson(join(folder, '1_Pooling/config.json'), poolingSchema);
  if (pooling === undefined) return knownPooling(await nameOf(folder));
  if (pooling.pooling_mode_cls_token === true) return 'first';
  if (pooling.pooling_mode_max_tokens === true) return 'max';
  return pooling.pooling_mode_lasttoken === true ? 'last' : 'mean';
}

/** What the folder, and the file that describes the model, call it. */
async function nameOf(folder: string): Promise<string> {
  const config = await readJson(join(folder, 'config.json'), configSchema);
  return `${basename(folder)} ${config?._name_or_path ?? ''}`;
}

async function tokensMaxOf(folder: string): Promise<number> {
  const sentence = await readJson(join(folder, 'sentence_bert_config.json'), sentenceSchema);
  const tokenizer = await readJson(join(folder, 'tokenizer_config.json'), tokenizerSchema);
  const config = await readJson(join(folder, 'config.json'), configSchema);
  const offset = /roberta/.test(config?.model_type ?? '') ? ROBERTA_OFFSET : 0;
  const positions = (config?.max_position_embeddings ?? Infinity) - offset;
  const named = sentence?.max_seq_length ?? tokenizer?.model_max_length ?? Infinity;
  const most = Math.min(named, positions);
  return Math.min(Number.isFinite(most) ? most : TOKENS_DEFAULT, TOKENS_MOST);
}

async function prefixesOf(folder: string): Promise<Prefixes> {
  const file = await readJson(join(folder, 'config_sentence_transformers.json'), promptsSchema);
  const { query, passage, document } = file?.prompts ?? {};
  const known = knownPrefixes(await nameOf(folder));
  return {
    query: query ?? known.query,
    passage: passage ?? document ?? known.passage,
  };
}

/** Returns what a file says; undefined where there is none. @throws {UnusableModel} */
async function readJson<Schema extends v.GenericSchema>(
  path: string,
  schema: Schema,
): Promise<v.InferOutput<Schema> | undefined> {
  if (!existsSync(path)) return undefined;
  try {
    return v.parse(schema, JSON.parse(await readFile(path, 'utf8')));
  } catch (error) {
    throw new UnusableModel(`The model's file ${path} cannot be read.`, { cause: error });
  }
}
