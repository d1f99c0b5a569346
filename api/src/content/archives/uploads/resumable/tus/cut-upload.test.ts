import { createHash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';

import { UPLOAD_PART_BYTES } from '@carrel/shared/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { random, SEED } from '@carrel/testing/faults/seed.ts';
import { hardCount } from '@carrel/testing/hard-counts.ts';
import { readJson } from '@carrel/testing/server-fixture.ts';
import {
  startUploadServer,
  UPLOAD_PLACES,
  type UploadServer,
} from '@carrel/testing/servers/upload-servers.ts';
import { largeZip, type LargeZip } from '@carrel/testing/zips/large-zip.ts';
import { piecesFrom } from '@carrel/testing/zips/pieces-from.ts';

const MEGABYTE = 1024 * 1024;
const CUTS = 20;

/** The most that a server's memory may grow by, in megabytes. */
const MEMORY_MAX = 200;

/** The server's peak memory since it was last asked for, in megabytes; 0 where the system does not tell. */
async function takePeakMemory(pid: number): Promise<number> {
  if (process.platform !== 'linux') return 0;
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  await writeFile(`/proc/${pid}/clear_refs`, '5');
  return Number(/VmHWM:\s+(\d+)/.exec(status)?.[1]) / 1024;
}

function sha256Of(zip: LargeZip): string {
  const hash = createHash('sha256');
  for (const piece of zip.pieces()) hash.update(piece);
  return hash.digest('hex');
}

describe.each(UPLOAD_PLACES)('on %s', (place) => {
  // The S3 store of the tests keeps everything in memory.
  const megabytes = place === 'PostgreSQL and S3' ? hardCount(64, 256) : hardCount(96, 2048);
  let uploads: UploadServer;

  beforeAll(async () => {
    uploads = await startUploadServer(place);
  });
  afterAll(() => uploads.close());

  test(
    `U7: an upload of ${megabytes} MB that is cut ${CUTS} times sends at most a part twice for each, and arrives unchanged`,
    async () => {
      const { tus, server, organizationId, datasetId } = uploads;
      const next = random(SEED);
      const zip = largeZip(megabytes * MEGABYTE);
      const id = await tus.begin(zip.length);
      // In the order of the file, so that every cut is within it.
      const cuts = Array.from({ length: CUTS }, () => Math.floor(next() * zip.length)).toSorted(
        (a, b) => a - b,
      );
      await takePeakMemory(server.pid());
      const memory = await takePeakMemory(server.pid());
      let offset = 0;
      let twice = 0;
      for (const cut of cuts) {
        const length = zip.length - offset;
        const after = Math.max(0, cut - offset);
        const { bytes } = await uploads.send(id, offset, piecesFrom(zip, offset), {
          length,
          after,
        });
        const resumed = await tus.offset(id);
        expect(resumed).toBeGreaterThanOrEqual(offset);
        expect(offset + bytes - resumed).toBeLessThanOrEqual(UPLOAD_PART_BYTES);
        twice += offset + bytes - resumed;
        offset = resumed;
      }
      // What a dead connection had sent may arrive after a HEAD: then a request is refused with 409.
      for (let status: number | undefined; status !== 204; offset = await tus.offset(id)) {
        const length = zip.length - offset;
        const last = { length, after: length };
        ({ status } = await uploads.send(id, offset, piecesFrom(zip, offset), last));
        expect([204, 409]).toContain(status);
      }
      const finished = await tus.finish(id, '&sync=false');
      expect([finished.status, await readJson(finished)]).toEqual([201, { id }]);

      const grown = (await takePeakMemory(server.pid())) - memory;
      expect(grown).toBeLessThan(MEMORY_MAX);
      expect(twice).toBeLessThanOrEqual(CUTS * UPLOAD_PART_BYTES);

      const content = await server.call('GET', `/datasets/${datasetId}/archives/${id}/content`, {
        organizationId,
      });
      const hash = createHash('sha256');
      for await (const piece of content.body ?? []) hash.update(piece);
      expect(hash.digest('hex')).toBe(sha256Of(zip));
    },
    hardCount(120_000, 900_000),
  );
});
