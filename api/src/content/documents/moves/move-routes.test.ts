import {
  movedDocumentsSchema,
  movePlanSchema,
  undoneMoveSchema,
  type HistoryEntry,
} from '@carrel/shared/contract';
import { parse } from 'valibot';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';

import { repeatedCall } from '@carrel/testing/repeated-call.ts';
import { createPipelineFixture, type PipelineFixture } from '@carrel/testing/pipeline-fixture.ts';

let first: PipelineFixture;
let fixture: PipelineFixture;

beforeAll(async () => {
  first = await createPipelineFixture();
});
beforeEach(async () => {
  fixture = await first.withNewDataset();
  await fixture.uploadFiles({
    'top.txt': 'Gasket at the top.',
    'f/a.txt': 'Gasket a.',
    'f/g/b.txt': 'Gasket b.',
    'h/a.txt': 'Another gasket.',
  });
});
afterAll(() => first.close());

const base = () => `/datasets/${fixture.datasetId}`;
const post = (path: string, json: unknown) =>
  fixture.call('POST', `${base()}/documents/${path}`, json);
const move = async (json: unknown) => {
  const response = await post('move', json);
  expect(response.status).toBe(200);
  return parse(movedDocumentsSchema, await response.json());
};
const plan = async (json: unknown) =>
  parse(movePlanSchema, await (await post('move/plan', json)).json());
const undo = async (id: string) =>
  parse(undoneMoveSchema, await (await post('move/undo', { move: id })).json());
const repeated = async (path: string, json: unknown) => {
  const calls = await repeatedCall(fixture, `${base()}/documents/${path}`, json);
  expect(calls.map(({ status }) => status)).toEqual([200, 200]);
  expect(calls[1].headers.get('Idempotency-Replayed')).toBe('true');
  return [await calls[0].json(), await calls[1].json()];
};
const paths = async () => (await fixture.documents()).map(({ path }) => path);
const idOf = async (path: string) =>
  (await fixture.documents()).find((document) => document.path === path)?.id ?? '';
const create = (path: string) => fixture.call('POST', `${base()}/folders`, { path });
const folders = async (path = '') =>
  Object.fromEntries(
    (await fixture.navigate(`?path=${path}`)).items
      .filter(({ item_type }) => item_type === 'folder')
      .map((folder) => [folder.path, folder.document_count]),
  );

test('documents are moved into a folder with their ids, and the folders that they leave empty are gone', async () => {
  const id = await idOf('f/g/b.txt');
  const moved = await move({ document_ids: [id], to: 'new/place' });
  expect(moved).toMatchObject({ moved: 1, waiting: 0, skipped: 0 });
  expect(await paths()).toEqual(['f/a.txt', 'h/a.txt', 'new/place/b.txt', 'top.txt']);
  expect(await idOf('new/place/b.txt')).toBe(id);
  expect(await folders()).toEqual({ f: 1, h: 1, new: 1 });
  expect(await folders('f')).toEqual({});
  const detail = (await (await fixture.call('GET', `${base()}/documents/${id}`)).json()) as {
    history: HistoryEntry[];
  };
  expect(detail.history).toContainEqual(
    expect.objectContaining({ stage: 'move', from: 'f/g/b.txt', to: 'new/place/b.txt' }),
  );
});

test('a move is undone as a whole', async () => {
  const before = await paths();
  const { move: id, moved } = await move({ folders: ['f'], to: 'h' });
  expect(moved).toBe(2);
  expect(await paths()).toEqual(['h/a.txt', 'h/f/a.txt', 'h/f/g/b.txt', 'top.txt']);
  expect(await undo(id)).toEqual({ moved: 2, waiting: 0, kept: 0 });
  expect(await paths()).toEqual(before);
  expect(await folders()).toEqual({ f: 2, h: 1 });
  const rows = await fixture.server.database.query(
    'SELECT id FROM documents WHERE dataset_id = $1 AND origin_path IS NOT NULL',
    [fixture.datasetId],
  );
  expect(rows).toEqual([]);
  expect((await post('move/undo', { move: id })).status).toBe(409);
});

test('a move and its undo are done once where their requests are repeated', async () => {
  const before = await paths();
  const [moved, begun] = (await repeated('move', { folders: ['f'], to: 'h' })).map((body) =>
    parse(movedDocumentsSchema, body),
  );
  expect(moved).toMatchObject({ moved: 2, waiting: 0 });
  expect(begun).toEqual({ ...moved, moved: 0, waiting: 2 });
  const undone = await repeated('move/undo', { move: begun?.move });
  expect(undone).toEqual([
    { moved: 2, waiting: 0, kept: 0 },
    { moved: 0, waiting: 2, kept: 0 },
  ]);
  expect(await paths()).toEqual(before);
});

test('a document and a folder are renamed, by another case too', async () => {
  await move({ document_ids: [await idOf('top.txt')], to: '', name: 'Top.txt' });
  await move({ folder: 'f', to: '', name: 'Files' });
  expect(await paths()).toEqual(['Files/a.txt', 'Files/g/b.txt', 'Top.txt', 'h/a.txt']);
});

test('a path that is taken is said before, and its document stays or gets a number', async () => {
  const request = { document_ids: [await idOf('f/a.txt')], to: 'h' };
  expect(await plan(request)).toMatchObject({
    documents: 0,
    taken: 1,
    obstacles: [{ path: 'f/a.txt', to: 'h/a.txt', reason: 'A document is there already.' }],
  });
  expect(await move(request)).toMatchObject({ moved: 0, skipped: 1 });
  expect(await plan({ ...request, taken: 'number' })).toMatchObject({
    documents: 1,
    obstacles: [{ numbered: 'h/a (2).txt' }],
  });
  expect(await move({ ...request, taken: 'number' })).toMatchObject({ moved: 1, skipped: 0 });
  expect(await paths()).toEqual(['f/g/b.txt', 'h/a (2).txt', 'h/a.txt', 'top.txt']);
});

test('a folder is merged into one of its name, and what is taken there stays', async () => {
  await fixture.uploadFiles({ 'x/h/a.txt': 'Other', 'x/h/c.txt': 'Another' });
  const request = { folders: ['x/h'], to: '' };
  expect(await plan(request)).toMatchObject({ documents: 1, taken: 1, merged: true });
  expect(await move(request)).toMatchObject({ moved: 1, skipped: 1 });
  expect(await paths()).toContain('h/c.txt');
  expect(await paths()).toContain('x/h/a.txt');
});

test('a name that differs in case from one that is there is said before', async () => {
  const request = { document_ids: [await idOf('top.txt')], to: 'f', name: 'A.TXT' };
  expect(await plan(request)).toMatchObject({
    documents: 1,
    similar: [{ to: 'f/A.TXT', existing: 'f/a.txt' }],
  });
});

test('a folder does not go into itself, and nothing goes into a document', async () => {
  for (const to of ['f', 'f/g', 'f/new']) {
    const response = await post('move', { folders: ['f'], to });
    expect(response.status).toBe(422);
    expect(await response.json()).toMatchObject({
      message: 'A folder cannot be moved into itself.',
    });
  }
  for (const to of ['top.txt', 'top.txt/below']) {
    const response = await post('move', { folders: ['f'], to });
    expect(response.status).toBe(409);
  }
  for (const name of ['a/b', '..', '.', ' ', 'a\\b', '.DS_Store']) {
    const response = await post('move', { document_ids: [await idOf('top.txt')], to: '', name });
    expect(response.status).toBe(422);
  }
  expect((await post('move', { document_ids: [await idOf('top.txt')], to: '../x' })).status).toBe(
    422,
  );
  const both = { folders: ['f'], document_ids: [await idOf('top.txt')], to: '', name: 'x' };
  expect((await post('move', both)).status).toBe(422);
});

test('a name in another normal form is the same name', async () => {
  await move({ document_ids: [await idOf('top.txt')], to: 'f', name: 'caf\u00e9.txt' });
  const request = { document_ids: [await idOf('h/a.txt')], to: 'f', name: 'cafe\u0301.txt' };
  expect(await plan(request)).toMatchObject({ documents: 0, taken: 1 });
});

test('a plan that somebody else has overtaken moves nothing', async () => {
  const request = { document_ids: [await idOf('top.txt')], to: 'mine' };
  const { plan: planned } = await plan(request);
  await move({ document_ids: request.document_ids, to: 'theirs' });
  const response = await post('move', { ...request, plan: planned });
  expect(response.status).toBe(409);
  expect(await paths()).toContain('theirs/top.txt');
  const { plan: again } = await plan(request);
  expect(await move({ ...request, plan: again })).toMatchObject({ moved: 1 });
});

test('a move whose server ended before it began holds its documents for seconds only', async () => {
  const { database } = fixture.server;
  const [left] = await database.query<{ id: string }>(
    `INSERT INTO document_moves (organization_id, dataset_id, taken) VALUES ($1, $2, 'skip') RETURNING id`,
    [fixture.organizationId, fixture.datasetId],
  );
  const id = await idOf('top.txt');
  await database.query(
    `INSERT INTO document_move_entries (organization_id, move_id, document_id, from_path, to_path)
     VALUES ($1, $2, $3, 'top.txt', 'theirs/top.txt')`,
    [fixture.organizationId, left?.id, id],
  );
  const request = { document_ids: [id], to: 'mine' };
  expect(await plan(request)).toMatchObject({ documents: 0, refused: 1 });
  await database.query(
    `UPDATE document_moves SET created_at = now() - interval '1 minute' WHERE id = $1`,
    [left?.id],
  );
  expect(await move(request)).toMatchObject({ moved: 1 });
});

test('two people who move one document at the same time move it once', async () => {
  const ids = [await idOf('top.txt')];
  const all = await Promise.all(
    ['one', 'two', 'three'].map((to) => post('move', { document_ids: ids, to })),
  );
  expect(all.map(({ status }) => status)).toEqual([200, 200, 200]);
  const after = (await paths()).filter((path) => path.endsWith('top.txt'));
  expect(after).toHaveLength(1);
  expect(await folders()).toMatchObject({ [after[0]?.split('/')[0] ?? '']: 1 });
});

test('a sidecar goes with its document, by the new name', async () => {
  await fixture.uploadFiles({ 's/x.txt': 'Text', 's/x.txt.metadata.json': '{"a": "b"}' });
  const request = { document_ids: [await idOf('s/x.txt')], to: 't', name: 'y.txt' };
  expect(await plan(request)).toMatchObject({ documents: 2, sidecars: 1 });
  await move(request);
  expect(await paths()).toEqual(expect.arrayContaining(['t/y.txt', 't/y.txt.metadata.json']));
  await fixture.waitUntilProcessed();
});

test('everything is moved into a folder, except for what is in it', async () => {
  await move({ all: true, to: 'h' });
  expect(await paths()).toEqual(['h/a.txt', 'h/f/a.txt', 'h/f/g/b.txt', 'h/top.txt']);
});

test('a folder that a person made stays without documents, is moved and deleted', async () => {
  expect((await create('empty/inner')).status).toBe(201);
  expect((await create('empty/inner')).status).toBe(409);
  expect((await create('Empty/Inner')).status).toBe(201);
  expect((await create('F')).status).toBe(409);
  expect((await create('top.txt')).status).toBe(409);
  expect((await create('top.txt/x')).status).toBe(409);
  expect((await create('..')).status).toBe(422);
  expect(await folders()).toMatchObject({ empty: 0 });
  expect(await folders('empty')).toEqual({ 'empty/inner': 0 });
  const id = await idOf('top.txt');
  await move({ document_ids: [id], to: 'empty/inner' });
  await move({ document_ids: [id], to: '' });
  expect(await folders('empty')).toEqual({ 'empty/inner': 0 });
  const { move: made } = await move({ folders: ['empty'], to: 'h' });
  expect(await folders('h/empty')).toEqual({ 'h/empty/inner': 0 });
  expect(await folders()).not.toHaveProperty('empty');
  await undo(made);
  expect(await folders('empty')).toEqual({ 'empty/inner': 0 });
  const response = await post('delete', { folders: ['empty'] });
  const { removal } = (await response.json()) as { removal: string };
  expect(await folders()).not.toHaveProperty('empty');
  expect((await post('restore', { removal })).status).toBe(200);
  expect(await folders('empty')).toEqual({ 'empty/inner': 0 });
});
