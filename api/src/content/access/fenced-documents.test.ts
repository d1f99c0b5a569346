import { documentDetailSchema } from '@carrel/shared/contract';
import { parse } from 'valibot';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';

import { createPipelineFixture, type PipelineFixture } from '@carrel/testing/pipeline-fixture.ts';
import { buildMail } from '@carrel/testing/mails/build-mail.ts';
import { readJson, type Member } from '@carrel/testing/server-fixture.ts';
import { buildZip } from '@carrel/testing/zips/build-zip.ts';

let first: PipelineFixture;
let fixture: PipelineFixture;
/** An Editor of the group Board, and one of no group. */
let board: Member;
let editor: Member;

const groups = (...names: unknown[]) => JSON.stringify({ groups: names });

beforeAll(async () => {
  first = await createPipelineFixture();
  const { server, owner, organizationId } = first;
  board = await server.member(organizationId, 'Editor');
  editor = await server.member(organizationId, 'Editor');
  await owner.call('POST', `/organizations/${organizationId}/groups`, {
    json: { name: 'Board', account_ids: [board.accountId] },
  });
});
beforeEach(async () => {
  fixture = await first.withNewDataset();
  await fixture.call('PUT', `/datasets/${fixture.datasetId}/access`, {
    access: 'organization',
    fence: 'groups',
  });
});
afterAll(() => first.close());

const as = (who: Member, method: string, path: string, json?: unknown) =>
  who.call(method, `/datasets/${fixture.datasetId}${path}`, {
    organizationId: fixture.organizationId,
    ...(json === undefined ? {} : { json }),
  });
const paths = async (who: Member) => {
  const list = await as(who, 'GET', '/documents?page=1&limit=100');
  const { documents } = await readJson<{ documents: { path: string }[] }>(list);
  return documents.map(({ path }) => path);
};
const texts = async (who: Member, query: string) => {
  const { results } = await readJson<{ results: { text: string }[] }>(
    await as(who, 'POST', '/search', { query }),
  );
  return results.map(({ text }) => text);
};
const settled = async () => {
  await fixture.waitUntilProcessed();
  const drift = async () =>
    (
      await readJson<{ reprocessing: number }>(
        await fixture.call('GET', `/datasets/${fixture.datasetId}/settings-drift`),
      )
    ).reprocessing;
  await expect.poll(drift, { timeout: 30_000 }).toBe(0);
};
const put = (who: Member, path: string, text: string) =>
  who.call('PUT', `/datasets/${fixture.datasetId}/documents/by-path?path=${path}`, {
    organizationId: fixture.organizationId,
    body: new TextEncoder().encode(text),
    headers: { 'Content-Type': 'application/octet-stream' },
  });
const remove = (who: Member, path: string) => as(who, 'DELETE', `/documents/by-path?path=${path}`);

test('a zip with sidecars brings the groups along, and each sidecar is as hidden as its document', async () => {
  await fixture.uploadFiles({
    'open.txt': 'The turbine is open.',
    'open.txt.metadata.json': '{"author": "Ann"}',
    'plan.txt': 'The turbine is secret.',
    'plan.txt.metadata.json': groups('Board'),
    'typed.txt': 'The turbine is typed.',
    'typed.txt.metadata.json': JSON.stringify({
      metadataAttributes: {
        groups: { value: { type: 'STRING_LIST', stringListValue: ['board'] } },
      },
    }),
    'nobody.txt': 'The turbine is for nobody.',
    'nobody.txt.metadata.json': groups(),
    'broken.txt': 'The turbine is broken.',
    'broken.txt.metadata.json': '{"groups": ["Board"',
    'many.txt': 'The turbine has much metadata.',
    'many.txt.metadata.json': JSON.stringify({
      ...Object.fromEntries(Array.from({ length: 64 }, (_, at) => [`key ${at}`, at])),
      groups: ['Board'],
    }),
    'front.md': '---\ngroups: [Board]\n---\nThe turbine is in front.',
  });
  const open = ['open.txt', 'open.txt.metadata.json'];
  expect(await paths(editor)).toEqual(open);
  expect(await paths(board)).toEqual([
    'front.md',
    ...open,
    'plan.txt',
    'plan.txt.metadata.json',
    'typed.txt',
    'typed.txt.metadata.json',
  ]);
  expect(await paths(fixture.owner)).toHaveLength(13);
  expect(await texts(editor, 'turbine')).toEqual(['The turbine is open.']);
  expect(await texts(board, 'turbine')).toHaveLength(4);
  const { items } = await readJson<{ items: { path: string }[] }>(
    await as(editor, 'GET', '/navigate'),
  );
  expect(items.map(({ path }) => path)).toEqual(open);
});

test('what is inside of a mail is behind its fence', async () => {
  const mail = buildMail('Hello.', [{ name: 'note.txt', content: 'Five turbines.' }]);
  const sidecar = { name: 'a.eml.metadata.json', content: Buffer.from(groups('Board')) };
  await fixture.upload(Uint8Array.from(buildZip([{ name: 'a.eml', content: mail }, sidecar])));
  await settled();
  expect(await texts(editor, 'turbines')).toEqual([]);
  expect(await texts(board, 'turbines')).toEqual(['Five turbines.']);
});

test('an archive and what it did to hidden paths are for those who see all of them', async () => {
  const archive = await fixture.uploadFiles(
    { 'open.txt': 'Open.', 'plan.txt': 'Secret.', 'plan.txt.metadata.json': groups('Board') },
    { purge_on_completion: false },
  );
  await fixture.uploadFiles({ 'open.txt': 'Open.', 'plan.txt': 'Secret.' });
  const entries = async (who: Member, id: string) => {
    const response = await as(who, 'GET', `/archives/${id}/entries`);
    return (await readJson<{ entries: { path: string }[] }>(response)).entries.map(
      ({ path }) => path,
    );
  };
  const [again] = await fixture.archives();
  for (const id of [archive, again?.id ?? '']) {
    expect(await entries(editor, id)).toEqual(['open.txt']);
    expect(await entries(fixture.owner, id)).toContain('plan.txt');
  }
  expect((await as(editor, 'GET', `/archives/${archive}/content`)).status).toBe(403);
  expect((await as(fixture.owner, 'GET', `/archives/${archive}/content`)).status).toBe(200);
});

test('groups that change in a sidecar count before the document is processed again', async () => {
  await fixture.uploadFiles({
    'plan.txt': 'A turbine.',
    'plan.txt.metadata.json': groups('Board'),
  });
  expect(await texts(board, 'turbine')).toHaveLength(1);
  await put(fixture.owner, 'plan.txt.metadata.json', groups('Sales'));
  expect(await paths(board)).toEqual([]);
  await settled();
  expect(await paths(board)).toEqual([]);
  await put(fixture.owner, 'plan.txt.metadata.json', groups('Sales', 'Board'));
  await settled();
  expect(await paths(board)).toEqual(['plan.txt', 'plan.txt.metadata.json']);
  expect(await paths(editor)).toEqual([]);
});

test('a document that is replaced is hidden until its metadata was read', async () => {
  await fixture.uploadFiles({ 'plan.txt': 'Plan.', 'plan.txt.metadata.json': groups('Board') });
  const { database } = fixture.server;
  for (const [status, seen] of [
    ['ingested', []],
    ['partitioning_error', []],
    ['partitioned', ['plan.txt', 'plan.txt.metadata.json']],
  ] as const) {
    const set = `UPDATE documents SET status = $2, attempt = gen_random_uuid()
      WHERE dataset_id = $1 AND path = 'plan.txt'`;
    await database.query(set, [fixture.datasetId, status]);
    expect(await paths(board)).toEqual(seen);
    await database.query(set, [fixture.datasetId, 'embedded']);
  }
  await put(fixture.owner, 'plan.txt', 'Another plan.');
  await settled();
  expect(await texts(board, 'another')).toEqual(['Another plan.']);
  expect(await texts(editor, 'another')).toEqual([]);
});

test('a version that was behind the fence stays there when its document is opened', async () => {
  await put(fixture.owner, 'plan.md', '---\ngroups: Board\n---\nSecret.');
  await settled();
  await put(fixture.owner, 'plan.md', 'Public.');
  await settled();
  const versionsFor = async (who: Member) => {
    const response = await as(who, 'GET', '/documents/by-path/versions?path=plan.md');
    const { versions } = await readJson<{ versions: { number: number }[] }>(response);
    return versions.map(({ number }) => number);
  };
  expect(await versionsFor(board)).toEqual([2, 1]);
  expect(await versionsFor(editor)).toEqual([2]);
  for (const rest of ['/1/text', '/1/content', '/compare']) {
    const hidden = `/documents/by-path/versions${rest}?path=plan.md&from=1`;
    const [seen, refused] = [await as(board, 'GET', hidden), await as(editor, 'GET', hidden)];
    expect([seen.status, refused.status]).toEqual([200, 404]);
    await seen.body?.cancel();
  }
  const restored = await as(editor, 'POST', '/documents/by-path/versions/1/restore?path=plan.md');
  expect(restored.status).toBe(404);
  const deleted = await as(editor, 'DELETE', '/documents/by-path/versions/1?path=plan.md');
  expect(deleted.status).toBe(404);
  expect(await versionsFor(board)).toEqual([2, 1]);
});

test('a document that is processed again stays behind its fence', async () => {
  await fixture.uploadFiles({ 'plan.txt': 'Plan.', 'plan.txt.metadata.json': groups('Board') });
  const again = await as(fixture.owner, 'POST', '/documents/reprocess', { all: true });
  expect(again.status).toBe(200);
  expect(await paths(editor)).toEqual([]);
  await settled();
  expect(await paths(editor)).toEqual([]);
  expect(await paths(board)).toHaveLength(2);
});

test('an edit by hand counts more than the sidecar, also where that cannot be read', async () => {
  await fixture.uploadFiles({ 'plan.txt': 'Plan.', 'plan.txt.metadata.json': 'none' });
  expect(await paths(board)).toEqual([]);
  const documents = { all: true };
  await as(fixture.owner, 'PATCH', '/documents/metadata', { documents, set: { groups: 'Board' } });
  expect(await paths(board)).toEqual(['plan.txt', 'plan.txt.metadata.json']);
  expect(await paths(editor)).toEqual([]);
});

test('by its path, a hidden document is not removed and can be replaced, which shows nothing of it', async () => {
  await fixture.uploadFiles({ 'plan.txt': 'Secret.', 'plan.txt.metadata.json': groups('Board') });
  const [theirs, nobodys] = [await remove(editor, 'plan.txt'), await remove(editor, 'none.txt')];
  expect([theirs.status, await theirs.json()]).toEqual([404, await nobodys.json()]);
  expect((await as(editor, 'GET', '/documents/by-path?path=plan.txt')).status).toBe(404);
  expect(await paths(fixture.owner)).toContain('plan.txt');

  const written = await put(editor, 'plan.txt', 'Mine.');
  expect(await written.json()).toEqual({ path: 'plan.txt', outcome: 'changed' });
  await settled();
  // The sidecar is beside it still.
  expect(await paths(editor)).toEqual([]);
  expect(await paths(board)).toHaveLength(2);
  const found = await as(fixture.owner, 'GET', '/documents/by-path?path=plan.txt');
  expect(parse(documentDetailSchema, await found.json()).metadata?.read).toEqual({
    groups: ['Board'],
  });
});

test('an Editor before the fence removes what is not processed yet, and all that is theirs', async () => {
  expect((await put(editor, 'mine.txt', 'Mine.')).status).toBe(201);
  await settled();
  expect(await paths(editor)).toEqual(['mine.txt']);
  const response = await remove(editor, 'mine.txt');
  expect(await response.json()).toMatchObject({ outcome: 'removed' });
});
