import { createHash } from 'node:crypto';

import { documentWritesSchema, WRITES_MAX } from '@carrel/shared/contract';
import { parse } from 'valibot';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';

import { createPipelineFixture, type PipelineFixture } from '@carrel/testing/pipeline-fixture.ts';

let first: PipelineFixture;
let fixture: PipelineFixture;

beforeAll(async () => {
  first = await createPipelineFixture({}, { maxUploadBytes: 4_000_000 });
});
beforeEach(async () => {
  fixture = await first.withNewDataset();
});
afterAll(() => first.close());

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');

async function batch(files: readonly [string, string][], operations?: unknown): Promise<Response> {
  const form = new FormData();
  if (operations !== undefined) form.append('operations', JSON.stringify(operations));
  for (const [path, text] of files) form.append('documents', new Blob([text]), path);
  const request = new Request('http://localhost/', { method: 'POST', body: form });
  return fixture.owner.call('POST', `/datasets/${fixture.datasetId}/documents/batch`, {
    organizationId: fixture.organizationId,
    body: new Uint8Array(await request.arrayBuffer()),
    headers: { 'Content-Type': request.headers.get('Content-Type') ?? '' },
  });
}

async function outcomes(responding: Promise<Response>) {
  const { results } = parse(documentWritesSchema, await (await responding).json());
  return results.map(({ path, outcome }) => [path, outcome]);
}

const message = async (responding: Promise<Response>) => {
  const response = await responding;
  return [response.status, ((await response.json()) as { message: string }).message];
};

const contents = async () => (await fixture.documents()).map(({ path, size }) => [path, size]);

test('each document of a batch has its outcome', async () => {
  await fixture.uploadFiles({ 'a.txt': 'Same.', 'b.txt': 'Old.', 'gone/c.txt': 'Gone.' });
  expect(
    await outcomes(
      batch(
        [
          ['f/new.txt', 'New.'],
          ['a.txt', 'Same.'],
          ['b.txt', 'Newer.'],
          ['../out.txt', 'Out.'],
        ],
        { remove: [{ path: 'gone/c.txt' }, { path: 'never.txt' }] },
      ),
    ),
  ).toEqual([
    ['f/new.txt', 'added'],
    ['a.txt', 'unchanged'],
    ['b.txt', 'changed'],
    ['../out.txt', 'refused'],
    ['gone/c.txt', 'removed'],
    ['never.txt', 'refused'],
  ]);
  await fixture.waitUntilProcessed();
  expect(await contents()).toEqual([
    ['a.txt', 5],
    ['b.txt', 6],
    ['f/new.txt', 4],
  ]);
  expect((await fixture.navigate()).items.map(({ path }) => path)).toEqual(['f', 'a.txt', 'b.txt']);
});

test('conditions hold for each document alone', async () => {
  await fixture.uploadFiles({ 'a.txt': 'One.', 'b.txt': 'One.', 'c.txt': 'One.' });
  const responding = batch(
    [
      ['a.txt', 'Two.'],
      ['b.txt', 'Two.'],
      ['d.txt', 'Two.'],
    ],
    {
      documents: [
        { path: 'a.txt', if_match: sha256('One.') },
        { path: 'b.txt', if_match: sha256('Other.') },
        { path: 'd.txt', if_none_match: '*' },
      ],
      remove: [{ path: 'c.txt', if_match: sha256('Other.') }],
    },
  );
  expect(await outcomes(responding)).toEqual([
    ['a.txt', 'changed'],
    ['b.txt', 'refused'],
    ['d.txt', 'added'],
    ['c.txt', 'refused'],
  ]);
});

test('a condition holds for a path of any name', async () => {
  const once = { documents: [{ path: '__proto__', if_none_match: '*' }] };
  expect(await outcomes(batch([['__proto__', 'One.']], once))).toEqual([['__proto__', 'added']]);
  expect(await outcomes(batch([['__proto__', 'Two.']], once))).toEqual([['__proto__', 'refused']]);
});

test('what a batch removes is in the audit log', async () => {
  await fixture.uploadFiles({ 'a.txt': 'One.', 'b.txt': 'Two.' });
  await batch([['c.txt', 'Three.']], { remove: [{ path: 'a.txt' }, { path: 'b.txt' }] });
  const audit = `/organizations/${fixture.organizationId}/audit?action=documents.deleted`;
  const { records } = (await (await fixture.call('GET', audit)).json()) as {
    records: { details: unknown }[];
  };
  expect(records[0]).toMatchObject({ details: { documents: '2' } });
});

test('documents are removed without files, by JSON', async () => {
  await fixture.uploadFiles({ 'a.txt': 'One.', 'b.txt': 'Two.' });
  const response = await fixture.call('POST', `/datasets/${fixture.datasetId}/documents/batch`, {
    remove: [{ path: 'a.txt' }],
  });
  expect(parse(documentWritesSchema, await response.json()).results).toEqual([
    { path: 'a.txt', outcome: 'removed' },
  ]);
  expect(await contents()).toEqual([['b.txt', 4]]);
});

test('a batch that contradicts itself changes nothing', async () => {
  await fixture.uploadFiles({ 'a.txt': 'One.' });
  const twice = batch([
    ['b.txt', 'One.'],
    ['b.txt', 'Two.'],
  ]);
  expect(await message(twice)).toEqual([422, 'The path b.txt is there twice.']);
  const both = batch([['a.txt', 'Two.']], { remove: [{ path: 'a.txt' }] });
  expect(await message(both)).toEqual([422, 'The path a.txt is there twice.']);
  expect(await contents()).toEqual([['a.txt', 4]]);
});

const part = (headers: string) => Buffer.from(`--x\r\nContent-Disposition: form-data; ${headers}`);
const removing = (path: string) => `{"remove":[{"path":${path}}]}`;

/** Sends a form of one file, with an operation, whose parts are these bytes. */
function rawBatch(name: string | Buffer, operations: string | Buffer): Promise<Response> {
  return fixture.owner.call('POST', `/datasets/${fixture.datasetId}/documents/batch`, {
    organizationId: fixture.organizationId,
    body: Buffer.concat([
      part('name="operations"\r\n\r\n'),
      Buffer.from(operations),
      Buffer.from('\r\n'),
      part('name="documents"; filename="'),
      Buffer.from(name),
      Buffer.from('"\r\n\r\nText.\r\n--x--\r\n'),
    ]),
    headers: { 'Content-Type': 'multipart/form-data; boundary=x' },
  });
}

test('a batch whose operations or names would change is refused, and changes nothing', async () => {
  await fixture.uploadFiles({ 'a.txt': 'One.' });
  const stored = 'The text contains a character that cannot be stored';
  for (const [operations, refusal] of [
    [removing(String.raw`"a\u0000.txt"`), [422, `${stored}: U+0000`]],
    [removing(String.raw`"\ud800.txt"`), [422, `${stored}: U+D800, which is half of one`]],
    ['{"remove":[],"remove":[]}', [422, 'The field is there twice']],
    ['{', [400, 'The request is not valid JSON.']],
    [Buffer.from(removing('"\u00ff.txt"'), 'latin1'), [400, 'The request is not UTF-8 text.']],
  ] as const) {
    expect(await message(rawBatch('b.txt', operations))).toEqual(refusal);
  }
  expect(await message(rawBatch(Buffer.from('\u00ff.txt', 'latin1'), '{}'))).toEqual([
    400,
    'A file has a name that is not UTF-8 text.',
  ]);
  expect(await contents()).toEqual([['a.txt', 4]]);
  expect(await outcomes(rawBatch('\ufffeé.txt', '{}'))).toEqual([['\ufffeé.txt', 'added']]);
});

test('an empty batch, one that is too long or too large, and one that is no form are refused', async () => {
  expect(await message(batch([]))).toEqual([422, 'The batch has no documents.']);
  const many = Array.from({ length: WRITES_MAX + 1 }, (_, at): [string, string] => [`${at}`, '']);
  expect(await message(batch(many))).toEqual([
    422,
    `A batch has at most ${WRITES_MAX.toLocaleString('en-US')} documents.`,
  ]);
  expect((await batch([['a.txt', 'x'.repeat(5_000_000)]])).status).toBe(413);
  const text = await fixture.owner.call('POST', `/datasets/${fixture.datasetId}/documents/batch`, {
    organizationId: fixture.organizationId,
    body: new TextEncoder().encode('Text.'),
    headers: { 'Content-Type': 'application/octet-stream' },
  });
  expect(text.status).toBe(415);
  const cut = await fixture.owner.call('POST', `/datasets/${fixture.datasetId}/documents/batch`, {
    organizationId: fixture.organizationId,
    body: new TextEncoder().encode('--x\r\nContent-Disposition: form-data; name="documents"; fi'),
    headers: { 'Content-Type': 'multipart/form-data; boundary=x' },
  });
  expect(cut.status).toBe(400);
  expect(await contents()).toEqual([]);
});
