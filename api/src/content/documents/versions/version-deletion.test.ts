import { randomUUID } from 'node:crypto';

import type { DocumentVersion } from '@carrel/shared/contract';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';

import { createPipelineFixture, type PipelineFixture } from '@carrel/testing/pipeline-fixture.ts';
import type { Database } from '../../../platform/database/database.ts';
import { purgeOriginals } from '../../../processing/jobs/originals/purge-originals.ts';

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
  (await fixture.documents()).find((document) => document.path === path)?.id ?? '';
const place = (id: string, rest = '') => `/datasets/${fixture.datasetId}/documents/${id}${rest}`;
const statusOf = async (method: string, path: string) => {
  const response = await fixture.call(method, path);
  await response.body?.cancel();
  return response.status;
};
const remove = (id: string, number: number) => statusOf('DELETE', place(id, `/versions/${number}`));
const numbersOf = async (id: string) => {
  const response = await fixture.call('GET', place(id, '/versions'));
  const { versions } = (await response.json()) as { versions: DocumentVersion[] };
  return versions.map(({ number }) => number);
};

/** Writes a document in one dataset after the other; each text is a version of it. */
async function write(path: string, ...texts: string[]): Promise<string> {
  for (const text of texts) {
    await fixture.uploadFiles({ [path]: text });
    await fixture.waitUntilProcessed();
  }
  return idOf(path);
}

/** Waits until no file of originals is to be looked at. */
async function settled() {
  await expect
    .poll(
      () =>
        fixture.server.database.query(
          `SELECT id FROM archives WHERE purge_on_completion AND purged_at IS NULL AND removed_at IS NULL
           UNION ALL SELECT key FROM original_files WHERE stale OR NOT indexed`,
        ),
      { timeout: 20_000 },
    )
    .toEqual([]);
}

const used = async () => {
  const [row] = await fixture.server.database.query<{ bytes: number }>(
    `SELECT coalesce(sum(size), 0)::float8 AS bytes FROM original_files WHERE organization_id = $1`,
    [fixture.organizationId],
  );
  return row?.bytes ?? 0;
};

test('an earlier version is deleted once, with its text and bytes', async () => {
  const id = await write('a.txt', `First ${'x'.repeat(5000)}${randomUUID()}`, 'Second.', 'Third.');
  await settled();
  const before = await used();
  expect(await remove(id, 1)).toBe(204);
  expect(await numbersOf(id)).toEqual([3, 2]);
  for (const rest of ['/versions/1/text', '/versions/1/content', '/versions/compare?from=1']) {
    expect(await statusOf('GET', place(id, rest))).toBe(404);
  }
  expect(await statusOf('POST', place(id, '/versions/1/restore'))).toBe(404);
  expect(await remove(id, 1)).toBe(404);
  const texts = await fixture.server.database.query(
    'SELECT number FROM document_version_texts WHERE document_id = $1',
    [id],
  );
  expect(texts).toEqual([{ number: 2 }]);
  await settled();
  await expect.poll(used, { timeout: 20_000 }).toBeLessThan(before);
});

test('the current version is not deleted alone, and one that never was is not there', async () => {
  const id = await write('a.txt', 'First.', 'Second.');
  const refused = await fixture.call('DELETE', place(id, '/versions/2'));
  expect(refused.status).toBe(409);
  expect(await refused.json()).toEqual({
    message: 'The current version of a document is not deleted alone.',
  });
  expect(await remove(id, 9)).toBe(404);
  expect(await statusOf('DELETE', place(id, '/versions/x'))).toBe(404);
  expect(await remove(randomUUID(), 1)).toBe(404);
  expect(await numbersOf(id)).toEqual([2, 1]);
});

test('the path of a document names it', async () => {
  const id = await write('f/a b.txt', 'First.', 'Second.');
  expect(await statusOf('DELETE', place('by-path', '/versions/1?path=f/a%20b.txt'))).toBe(204);
  expect(await numbersOf(id)).toEqual([2]);
});

test('bytes that another version or document has too stay', async () => {
  const shared = `Shared ${randomUUID()}`;
  await fixture.uploadFiles({ 'a.txt': shared, 'b.txt': shared });
  await fixture.waitUntilProcessed();
  const id = await write('a.txt', 'Other.', shared, 'Now.');
  await settled();
  expect(await numbersOf(id)).toEqual([4, 3, 2, 1]);
  expect(await remove(id, 1)).toBe(204);
  expect(await remove(id, 3)).toBe(204);
  await purgeOriginals(fixture.pipeline(), fixture.organizationId);
  await settled();
  const left = await fixture.call('GET', place(await idOf('b.txt'), '/content'));
  expect(await left.text()).toBe(shared);
});

test('of two people who delete a version, one does', async () => {
  const id = await write('a.txt', 'First.', 'Second.');
  const both = await Promise.all([remove(id, 1), remove(id, 1)]);
  expect(both.toSorted((a, b) => a - b)).toEqual([204, 404]);
  const records = await fixture.server.database.query<{ details: unknown }>(
    `SELECT details FROM audit_records WHERE organization_id = $1 AND action = 'documents.version_deleted' AND object_id = $2`,
    [fixture.organizationId, fixture.datasetId],
  );
  expect(records).toEqual([{ details: { version: '1' } }]);
});

/** Calls `act` once, after something is read or written next whose result is like this. */
function after(method: 'read' | 'tenant', isIt: (result: unknown) => boolean, act: () => unknown) {
  const { database } = fixture.server;
  const original: Database['tenant'] = database[method];
  const spied: Database['tenant'] = async (...args) => {
    const result = await original(...args);
    if (!isIt(result)) return result;
    spy.mockRestore();
    await act();
    return result;
  };
  const spy = vi.spyOn(database, method).mockImplementation(spied);
}

const hasVersion = (result: unknown) =>
  typeof result === 'object' && result !== null && 'version' in result;

test('a version that is deleted while it is compared or restored is not stored any more', async () => {
  const id = await write('a.txt', 'First.', 'Second.', 'Third.');
  let removed: number | undefined;
  after('read', Array.isArray, async () => (removed = await remove(id, 1)));
  const compared = await fixture.call('GET', place(id, '/versions/compare?from=1'));
  expect(removed).toBe(204);
  expect(compared.status).toBe(410);
  expect(await compared.json()).toEqual({
    message: 'The text of this version is not stored any more.',
  });
  after('tenant', hasVersion, async () => (removed = await remove(id, 2)));
  const restored = await fixture.call('POST', place(id, '/versions/2/restore'));
  expect(restored.status).toBe(410);
  expect(await restored.json()).toMatchObject({
    message: expect.stringContaining('cannot be restored') as string,
  });
  await fixture.waitUntilProcessed();
  expect(await numbersOf(id)).toEqual([3]);
});

test('another organization, and another dataset, delete no version of it', async () => {
  const id = await write('a.txt', 'First.', 'Second.');
  const other = await first.withNewDataset();
  const elsewhere = `/datasets/${other.datasetId}/documents/${id}/versions/1`;
  expect(await statusOf('DELETE', elsewhere)).toBe(404);
  const stranger = await fixture.server.person();
  const organizationId = await fixture.server.organization(stranger);
  const refused = await stranger.call('DELETE', place(id, '/versions/1'), { organizationId });
  expect(refused.status).toBe(404);
  expect(await numbersOf(id)).toEqual([2, 1]);
});
