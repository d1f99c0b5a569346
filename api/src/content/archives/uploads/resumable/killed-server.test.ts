import { createHash } from 'node:crypto';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import type { Archive } from '@carrel/shared/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { killSwitch, type KillPoint, type KillSwitch } from '@carrel/testing/faults/kill-points.ts';
import { random, SEED } from '@carrel/testing/faults/seed.ts';
import { hardCount } from '@carrel/testing/hard-counts.ts';
import { readJson } from '@carrel/testing/server-fixture.ts';
import { pause } from '@carrel/testing/servers/server-process.ts';
import {
  startUploadServer,
  USUAL_PLACES,
  type UploadServer,
} from '@carrel/testing/servers/upload-servers.ts';
import { largeZip } from '@carrel/testing/zips/large-zip.ts';
import { piecesFrom } from '@carrel/testing/zips/pieces-from.ts';

const ROUNDS = hardCount(1, 10);
const PART_POINTS: KillPoint[] = ['opened', 'written', 'synced'];
const FINISH_POINTS: KillPoint[] = ['checked', 'renamed', 'kept', 'committed'];

const zip = largeZip(hardCount(12, 20) * 1024 * 1024);
const sha256 = (() => {
  const hash = createHash('sha256');
  for (const piece of zip.pieces()) hash.update(piece);
  return hash.digest('hex');
})();

/** Finishes an upload, and expects one archive with the bytes that were sent. */
async function expectArchive({ tus, server, organizationId, datasetId }: UploadServer, id: string) {
  const finished = await tus.finish(id, '&sync=false');
  expect([finished.status, await readJson(finished)]).toEqual([201, { id }]);
  const path = `/datasets/${datasetId}/archives`;
  const { archives } = await readJson<{ archives: Archive[] }>(
    await server.call('GET', path, { organizationId }),
  );
  expect(archives.filter((archive) => archive.id === id)).toHaveLength(1);
  const content = await server.call('GET', `${path}/${id}/content`, { organizationId });
  const hash = createHash('sha256');
  for await (const piece of content.body ?? []) hash.update(piece);
  expect(hash.digest('hex')).toBe(sha256);
  await server.call('DELETE', `${path}/${id}`, { organizationId });
}

async function restart({ server }: UploadServer): Promise<void> {
  await server.kill();
  await server.start();
}

/** Sends what is missing. */
async function sendRest(uploads: UploadServer, id: string): Promise<void> {
  const offset = await uploads.tus.offset(id);
  const length = zip.length - offset;
  const rest = piecesFrom(zip, offset);
  const { status } = await uploads.send(id, offset, rest, { length, after: length });
  expect(status).toBe(204);
}

describe('at each step, on the embedded database and a folder', () => {
  let directory: string;
  let kill: KillSwitch;
  let uploads: UploadServer;

  beforeAll(async () => {
    directory = mkdtempSync(join(tmpdir(), 'carrel-kill-'));
    kill = killSwitch(directory);
    uploads = await startUploadServer('the embedded database and a folder', kill.environment);
  });
  afterAll(async () => {
    await uploads.close();
    rmSync(directory, { recursive: true, force: true });
  });

  test.each(PART_POINTS)(
    `U8: killed once a part is %s, ${ROUNDS} times, keeps every part that was acknowledged`,
    async (point) => {
      for (let round = 0; round < ROUNDS; round += 1) {
        const id = await uploads.tus.begin(zip.length);
        const cut = { length: zip.length, after: 9 * 1024 * 1024 };
        await uploads.send(id, 0, zip.pieces(), cut);
        const acknowledged = await uploads.tus.offset(id);
        expect(acknowledged).toBeGreaterThanOrEqual(8 * 1024 * 1024);
        kill.arm(point);
        const length = zip.length - acknowledged;
        const rest = piecesFrom(zip, acknowledged);
        const { status } = await uploads.send(id, acknowledged, rest, { length, after: length });
        expect(status).toBeUndefined();
        kill.disarm();
        await restart(uploads);
        expect(await uploads.tus.offset(id)).toBeGreaterThanOrEqual(acknowledged);
        await sendRest(uploads, id);
        await expectArchive(uploads, id);
      }
    },
    60_000 + ROUNDS * 30_000,
  );

  test('U3: a full disk refuses a part with 507, and the upload goes on once there is space', async () => {
    const { tus } = uploads;
    const half = 10 * 1024 * 1024;
    const id = await tus.begin(zip.length);
    await uploads.send(id, 0, zip.pieces(), { length: half, after: half });
    kill.fillDiskAt('written');
    const part = { length: zip.length - half, after: zip.length - half };
    const { status } = await uploads.send(id, half, piecesFrom(zip, half), part);
    kill.disarm();
    expect(status).toBe(507);
    expect(await tus.offset(id)).toBe(half);
    await sendRest(uploads, id);
    await expectArchive(uploads, id);
  }, 60_000);

  test.each(FINISH_POINTS)(
    `U8: killed once a finished upload is %s, ${ROUNDS} times, becomes one archive`,
    async (point) => {
      for (let round = 0; round < ROUNDS; round += 1) {
        const id = await uploads.tus.begin(zip.length);
        await sendRest(uploads, id);
        kill.arm(point);
        await expect(uploads.tus.finish(id, '&sync=false')).rejects.toThrow('fetch failed');
        kill.disarm();
        await restart(uploads);
        const folder = join(uploads.directory, 'archives');
        expect(readdirSync(folder, { recursive: true, encoding: 'utf8' }).join()).toContain(id);
        await expectArchive(uploads, id);
      }
    },
    60_000 + ROUNDS * 30_000,
  );
});

describe.each(USUAL_PLACES)('at any time, on %s', (place) => {
  let uploads: UploadServer;
  beforeAll(async () => {
    uploads = await startUploadServer(place);
  });
  afterAll(() => uploads.close());

  test(
    `U8: killed ${2 * ROUNDS} times while parts arrive and while it is finished, an upload becomes one archive`,
    async () => {
      const next = random(SEED);
      for (let round = 0; round < ROUNDS; round += 1) {
        const id = await uploads.tus.begin(zip.length);
        const after = Math.floor(next() * zip.length);
        const sending = uploads.send(id, 0, zip.pieces(), { length: zip.length, after });
        await pause(next() * 300);
        const { uploads: listed } = await readJson<{ uploads: { received: number }[] }>(
          await uploads.server.call('GET', '/uploads', uploads),
        );
        await uploads.server.kill();
        await sending;
        await uploads.server.start();
        const offset = await uploads.tus.offset(id);
        expect(offset).toBeGreaterThanOrEqual(listed[0]?.received ?? 0);
        await sendRest(uploads, id);
        const finishing = uploads.tus.finish(id, '&sync=false').catch(() => undefined);
        await pause(next() * 600);
        await uploads.server.kill();
        await finishing;
        await uploads.server.start();
        await expectArchive(uploads, id);
      }
    },
    60_000 + ROUNDS * 60_000,
  );
});
