import { randomUUID } from 'node:crypto';
import { unlink } from 'node:fs/promises';
import { join } from 'node:path';

import {
  documentChunksSchema,
  documentDetailSchema,
  documentTextSchema,
} from '@carrel/shared/contract';
import { parse } from 'valibot';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';

import { createPipelineFixture, type PipelineFixture } from '@carrel/testing/pipeline-fixture.ts';

let first: PipelineFixture;
let fixture: PipelineFixture;

beforeAll(async () => {
  first = await createPipelineFixture();
});
beforeEach(async () => {
  fixture = await first.withNewDataset();
});
afterAll(() => first.close());

const idOf = async (path: string) =>
  (await fixture.documents()).find((document) => document.path === path)?.id ?? randomUUID();
const call = async (path: string, suffix = '') =>
  fixture.call('GET', `/datasets/${fixture.datasetId}/documents/${await idOf(path)}${suffix}`);
const detail = async (path: string) => parse(documentDetailSchema, await (await call(path)).json());
const chunksOf = async (path: string, query = '') =>
  parse(documentChunksSchema, await (await call(path, `/chunks${query}`)).json());
const textOf = async (path: string, query = '') =>
  parse(documentTextSchema, await (await call(path, `/text${query}`)).json());

/** As of documents of earlier versions. */
const forgetTexts = () => fixture.server.database.query('UPDATE chunks SET document_text = NULL');

/** The document's text as its blocks make it, and what the chunks say is in it. */
const joined = (blocks: readonly { text: string }[]) => blocks.map(({ text }) => text).join('\n\n');

describe('a document', () => {
  test('has its archive, its neighbours, its settings and its history', async () => {
    await fixture.call('PATCH', `/datasets/${fixture.datasetId}`, {
      metadata_parameters: { chunk_size: 500, chunk_overlap: 20 },
    });
    await fixture.uploadFiles(
      { 'f/a.txt': 'One.', 'f/b.md': '# Two\n\nText.', 'f/c.txt': 'Three.', 'd.txt': 'Four.' },
      { purge_on_completion: false },
    );
    expect(await detail('f/b.md')).toMatchObject({
      name: 'b.md',
      kind: 'markdown',
      status: 'embedded',
      original: 'stored',
      sha256: expect.stringMatching(/^[\da-f]{64}$/) as unknown,
      dataset: { id: fixture.datasetId, name: 'Library' },
      archive: { name: 'library.zip' },
      chunk_count: 1,
      outdated: false,
      settings: { chunk_size: 500, chunk_overlap: 20, has_template: false },
      previous: { name: 'a.txt' },
      next: { name: 'c.txt' },
      history: [
        { stage: 'received', archive: 'library.zip' },
        { stage: 'partition', attempt: 1 },
        { stage: 'chunk', attempt: 1, chunks: 1 },
      ],
    });
    expect(await detail('f/a.txt')).toMatchObject({ previous: null, next: { name: 'b.md' } });
    expect(await detail('d.txt')).toMatchObject({ previous: null, next: null });
  });

  test('is outdated once a setting changes that makes other chunks, and not for others', async () => {
    await fixture.uploadFiles({ 'a.txt': 'One.' });
    const change = (json: unknown) => fixture.call('PATCH', `/datasets/${fixture.datasetId}`, json);
    await change({ name: 'Renamed', metadata_parameters: { owner: 'Ada' } });
    expect(await detail('a.txt')).toMatchObject({ outdated: false });
    await change({ metadata_parameters: { chunk_size: 100 } });
    expect(await detail('a.txt')).toMatchObject({ outdated: true });
    await change({ metadata_parameters: null, chunk_template: '{{ chunk.text }}' });
    expect(await detail('a.txt')).toMatchObject({ outdated: true });
    await change({ chunk_template: null });
    expect(await detail('a.txt')).toMatchObject({ outdated: false });
  });

  test('that failed says why, in each attempt', async () => {
    await fixture.uploadFiles({ 'broken.pdf': '%PDF-1.7 nonsense' });
    await fixture.call('POST', `/datasets/${fixture.datasetId}/documents/retry`, {
      all_failed: true,
    });
    await fixture.waitUntilProcessed();
    const { history, error, chunk_count } = await detail('broken.pdf');
    expect(chunk_count).toBe(0);
    expect(history).toMatchObject([
      { stage: 'received' },
      { stage: 'partition', attempt: 1, error, detail: expect.any(String) as unknown },
      { stage: 'retry' },
      { stage: 'partition', attempt: 2, error },
    ]);
  });

  test('keeps its history when its bytes are replaced, up to 20 entries', async () => {
    for (let version = 0; version < 8; version += 1) {
      await fixture.uploadFiles({ 'a.txt': `Version ${version}.` });
    }
    const { history } = await detail('a.txt');
    expect(history).toHaveLength(20);
    expect(history.slice(-3).map(({ stage }) => stage)).toEqual(['received', 'partition', 'chunk']);
  });

  test('of another dataset, or none, was not found', async () => {
    for (const suffix of ['', '/chunks', '/text', '/content']) {
      expect((await call('absent.txt', suffix)).status).toBe(404);
    }
  });
});

describe('the chunks of a document', () => {
  const paragraphs = Array.from({ length: 30 }, (_, number) => `Paragraph ${number} says this.`);

  beforeEach(async () => {
    await fixture.call('PATCH', `/datasets/${fixture.datasetId}`, {
      metadata_parameters: { chunk_size: 60, chunk_overlap: 10 },
      chunk_template: '{{ document.name }}: {{ chunk.text }}',
    });
    await fixture.uploadFiles({ 'long.md': ['# Title', ...paragraphs].join('\n\n') });
  });

  test('are read by number, with position and rendered text', async () => {
    const { total, chunks } = await chunksOf('long.md', '?from=2&limit=3');
    expect(total).toBeGreaterThan(10);
    expect(chunks.map(({ number }) => number)).toEqual([2, 3, 4]);
    expect(chunks[0]).toMatchObject({ headings: ['Title'] });
    expect(chunks[0]?.rendered).toBe(`long.md: ${chunks[0]?.text}`);
    expect((await chunksOf('long.md', `?from=${total}`)).chunks).toEqual([]);
  });

  test('are at their places in the text', async () => {
    const { chunks } = await chunksOf('long.md');
    const { blocks } = await textOf('long.md');
    const whole = joined(blocks);
    for (const { text, start, end } of chunks) expect(whole.slice(start ?? 0, end ?? 0)).toBe(text);
    for (const { text, start } of blocks) {
      expect(whole.slice(start, start + text.length)).toBe(text);
    }
  });

  test.each(['?from=-1', '?limit=0', '?limit=201', '?from=x'])('%s is refused', async (query) => {
    expect((await call('long.md', `/chunks${query}`)).status).toBe(422);
  });
});

describe('the text of a document', () => {
  test('is its structure, as the pipeline read it', async () => {
    await fixture.uploadFiles({
      'a.md': '# Title\n\nText.\n\n- one\n- two\n\n| a | b |\n|---|---|\n| 1 | 2 |',
    });
    expect((await textOf('a.md')).blocks.map(({ kind, text }) => [kind, text])).toEqual([
      ['heading', 'Title'],
      ['paragraph', 'Text.'],
      ['list', '- one\n- two'],
      ['table', 'a | b\n1 | 2'],
    ]);
  });

  test('is read in pages', async () => {
    await fixture.uploadFiles({ 'a.txt': 'One.\n\nTwo.\n\nThree.' });
    const page = await textOf('a.txt', '?limit=2');
    expect(page).toMatchObject({ blocks: [{ text: 'One.' }, { text: 'Two.' }], next: 2 });
    expect(await textOf('a.txt', '?from=2')).toMatchObject({ blocks: [{ text: 'Three.' }] });
  });

  test('comes from the chunks where the original is gone', async () => {
    await fixture.call('PATCH', `/datasets/${fixture.datasetId}`, { keep_originals: false });
    await fixture.uploadFiles({ 'a.txt': 'One.\n\nTwo.' });
    await expect
      .poll(async () => (await detail('a.txt')).original, { timeout: 20_000 })
      .toBe('gone');
    await forgetTexts();
    expect((await textOf('a.txt')).blocks).toMatchObject([{ text: 'One.' }, { text: 'Two.' }]);
  });

  test('comes from the chunks where the storage has lost the original', async () => {
    const id = await fixture.uploadFiles(
      { 'a.txt': 'One.\n\nTwo.' },
      { purge_on_completion: false },
    );
    const { dataDirectory } = fixture.server.dependencies.settings;
    await unlink(join(dataDirectory, 'archives', id));
    await forgetTexts();
    expect((await textOf('a.txt')).blocks).toMatchObject([{ text: 'One.' }, { text: 'Two.' }]);
  });

  test('of a document without any is refused with the reason', async () => {
    await fixture.uploadFiles({ 'sound.wav': 'RIFF....WAVEfmt ' });
    const response = await call('sound.wav', '/text');
    expect(response.status).toBe(422);
    expect(await response.json()).toEqual({
      message:
        'This is a sound file; there is no text in it to read. Upload a transcript of it instead.',
    });
  });
});
