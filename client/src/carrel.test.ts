import { createHash, randomUUID } from 'node:crypto';

import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';

import { serveLibrary } from '@carrel/testing/servers/served-library.ts';
import type { ServedLibrary } from '@carrel/testing/servers/served-library.ts';
import { Carrel } from './carrel.ts';
import type { CarrelOptions } from './carrel.ts';
import { isHttpError } from './errors/guards.ts';

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');
const NONE = '00000000-0000-4000-8000-000000000000';

let library: ServedLibrary;
let apiKey: string;
let carrel: Carrel;
let datasetId: string;

beforeAll(async () => {
  library = await serveLibrary();
  apiKey = await library.createKey();
});
afterAll(() => library.close());
beforeEach(async () => {
  carrel = clientOf();
  datasetId = await library.create('/datasets', { name: `Library ${randomUUID()}` });
});

const clientOf = (options: Partial<CarrelOptions> = {}) =>
  new Carrel({ url: library.url, apiKey, ...options });

const cookies: typeof fetch = (input, init) =>
  fetch(input, { ...init, headers: { ...(init?.headers as object), Cookie: library.cookie } });

const putAll = (paths: readonly string[]) =>
  carrel.documents.batch(datasetId, {
    documents: paths.map((path) => ({ path, body: `The text of ${path}.` })),
  });

const waiting = async () => (await carrel.archives.progress(datasetId)).dataset.waiting;
const ready = () => expect.poll(waiting, { timeout: 30_000 }).toBe(0);

describe('documents', () => {
  const PATHS = ['a.txt', 'b.txt', 'c.txt', 'd.txt', 'e.txt'];

  test('are listed over three pages, as one list', async () => {
    await putAll(PATHS);
    const listed = carrel.documents.list(datasetId, { limit: 2 });
    const pages: string[][] = [];
    for await (const page of listed.pages()) pages.push(page.map(({ path }) => path));
    expect(pages).toEqual([['a.txt', 'b.txt'], ['c.txt', 'd.txt'], ['e.txt']]);
    const paths: string[] = [];
    for await (const { path } of listed) {
      paths.push(path);
      if (path === 'd.txt') break;
    }
    expect(paths).toEqual(PATHS.slice(0, 4));
    expect((await carrel.documents.list(datasetId, { q: 'C.' }).all()).length).toBe(1);
    expect((await carrel.datasets.manifest(datasetId)).documents.map(({ path }) => path)).toEqual(
      PATHS,
    );
  });

  test('are written, replaced and deleted by path, if they are what is expected', async () => {
    const put = (text: string, options = {}) =>
      carrel.documents.put(datasetId, 'notes/a b.txt', text, options);
    expect(await put('One.', { ifNoneMatch: '*' })).toMatchObject({
      path: 'notes/a b.txt',
      outcome: 'added',
      document: { sha256: sha256('One.') },
    });
    await expect(put('Two.', { ifNoneMatch: '*' })).rejects.toMatchObject({ status: 412 });
    await expect(put('Two.', { ifMatch: sha256('Zero.') })).rejects.toMatchObject({
      name: 'HttpError',
      status: 412,
    });
    expect(await put('Two.', { ifMatch: sha256('One.') })).toMatchObject({ outcome: 'changed' });
    expect(await put('Two.')).toMatchObject({ outcome: 'unchanged' });
    await expect(
      carrel.documents.delete(datasetId, 'notes/a b.txt', { ifMatch: sha256('One.') }),
    ).rejects.toMatchObject({ status: 412 });
    expect(await carrel.documents.delete(datasetId, 'notes/a b.txt')).toMatchObject({
      outcome: 'removed',
    });
    await expect(carrel.documents.delete(datasetId, 'notes/a b.txt')).rejects.toMatchObject({
      status: 404,
    });
  });

  test('are written without waiting for the merge', async () => {
    const accepted = await carrel.documents.put(datasetId, 'a.txt', 'One.', { wait: 0 });
    if (accepted.outcome !== 'accepted') throw new Error('It has been merged already.');
    const receipt = carrel.archives.entries(datasetId, accepted.archive_id);
    await expect
      .poll(() => receipt.all(), { timeout: 30_000 })
      .toMatchObject([{ path: 'a.txt', outcome: 'added' }]);
  });

  test('are written and removed in a batch, each with its outcome', async () => {
    await putAll(['a.txt', 'b.txt']);
    const { results } = await carrel.documents.batch(datasetId, {
      documents: [
        { path: 'a.txt', body: 'New.', ifMatch: sha256('Other.') },
        { path: 'dir/ü.txt', body: Buffer.from('New.') },
      ],
      remove: [{ path: 'b.txt' }, { path: 'c.txt' }],
    });
    expect(results?.map(({ path, outcome }) => [path, outcome])).toEqual([
      ['a.txt', 'refused'],
      ['dir/ü.txt', 'added'],
      ['b.txt', 'removed'],
      ['c.txt', 'refused'],
    ]);
    const removing = await carrel.documents.batch(datasetId, { remove: [{ path: 'a.txt' }] });
    expect(removing.results).toMatchObject([{ path: 'a.txt', outcome: 'removed' }]);
  });

  test('are read by id and by path, with text, chunks and bytes', async () => {
    await putAll(['a.txt']);
    await ready();
    const byPath = await carrel.documents.get(datasetId, { path: 'a.txt' });
    expect(await carrel.documents.get(datasetId, byPath.id)).toEqual(byPath);
    for (const reference of [byPath.id, { path: 'a.txt' }]) {
      const blocks = await carrel.documents.text(datasetId, reference).all();
      expect(blocks.map(({ text }) => text)).toEqual(['The text of a.txt.']);
      const chunks = await carrel.documents.chunks(datasetId, reference).all();
      expect(chunks.map(({ text }) => text)).toEqual(['The text of a.txt.']);
      const download = await carrel.documents.download(datasetId, reference);
      expect(download).toMatchObject({ size: 18, sha256: byPath.sha256 });
      expect(new TextDecoder().decode(await download.bytes())).toBe('The text of a.txt.');
    }
  });
});

test('a dataset and a workspace are searched', async () => {
  await putAll(['warranty.txt', 'delivery.txt']);
  await ready();
  const found = await carrel.search.dataset(datasetId, 'warranty');
  expect(found.results.map(({ document }) => document.path)).toEqual(['warranty.txt']);
  const workspaceId = await library.create('/workspaces', { name: 'Support' });
  const member = clientOf({
    apiKey: undefined,
    organizationId: library.organizationId,
    fetch: cookies,
  });
  const path = `api/v1/workspaces/${workspaceId}/datasets/${datasetId}`;
  await member.connection.send({ method: 'PUT', path });
  const input = { query: 'delivery', mode: 'words', explain: true } as const;
  const { results, words } = await carrel.search.workspace(workspaceId, input);
  expect(results.length).toBe(1);
  expect(words).toEqual(['delivery']);
  expect((await carrel.workspaces.get(workspaceId)).name).toBe('Support');
  expect((await carrel.workspaces.list()).map(({ id }) => id)).toContain(workspaceId);
  expect((await carrel.workspaces.datasets(workspaceId)).map(({ id }) => id)).toEqual([datasetId]);
});

test('a person creates, changes and deletes datasets, and says who they are', async () => {
  const person = clientOf({ apiKey: undefined, fetch: cookies }).inOrganization(
    library.organizationId,
  );
  expect((await person.accounts.current()).first_name).toBe('Ada');
  const { id } = await person.datasets.create({ name: 'Laws' });
  await person.datasets.update(id, { description: 'All of them' });
  expect(await person.datasets.get(id)).toMatchObject({ name: 'Laws', description: 'All of them' });
  await person.datasets.delete(id);
  await expect(person.datasets.get(id)).rejects.toMatchObject({ status: 404 });
});

describe('an error of the server is', () => {
  test('401 for a wrong key, and 429 with the time after a hundred of them', async () => {
    const wrong = clientOf({
      apiKey: 'carrel_key_wrong',
      headers: { 'X-Forwarded-For': '203.0.113.9' },
    });
    await expect(wrong.datasets.list()).rejects.toMatchObject({ kind: 'http', status: 401 });
    const guesses = Array.from({ length: 120 }, () =>
      wrong.datasets.list().catch((error: unknown) => error),
    );
    const limited = (await Promise.all(guesses)).find((error) => isHttpError(error, 429));
    expect(limited).toMatchObject({ kind: 'http', status: 429 });
    expect((limited as { retryAfter: number }).retryAfter).toBeGreaterThan(60);
  });

  test('403 for what a key may not do', async () => {
    const reading = clientOf({ apiKey: await library.createKey(['documents:read']) });
    await expect(reading.documents.put(datasetId, 'a.txt', 'One.')).rejects.toMatchObject({
      status: 403,
      message: 'This API key lacks the scope documents:write.',
    });
    await expect(carrel.datasets.create({ name: 'Laws' })).rejects.toMatchObject({ status: 403 });
  });

  test('404 for what is not there', async () => {
    await expect(carrel.documents.get(datasetId, NONE)).rejects.toMatchObject({ status: 404 });
    await expect(carrel.documents.list(NONE).all()).rejects.toMatchObject({ status: 404 });
    await expect(carrel.archives.get(datasetId, NONE)).rejects.toMatchObject({ status: 404 });
  });

  test('422 with the fields at fault', async () => {
    const failing = carrel.search.dataset(datasetId, { query: '', limit: 99 });
    await expect(failing).rejects.toMatchObject({
      status: 422,
      issues: expect.arrayContaining([{ path: 'query', message: 'Query is required' }]) as unknown,
      requestId: expect.stringMatching(/^[\da-f-]{36}$/u) as unknown,
    });
    await expect(carrel.documents.put(datasetId, '../a', 'One.')).rejects.toMatchObject({
      status: 422,
    });
  });
});
