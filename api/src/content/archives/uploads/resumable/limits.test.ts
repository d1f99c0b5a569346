import { readdir, utimes } from 'node:fs/promises';
import { join } from 'node:path';

import { UNFINISHED_UPLOADS_MAX } from '@carrel/shared/contract';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';

import { shiftClock } from '@carrel/testing/servers/preloads/shift-clock.ts';
import { createPipelineFixture, type PipelineFixture } from '@carrel/testing/pipeline-fixture.ts';
import { readJson, type Member } from '@carrel/testing/server-fixture.ts';
import { tusRequests, type TusRequests } from '@carrel/testing/tus-requests.ts';
import { buildZip } from '@carrel/testing/zips/build-zip.ts';
import { deleteExpiredUploads } from '../../../../processing/jobs/purge/delete-expired-uploads.ts';
import { cleanUpFiles } from '../../../../processing/housekeeping/clean-up-after-crash.ts';
import { openFolderStorage } from '../../../../platform/storage/folder/folder-storage.ts';

const zip = buildZip([{ name: 'a.txt', content: 'Some text.' }]);
const LIMIT = 2000;

let shared: PipelineFixture;
let fixture: PipelineFixture;
let tus: TusRequests;
let folder: string;

beforeAll(async () => {
  shared = await createPipelineFixture({}, { maxUploadBytes: 100_000 });
  folder = join(shared.server.dependencies.settings.dataDirectory, 'archives');
});
afterAll(() => shared.close());
beforeEach(async () => {
  fixture = await shared.withNewDataset();
  tus = tusRequests(fixture);
  await query('DELETE FROM uploads');
  await setQuota(null);
});

const query = <Row>(sql: string, parameters: unknown[] = []) =>
  shared.server.database.query<Row>(sql, parameters);
const incoming = () => readdir(join(folder, 'incoming'));
const setQuota = (bytes: number | null) =>
  query(
    `INSERT INTO organization_quotas (organization_id, bytes) VALUES ($1, $2)
     ON CONFLICT (organization_id) DO UPDATE SET bytes = $2`,
    [shared.organizationId, bytes],
  );
const usedBytes = async () => {
  const path = `/organizations/${shared.organizationId}/usage`;
  const usage = await readJson<{ bytes: { used: number } }>(await shared.call('GET', path));
  return usage.bytes.used;
};
const expire = (id: string) =>
  query(`UPDATE uploads SET expires_at = now() - interval '1 second' WHERE id = $1`, [id]);
const message = async (response: Response) =>
  (await readJson<{ message: string }>(response)).message;
const setRole = async (member: Member, role: 'Editor' | 'Viewer') =>
  query('UPDATE memberships SET role_id = $3 WHERE organization_id = $1 AND account_id = $2', [
    shared.organizationId,
    member.accountId,
    await shared.server.roleId(shared.organizationId, role),
  ]);

test('U9: the announced size counts in the quota until the upload is deleted, expired or finished', async () => {
  const before = await usedBytes();
  await setQuota(before + LIMIT);
  const ids = [await tus.begin(LIMIT - 100)];
  expect(await usedBytes()).toBe(before + LIMIT - 100);
  const refused = await tus.create(200);
  expect(refused.status).toBe(409);
  expect(await message(refused)).toMatch(
    /^This organization may store .+; the archive has 200 bytes\./,
  );
  await tus.terminate(ids[0] ?? '');
  expect(await usedBytes()).toBe(before);

  const expiring = await tus.begin(LIMIT);
  await expire(expiring);
  expect(await usedBytes()).toBe(before);

  const id = await tus.begin(zip.length);
  await tus.patch(id, 0, zip);
  expect((await tus.finish(id, '&sync=false')).status).toBe(201);
  expect(await usedBytes()).toBe(before + zip.length);
});

test('U9: an upload that fills the quota to its last byte can be finished', async () => {
  await setQuota((await usedBytes()) + zip.length);
  const id = await tus.begin(zip.length);
  await tus.patch(id, 0, zip);
  expect((await tus.finish(id, '&sync=false')).status).toBe(201);
});

test('U9: an account has a limit of unfinished uploads, and the organization another', async () => {
  const { account, organization } = UNFINISHED_UPLOADS_MAX;
  const created = await Promise.all(Array.from({ length: account + 5 }, () => tus.create(10)));
  expect(created.filter(({ status }) => status === 201)).toHaveLength(account);
  const refused = created.find(({ status }) => status !== 201);
  expect(refused?.status).toBe(409);
  expect(await message(refused ?? new Response())).toBe(
    'You have 20 unfinished uploads, which is the limit. Finish or delete one of them first.',
  );
  const editor = await shared.server.member(shared.organizationId, 'Editor');
  await query(
    `INSERT INTO uploads (id, organization_id, dataset_id, created_by, filename, size, expires_at)
     SELECT gen_random_uuid(), organization_id, dataset_id, $1, filename, size, expires_at FROM uploads,
       generate_series(1, $2) WHERE organization_id = $3`,
    [shared.owner.accountId, organization / account - 1, shared.organizationId],
  );
  const other = await tusRequests({ ...fixture, owner: editor }).create(10);
  expect([other.status, await message(other)]).toEqual([
    409,
    'This organization has 100 unfinished uploads, which is the limit. Finish or delete one of them first.',
  ]);
});

test('U9: an expired upload is refused, and then deleted with its bytes', async () => {
  const id = await tus.begin(zip.length);
  await tus.patch(id, 0, zip.subarray(0, 50));
  const live = await tus.begin(zip.length);
  await tus.patch(live, 0, zip.subarray(0, 50));
  await expire(id);
  for (const response of [
    await tus.patch(id, 50, zip.subarray(50)),
    await tus.head(id),
    await tus.finish(id),
  ]) {
    expect(response.status).toBe(410);
  }
  const { database, queue } = shared.server.dependencies;
  await deleteExpiredUploads(database, queue);
  await expect.poll(incoming, { timeout: 60_000 }).not.toContain(id);
  expect((await tus.head(id)).status).toBe(404);

  await cleanUpFiles(database, await openFolderStorage(folder), 'all');
  expect(await incoming()).toContain(live);
  expect((await tus.patch(live, 50, zip.subarray(50))).status).toBe(204);
  expect((await tus.finish(live, '&sync=false')).status).toBe(201);
});

test('U9: an upload expires by the clock of the database, whatever that of the process says', async () => {
  const id = await tus.begin(zip.length);
  await query(`UPDATE uploads SET expires_at = now() + interval '30 minutes' WHERE id = $1`, [id]);
  const restore = shiftClock(3_600_000);
  try {
    expect((await tus.head(id)).status).toBe(200);
    expect((await tus.patch(id, 0, zip)).status).toBe(204);
    await query(`UPDATE uploads SET expires_at = now() + interval '30 minutes' WHERE id = $1`, [
      id,
    ]);
    expect((await tus.finish(id, '&sync=false')).status).toBe(201);
  } finally {
    restore();
  }
});

test('U9: bytes without a row are cleaned up, those of a finished upload stay', async () => {
  const id = await tus.begin(zip.length);
  await tus.patch(id, 0, zip);
  await tus.finish(id, '&sync=false');
  const lost = await tus.begin(zip.length);
  await tus.patch(lost, 0, zip);
  await query('DELETE FROM uploads WHERE id = $1', [lost]);
  await expire(id);
  const { database, queue } = shared.server.dependencies;
  await deleteExpiredUploads(database, queue);
  const storage = await openFolderStorage(folder);
  const late = await tus.begin(zip.length);
  await tus.patch(late, 0, zip.subarray(0, 50));
  await query('DELETE FROM uploads WHERE id = $1', [late]);
  const first = await cleanUpFiles(database, storage, new Map());
  expect(first.removed).toEqual([]);
  await utimes(join(folder, 'incoming', late), new Date(), new Date(Date.now() + 1000));
  // The clock was set an hour ahead between two looks. Only what did not change since the first one goes.
  const restore = shiftClock(3_600_000);
  try {
    const second = await cleanUpFiles(database, storage, first.unnamed);
    expect(second.removed.some((key) => key.includes(lost))).toBe(true);
    expect(second.removed.filter((key) => key.includes(late))).toEqual([]);
  } finally {
    restore();
  }
  expect(await incoming()).not.toContain(lost);
  expect(await readdir(folder)).toContain(id);
});

test('U9: a deleted dataset takes its uploads along', async () => {
  const id = await tus.begin(zip.length);
  await tus.patch(id, 0, zip.subarray(0, 50));
  expect((await fixture.call('DELETE', `/datasets/${fixture.datasetId}`)).status).toBe(204);
  expect((await tus.patch(id, 50, zip.subarray(50))).status).toBe(404);
  expect((await tus.finish(id)).status).toBe(404);
  expect((await tus.create(10)).status).toBe(404);
  const rows = () => query('SELECT FROM uploads WHERE id = $1', [id]);
  await expect.poll(rows, { timeout: 60_000 }).toEqual([]);
  await expect.poll(incoming, { timeout: 60_000 }).not.toContain(id);
});

test('U9: who loses the right on the way adds nothing, and finishes nothing', async () => {
  const editor = await shared.server.member(shared.organizationId, 'Editor');
  const own = tusRequests({ ...fixture, owner: editor });
  const id = await own.begin(zip.length);
  const sendAndMeanwhile = async (act: () => Promise<unknown>) => {
    let pulls = 0;
    const body = new ReadableStream<Uint8Array>(
      {
        pull: async (controller) => {
          pulls += 1;
          if (pulls === 1) controller.enqueue(Uint8Array.from(zip.subarray(0, -1)));
          else {
            await act();
            controller.enqueue(Uint8Array.from(zip.subarray(-1)));
            controller.close();
          }
        },
      },
      { highWaterMark: 0 },
    );
    return shared.server.app.request(`/api/v1${own.path}/${id}`, {
      method: 'PATCH',
      headers: {
        Cookie: [...editor.cookies].map((pair) => pair.join('=')).join('; '),
        'X-Organization-Id': shared.organizationId,
        'Tus-Resumable': '1.0.0',
        'Upload-Offset': '0',
        'Content-Type': 'application/offset+octet-stream',
      },
      body,
      duplex: 'half',
    });
  };
  const received = async () =>
    (await query<{ received: number }>('SELECT received FROM uploads WHERE id = $1', [id]))[0]
      ?.received;
  expect((await sendAndMeanwhile(() => setRole(editor, 'Viewer'))).status).toBe(403);
  expect(await received()).toBe(0);
  await setRole(editor, 'Editor');
  const sessions = () => query('DELETE FROM sessions WHERE account_id = $1', [editor.accountId]);
  expect((await sendAndMeanwhile(sessions)).status).toBe(401);
  expect(await received()).toBe(0);
  await query('DELETE FROM memberships WHERE organization_id = $1 AND account_id = $2', [
    shared.organizationId,
    editor.accountId,
  ]);
  const { database, queue } = shared.server.dependencies;
  await deleteExpiredUploads(database, queue);
  expect(await received()).toBeUndefined();
});

test("U9: an upload is its creator's alone", async () => {
  const id = await tus.begin(zip.length);
  const editor = await shared.server.member(shared.organizationId, 'Editor');
  const others = tusRequests({ ...fixture, owner: editor });
  const answers = await Promise.all([
    others.head(id),
    others.patch(id, 0, zip),
    others.terminate(id),
    others.finish(id),
  ]);
  expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404]);
  const list = await editor.call('GET', '/uploads', { organizationId: shared.organizationId });
  expect(await readJson(list)).toEqual({ uploads: [] });
  expect(await tus.offset(id)).toBe(0);
});
