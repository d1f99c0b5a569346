import {
  documentChunksSchema,
  documentDetailSchema,
  editedMetadataSchema,
  foundDocumentsSchema,
  metadataKeysSchema,
  METADATA_MAX,
  settingsDriftSchema,
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

const base = () => `/datasets/${fixture.datasetId}`;
const json = async (path: string) => (await fixture.call('GET', `${base()}${path}`)).json();
const idOf = async (path: string) =>
  (await fixture.documents()).find((document) => document.path === path)?.id ?? '';
const detailOf = async (path: string) =>
  parse(documentDetailSchema, await json(`/documents/${await idOf(path)}`));
const metadataOf = async (path: string) => (await detailOf(path)).metadata;
const find = async (query: string) =>
  parse(foundDocumentsSchema, await json(`/documents/find?${query}`)).documents.map(
    ({ path }) => path,
  );
const edit = (body: unknown) => fixture.call('PATCH', `${base()}/documents/metadata`, body);
const edited = async (body: unknown) => {
  const response = await edit(body);
  expect(response.status).toBe(200);
  return parse(editedMetadataSchema, await response.json());
};
const drift = async () => parse(settingsDriftSchema, await json('/settings-drift'));
const settled = () =>
  expect.poll(async () => (await drift()).reprocessing, { timeout: 30_000 }).toBe(0);
const renderedOf = async (path: string) =>
  parse(documentChunksSchema, await json(`/documents/${await idOf(path)}/chunks`)).chunks.map(
    ({ rendered }) => rendered,
  );

const TEMPLATE =
  'by {{ document.metadata.author }}{{ document.metadata.none }} for {{ metadata.team }}: {{ chunk.text }}';
const useTemplate = (chunk_template: string) =>
  fixture.call('PATCH', base(), { chunk_template, metadata_parameters: { team: 'Legal' } });

const MARKDOWN =
  '---\nauthor: Ann\ntags: [a, b]\nyear: 2026\ndraft: false\n---\n# Report\n\nText.\n';

describe('what a file says about itself', () => {
  test('is read from front matter, headers and a sidecar, which says more', async () => {
    await fixture.uploadFiles({
      'a.md': MARKDOWN,
      'a.md.metadata.json': '{"author": "Bo", "team": "Legal"}',
      'mail.eml':
        'From: Ann <ann@example.com>\r\nTo: Bo <bo@example.com>, cy@example.com\r\nSubject: Hello\r\nDate: Fri, 16 Dec 2022 22:04:16 +0000\r\nMessage-ID: <1@example.com>\r\n\r\nText.',
      'plain.txt': 'Text.',
      'plain.txt.metadata.json': 'no JSON',
    });
    expect(await metadataOf('a.md')).toEqual({
      read: { author: 'Bo', team: 'Legal', tags: ['a', 'b'], year: 2026, draft: false },
      edited: {},
    });
    expect(await metadataOf('mail.eml')).toMatchObject({
      read: {
        subject: 'Hello',
        from: 'Ann <ann@example.com>',
        to: ['Bo <bo@example.com>', 'cy@example.com'],
        date: '2022-12-16T22:04:16.000Z',
        message_id: '<1@example.com>',
      },
    });
    expect(await metadataOf('plain.txt')).toBeNull();
    // A sidecar is a document, too.
    expect(await find('q=metadata.json')).toEqual([
      'a.md.metadata.json',
      'plain.txt.metadata.json',
    ]);
  });

  test('changes with its sidecar, and with the file', async () => {
    await fixture.uploadFiles({ 'a.md': MARKDOWN });
    await fixture.uploadFiles({ 'a.md.metadata.json': '{"team": "Legal"}' });
    await settled();
    expect(await metadataOf('a.md')).toMatchObject({ read: { author: 'Ann', team: 'Legal' } });
    await fixture.uploadFiles({ 'a.md': '# No front matter' });
    expect(await metadataOf('a.md')).toEqual({ read: { team: 'Legal' }, edited: {} });
  });

  test('that is hostile is left out', async () => {
    await fixture.uploadFiles({
      'a.txt': 'Text.',
      'a.txt.metadata.json': `{"__proto__": {"x": 1}, "a": "x\\u0000y", "b": "\\ud800", "deep": ${'['.repeat(500)}${']'.repeat(500)}, "n": 1e999, "long": "${'x'.repeat(5000)}"}`,
    });
    expect(await metadataOf('a.txt')).toEqual({
      read: { a: 'xy', b: '\ufffd', deep: [], n: [], long: 'x'.repeat(METADATA_MAX.text) },
      edited: {},
    });
  });
});

describe('metadata is edited', () => {
  const all = { all: true };

  test('over what was read, removed, and reset again', async () => {
    await fixture.uploadFiles({ 'a.md': MARKDOWN, 'b.txt': 'Text.' });
    const set = { author: 'Bo', team: ['x', 'y'] };
    expect(await edited({ documents: all, set, remove: ['tags'] })).toEqual({
      changed: 2,
      skipped: 0,
    });
    expect(await metadataOf('a.md')).toMatchObject({
      read: { author: 'Ann', tags: ['a', 'b'] },
      edited: { author: 'Bo', team: ['x', 'y'], tags: null },
    });
    expect(await metadataOf('b.txt')).toEqual({ read: {}, edited: set });
    expect(await edited({ documents: all, set, remove: ['tags'] })).toMatchObject({ changed: 0 });

    await edited({ documents: all, reset: ['author', 'tags'], remove: ['team'] });
    expect(await metadataOf('a.md')).toMatchObject({ read: { author: 'Ann' }, edited: {} });
    expect(await metadataOf('b.txt')).toBeNull();
  });

  test('and stays edited when the document is processed again', async () => {
    await fixture.uploadFiles({ 'a.md': MARKDOWN });
    await edited({ documents: all, set: { author: 'Bo' } });
    await fixture.uploadFiles({ 'a.md': MARKDOWN.replace('Ann', 'Cy') });
    expect(await metadataOf('a.md')).toMatchObject({
      read: { author: 'Cy' },
      edited: { author: 'Bo' },
    });
  });

  test.each<[string, object, RegExp]>([
    ['nothing', {}, /Send what to set/],
    ['a key twice', { set: { a: 'x' }, remove: ['a'] }, /only once/],
    ['an empty key', { set: { ' ': 'x' } }, /Type a key/],
    ['a long key', { set: { ['x'.repeat(65)]: 'x' } }, /at most 64 characters/],
    ['an empty value', { set: { a: '' } }, /Type a value/],
    ['a long value', { set: { a: 'x'.repeat(1001) } }, /at most 1,000 characters/],
    ['an object', { set: { a: {} } }, /A value is a text/],
    ['a list of numbers', { set: { a: [1] } }, /only texts/],
    ['a character that is never stored', { set: { a: '\u0000' } }, /cannot be stored/],
    ['a key of objects', { set: JSON.parse('{"__proto__": "x"}') as object }, /cannot be a key/],
    [
      'too many keys',
      { set: Object.fromEntries(Array.from({ length: 65 }, (_, at) => [`k${at}`, 'x'])) },
      /at most 64 keys/,
    ],
  ])('but not with %s', async (_, change, sentence) => {
    const response = await edit({ documents: all, ...change });
    expect(response.status).toBe(422);
    expect(await response.json()).toMatchObject({
      message: expect.stringMatching(sentence) as unknown,
    });
  });

  test('up to the limits of a document, and says how many it left out', async () => {
    await fixture.uploadFiles({ 'a.txt': 'Text.', 'b.txt': 'Text.' });
    const many = Object.fromEntries(Array.from({ length: 64 }, (_, at) => [`k${at}`, 'x']));
    const one = { document_ids: [await idOf('a.txt')] };
    await edited({ documents: one, set: many });
    expect((await edit({ documents: one, set: { other: 'x' } })).status).toBe(422);
    expect(await edited({ documents: all, set: { other: 'x' } })).toEqual({
      changed: 1,
      skipped: 1,
    });
    expect(await edited({ documents: one, remove: ['k0'] })).toEqual({ changed: 1, skipped: 0 });
    const long = Object.fromEntries(
      Array.from({ length: 17 }, (_, at) => [`l${at}`, 'x'.repeat(1000)]),
    );
    expect((await edit({ documents: one, set: long })).status).toBe(422);
  });
});

describe('documents are found by metadata', () => {
  beforeEach(async () => {
    await fixture.uploadFiles({
      'a.md': MARKDOWN,
      'b.md': MARKDOWN.replace('Ann', 'Bo'),
      'c.txt': 'x',
    });
  });

  test.each([
    ['metadata.author=Ann', ['a.md']],
    ['metadata.tags=b', ['a.md', 'b.md']],
    ['metadata.year=2026&metadata.author=Bo', ['b.md']],
    ['metadata.draft=false&metadata.tags=a&metadata.tags=b', ['a.md', 'b.md']],
    ['metadata.author=ann', []],
    ['metadata.author=', ['a.md', 'b.md', 'c.txt']],
  ])('%s', async (query, paths) => {
    expect(await find(query)).toEqual(paths);
  });

  test('as Editors see it', async () => {
    await edited({ documents: { all: true }, set: { author: 'Cy' }, remove: ['tags'] });
    expect(await find('metadata.author=Ann')).toEqual([]);
    expect(await find('metadata.author=Cy')).toEqual(['a.md', 'b.md', 'c.txt']);
    expect(await find('metadata.tags=a')).toEqual([]);
  });

  test('whose keys are listed, with their values', async () => {
    const keys = parse(metadataKeysSchema, await json('/documents/metadata'));
    expect(keys).toEqual({
      keys: [
        { key: 'author', documents: 2, values: ['Ann', 'Bo'] },
        { key: 'draft', documents: 2, values: ['false'] },
        { key: 'tags', documents: 2, values: ['a', 'b'] },
        { key: 'year', documents: 2, values: ['2026'] },
      ],
      is_partial: false,
    });
  });
});

describe('a template shows a document its metadata', () => {
  test('beside the parameters of the dataset', async () => {
    await useTemplate(TEMPLATE);
    await fixture.uploadFiles({ 'a.md': MARKDOWN, 'b.txt': 'Text.' });
    expect(await renderedOf('a.md')).toEqual([expect.stringMatching(/^by Ann for Legal: /)]);
    expect(await renderedOf('b.txt')).toEqual(['by  for Legal: Text.']);
  });

  test('and an edit makes its chunks outdated until it is processed again', async () => {
    await useTemplate(TEMPLATE);
    await fixture.uploadFiles({ 'a.md': MARKDOWN, 'b.txt': 'Text.' });
    const documents = { document_ids: [await idOf('a.md')] };
    await edited({ documents, set: { author: 'Bo' } });
    expect(await drift()).toMatchObject({ outdated: 1 });
    expect((await detailOf('a.md')).outdated).toBe(true);
    await edited({ documents, reset: ['author'] });
    expect(await drift()).toMatchObject({ outdated: 0 });
    await edited({ documents, set: { author: 'Bo' } });
    await fixture.call('POST', `${base()}/documents/reprocess`, { outdated: true });
    await settled();
    expect(await drift()).toMatchObject({ outdated: 0 });
    expect(await renderedOf('a.md')).toEqual([expect.stringMatching(/^by Bo for Legal: /)]);
  });

  test('and an edit changes nothing where it does not', async () => {
    await useTemplate('{{ document.name }} {{ metadata.team }} {{ chunk.text }}');
    await fixture.uploadFiles({ 'a.md': MARKDOWN });
    await edited({ documents: { all: true }, set: { author: 'Bo' } });
    expect(await drift()).toMatchObject({ outdated: 0 });
  });
});
