import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { Tokenizer } from '@huggingface/tokenizers';
import { afterAll, describe, expect, test } from 'vitest';

import { keptModel } from '@carrel/testing/models/kept-models.ts';
import type { Block } from '../blocks/block.ts';
import { chunkDocument } from './chunk-document.ts';
import type { ChunkTokens } from './chunk-tokens.ts';
import { joinBlocks, textOf } from './chunk-text.ts';
import { datasetChunking, fittedToModel } from './dataset-chunking.ts';
import { embeddedText } from './embedded-text.ts';
import { estimatedTokens } from './estimated-tokens.ts';

const folder = mkdtempSync(join(tmpdir(), 'carrel-tokens-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** Each word and each sign is a token. */
function tinyTokenizer(): string {
  const path = join(folder, 'tokenizer.json');
  const marks = { single: [], pair: [], special_tokens: {} };
  const content = {
    version: '1.0',
    added_tokens: [],
    normalizer: { type: 'Lowercase' },
    pre_tokenizer: { type: 'BertPreTokenizer' },
    post_processor: { type: 'TemplateProcessing', ...marks, single: [{ Sequence: { id: 'A' } }] },
    decoder: null,
    model: { type: 'WordLevel', vocab: { '[UNK]': 0, word: 1 }, unk_token: '[UNK]' },
  };
  writeFileSync(path, JSON.stringify(content));
  return path;
}

interface Model {
  name: string;
  tokens: ChunkTokens;
}

const models: Model[] = [
  { name: 'a tiny tokenizer', tokens: { max: 128, tokenizer: tinyTokenizer() } },
  { name: 'an estimate', tokens: { max: 256 } },
];
for (const [name, max] of [
  ['bge-small-en-v1.5', 512],
  ['all-MiniLM-L6-v2', 256],
] as const) {
  const model = keptModel(name);
  if (model === undefined) process.stderr.write(`The model ${name} is not here: it is skipped.\n`);
  else models.push({ name, tokens: { max, tokenizer: join(model, 'tokenizer.json') } });
}

const paragraph = (text: string): Block => ({ kind: 'paragraph', text });
const heading = (text: string, level = 1): Block => ({ kind: 'heading', level, text });

const LETTERS = 'etaoinshrdlucmfwypvbgkjqxz';
/** A word of letters that no vocabulary has, the same for a number. */
const wordOf = (number: number) =>
  Array.from(
    { length: 2 + (number % 9) },
    (_, at) => LETTERS[(number * 7 + at * (3 + (number % 5))) % 26],
  ).join('');
const ENGLISH = Array.from(
  { length: 12_000 },
  (_, at) => `${wordOf(at % 977)}${at % 11 === 10 ? '.' : at % 7 === 6 ? ',' : ''}`,
).join(' ');
const ROWS = Array.from({ length: 2000 }, (_, at) => `${at + 1} | Bolt ${at % 37} | ${at}.50`);
const LONG_ROW = Array.from({ length: 300 }, (_, at) => `cell ${at}, (${wordOf(at)})`).join(' | ');

const DOCUMENTS: [name: string, blocks: Block[]][] = [
  ['long text', [heading('Oil'), heading('Filters', 2), paragraph(ENGLISH)]],
  [
    'lines of signs',
    [heading('Code'), paragraph('a[0]={"b":-1};//!\n\n  if (x>y) {..}\n'.repeat(800))],
  ],
  ['CJK', [heading('概要'), paragraph('人工智能的發展很快，也很重要。'.repeat(900))]],
  ['emoji', [paragraph('👩‍👩‍👧🇩🇪 🎉'.repeat(2000))]],
  ['no space', [paragraph('xqzjkv7Ab'.repeat(112_000).slice(0, 1_000_000))]],
  ['one word', [paragraph('word')]],
  ['long headings', [heading('Ein'.repeat(60)), heading('知'.repeat(190), 2), paragraph(ENGLISH)]],
  [
    'table',
    [heading('Prices'), { kind: 'table', text: ['Part | Name | Price', ...ROWS].join('\n') }],
  ],
  ['long rows', [{ kind: 'table', text: `Part | Name | Price\n${LONG_ROW}\n${LONG_ROW}` }]],
];

const document = {
  name: 'handbook.pdf',
  path: 'handbook.pdf',
  metadata: { title: 'The handbook' },
};

function split(blocks: readonly Block[], tokens: ChunkTokens, parameters = {}, template?: string) {
  const chunking = fittedToModel(datasetChunking(template, parameters), tokens);
  return chunkDocument({ ...chunking, blocks, document });
}

/** Returns how many tokens a model reads of a text, without the words of its own that it is cut at. */
function exactCount({ tokenizer }: ChunkTokens): (text: string) => number {
  if (tokenizer === undefined) return (text) => estimatedTokens(text) + 2;
  const opened = new Tokenizer(JSON.parse(readFileSync(tokenizer, 'utf8')) as object, {});
  return (text) => opened.encode(text).ids.length;
}

describe.each(models)('for $name', { timeout: 120_000 }, ({ tokens }) => {
  const count = exactCount(tokens);

  test.each(DOCUMENTS)(
    'no chunk of a document exceeds the tokens, and none of it is lost: %s',
    (_, blocks) => {
      const { text } = joinBlocks(blocks);
      const chunks = split(blocks, tokens);
      const lengths = chunks.map((chunk) => count(embeddedText(chunk, document)));
      expect(Math.max(...lengths)).toBeLessThanOrEqual(tokens.max);
      let covered = 0;
      for (const { start, end, text: own } of chunks) {
        expect(text.slice(covered, Math.max(covered, start)).trim()).toBe('');
        expect(own.endsWith(textOf(text, { start, end }))).toBe(true);
        expect(end).toBeGreaterThan(covered);
        covered = end;
      }
      expect(text.slice(covered).trim()).toBe('');
    },
  );

  test('chunks use most of the tokens', () => {
    const chunks = split([paragraph(ENGLISH)], tokens);
    const full = chunks.filter((chunk) => {
      const used = count(embeddedText(chunk, document));
      return used > tokens.max / 2 || chunk.text.length > 600;
    });
    expect(full.length).toBeGreaterThan(chunks.length * 0.9);
  });

  test('each chunk of a long table has its heading row and whole rows', () => {
    const rows: string[] = [];
    for (const { text } of split(
      [{ kind: 'table', text: ['Part | Name | Price', ...ROWS].join('\n') }],
      tokens,
    )) {
      const [first, ...own] = text.split('\n');
      expect(first).toBe('Part | Name | Price');
      rows.push(...own);
    }
    expect(rows).toEqual(ROWS);
  });

  test('a size of the dataset is kept', () => {
    const parameters = { chunk_size: 3000, chunk_overlap: 0 };
    const own = split([paragraph(ENGLISH)], tokens, parameters);
    const { settings } = datasetChunking(undefined, parameters);
    const plain = chunkDocument({ blocks: [paragraph(ENGLISH)], settings, metadata: {}, document });
    expect(own).toEqual(plain);
  });

  test('what a template adds is counted', () => {
    const template = `${'Of the handbook. '.repeat(10)}{{ chunk.text }}`;
    for (const { rendered = '' } of split([paragraph(ENGLISH)], tokens, {}, template)) {
      expect(count(rendered)).toBeLessThanOrEqual(tokens.max);
    }
  });
});

test('a tokenizer that cannot be read is replaced by an estimate', () => {
  const missing = { max: 256, tokenizer: join(folder, 'missing.json') };
  expect(split([paragraph(ENGLISH)], missing)).toEqual(split([paragraph(ENGLISH)], { max: 256 }));
});

test('a text is chunked as ever where no model is set', () => {
  const chunking = datasetChunking(undefined, {});
  expect(fittedToModel(chunking, undefined)).toBe(chunking);
});
