import { resumableUploadListSchema } from '@carrel/shared/contract';
import * as v from 'valibot';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';

import { createPipelineFixture, type PipelineFixture } from '@carrel/testing/pipeline-fixture.ts';
import { readJson, type Member, type Visitor } from '@carrel/testing/server-fixture.ts';
import { tusRequests, type TusRequests } from '@carrel/testing/tus-requests.ts';
import { buildZip } from '@carrel/testing/zips/build-zip.ts';
import { deleteExpiredUploads } from '../../../../processing/jobs/purge/delete-expired-uploads.ts';

const zip = buildZip([{ name: 'a.txt', content: 'Some text.' }]);

let fixture: PipelineFixture;
let ownTus: TusRequests;

beforeAll(async () => {
  fixture = await createPipelineFixture();
});
afterAll(() => fixture.close());
beforeEach(async () => {
  fixture = await fixture.withNewDataset();
  ownTus = tusRequests(fixture);
});

interface Key {
  id: string;
  tus: TusRequests;
  caller: Pick<Visitor, 'call'>;
}

async function createKey(by: Member = fixture.owner, json: object = {}): Promise<Key> {
  const created = await by.call('POST', `/organizations/${fixture.organizationId}/api-keys`, {
    json: { name: 'Nightly', scopes: ['documents:write'], ...json },
  });
  const { id, key } = await readJson<{ id: string; key: string }>(created);
  const visitor = fixture.server.visitor();
  const caller: Key['caller'] = {
    call: (method, path, options = {}) =>
      visitor.call(method, path, {
        ...options,
        headers: { ...options.headers, Authorization: `Bearer ${key}` },
      }),
  };
  return { id, caller, tus: tusRequests({ ...fixture, owner: caller }) };
}

const revoke = ({ id }: Key) =>
  fixture.owner.call('DELETE', `/organizations/${fixture.organizationId}/api-keys/${id}`);
const listOf = async ({ call }: Pick<Visitor, 'call'>, path: string) =>
  v
    .parse(
      resumableUploadListSchema,
      await readJson(await call('GET', path, { organizationId: fixture.organizationId })),
    )
    .uploads.map(({ id }) => id);
const cleanUp = () => {
  const { database, queue } = fixture.server.dependencies;
  return deleteExpiredUploads(database, queue);
};
const isThere = async (id: string) =>
  (await fixture.server.database.query('SELECT FROM uploads WHERE id = $1', [id])).length === 1;

test('a key uploads in parts, and its archive becomes documents', async () => {
  const { tus } = await createKey();
  const id = await tus.begin(zip.length);
  expect((await tus.patch(id, 0, zip.subarray(0, 50))).status).toBe(204);
  expect(await tus.offset(id)).toBe(50);
  expect((await tus.patch(id, 50, zip.subarray(50))).status).toBe(204);
  expect((await tus.finish(id)).status).toBe(201);
  // It can be repeated.
  expect((await tus.finish(id)).status).toBe(201);
  await fixture.waitUntilProcessed();
  expect((await fixture.documents()).map(({ path }) => path)).toEqual(['a.txt']);
});

test('an upload of a key is of that key alone, also to the person who made the key', async () => {
  const [key, other] = [await createKey(), await createKey()];
  const id = await key.tus.begin(zip.length);
  await key.tus.patch(id, 0, zip.subarray(0, 50));
  for (const { head, patch, terminate, finish } of [other.tus, ownTus]) {
    const responses = [
      await head(id),
      await patch(id, 50, zip.subarray(50)),
      await terminate(id),
      await finish(id),
    ];
    expect(responses.map(({ status }) => status)).toEqual([404, 404, 404, 404]);
  }
  const own = await ownTus.begin(zip.length);
  expect((await key.tus.head(own)).status).toBe(404);
  for (const path of ['/uploads', ownTus.path]) {
    expect(await listOf(key.caller, path)).toContain(id);
    expect(await listOf(key.caller, path)).not.toContain(own);
    expect(await listOf(other.caller, path)).not.toContain(id);
    expect(await listOf(fixture.owner, path)).not.toContain(id);
  }
});

test('an upload of a key goes on after the person who made the key has left', async () => {
  const admin = await fixture.server.member(fixture.organizationId, 'Admin');
  const key = await createKey(admin);
  const id = await key.tus.begin(zip.length);
  await fixture.owner.call(
    'DELETE',
    `/organizations/${fixture.organizationId}/members/${admin.accountId}`,
  );
  await cleanUp();
  expect((await key.tus.patch(id, 0, zip)).status).toBe(204);
  const later = await key.tus.begin(zip.length);
  expect((await key.tus.patch(later, 0, zip)).status).toBe(204);
});

test('a revoked key sends no further byte, and its uploads are deleted', async () => {
  const key = await createKey();
  const id = await key.tus.begin(zip.length);
  await key.tus.patch(id, 0, zip.subarray(0, 50));
  await cleanUp();
  expect(await isThere(id)).toBe(true);
  await revoke(key);
  expect((await key.tus.patch(id, 50, zip.subarray(50))).status).toBe(401);
  await cleanUp();
  expect(await isThere(id)).toBe(false);
});

test('a key for another dataset, and one that only reads, begin no upload', async () => {
  const other = await fixture.withNewDataset();
  const elsewhere = await createKey(fixture.owner, { dataset_ids: [other.datasetId] });
  expect((await elsewhere.tus.create(zip.length)).status).toBe(404);
  const reading = await createKey(fixture.owner, { scopes: ['documents:read'] });
  expect((await reading.tus.create(zip.length)).status).toBe(403);
});
