import { createHash } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import type { Source } from '@carrel/shared/contract/sources';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { openPostgres } from '../../platform/database/postgres/postgres-database.ts';
import { isEmbedded } from '@carrel/testing/database/test-database.ts';
import { startTestPostgres, type TestPostgres } from '@carrel/testing/postgres/test-postgres.ts';
import { random } from '@carrel/testing/faults/seed.ts';
import { hardCount } from '@carrel/testing/hard-counts.ts';
import { readJson } from '@carrel/testing/server-fixture.ts';
import { openServerData } from '@carrel/testing/servers/open-server-data.ts';
import {
  createTestServer,
  pause,
  type ServerProcess,
} from '@carrel/testing/servers/server-process.ts';
import { startS3SourceServer } from '@carrel/testing/sources/s3-server.ts';

const ROUNDS = hardCount(2, 50);
const OBJECTS = 300;
/** Of each kind, between two kills: fewer than a tenth of the objects go, but together they may be more. */
const CHANGES = 8;
/** Against hanging only. */
const ENDED_WITHIN_MILLISECONDS = 120_000;

let directory: string;
let server: ServerProcess;
/** In the project on PostgreSQL. */
let postgres: TestPostgres | undefined;
let bucket: Awaited<ReturnType<typeof startS3SourceServer>>;

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'carrel-source-crash-'));
  // Small pages, so that a list is interrupted too.
  bucket = await startS3SourceServer({ pageSize: 40 });
  postgres = isEmbedded() ? undefined : startTestPostgres();
  server = await createTestServer(directory, {
    SOURCE_PRIVATE_NETWORKS: '127.0.0.1',
    ...(postgres !== undefined && { DATABASE_URL: postgres.urlOf('postgres') }),
  });
  await server.start();
});
afterAll(async () => {
  await server.kill();
  await bucket.stop();
  postgres?.close();
  await rm(directory, { recursive: true, force: true });
});

const hashOf = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

const byPath = (a: { path: string }, b: { path: string }) => (a.path < b.path ? -1 : 1);

/** Adds, changes, renames and removes objects. */
function change(next: () => number, round: number): void {
  const some = () => [...bucket.objects.keys()][Math.floor(next() * bucket.objects.size)] ?? '';
  for (let at = 0; at < CHANGES; at += 1) {
    bucket.put(`new/${round}-${at}.txt`, `Added in round ${round}, as number ${at}.`);
    bucket.put(some(), `Changed in round ${round}, as number ${at}.`);
    const renamed = some();
    const object = bucket.objects.get(renamed);
    if (object !== undefined) bucket.objects.set(`renamed/${round}-${at}.txt`, object);
    bucket.objects.delete(renamed);
    bucket.objects.delete(some());
  }
}

test(
  `Q6: ${ROUNDS} kills in the middle of runs of a source lose and duplicate nothing, and the next run ends with what the source has`,
  async () => {
    await server.signIn();
    const organization = await server.call('POST', '/organizations', { json: { name: 'Readers' } });
    const { id: organizationId } = await readJson<{ id: string }>(organization);
    const call = (method: string, path: string, json?: unknown) =>
      server.call(method, path, { organizationId, ...(json !== undefined && { json }) });
    const { id: datasetId } = await readJson<{ id: string }>(
      await call('POST', '/datasets', { name: 'Papers' }),
    );
    for (let at = 0; at < OBJECTS; at += 1) {
      // Some have equal contents.
      bucket.put(`papers/${at % 7}/${at}.txt`, `Paper ${at % 280}.`);
    }
    const created = await call('POST', `/datasets/${datasetId}/sources`, {
      name: 'Bucket',
      place: { kind: 's3', bucket: 'papers', endpoint: bucket.endpoint, region: 'us-east-1' },
      secret: bucket.secret,
      approve: true,
    });
    const { id: sourceId } = await readJson<{ id: string }>(created);
    const base = `/datasets/${datasetId}/sources/${sourceId}`;
    const stateOf = async () => (await readJson<Source>(await call('GET', base))).run?.state;
    // The waits before each kill come from the seed.
    const next = random();

    for (let round = 0; round < ROUNDS; round += 1) {
      await pause(next() * 1500);
      await server.kill();
      change(next, round);
      await server.start();
      await call('POST', `${base}/runs/approve`);
      // One that the kill interrupted goes on; else this is the next one.
      await call('POST', `${base}/runs`, { everything: round % 5 === 4 });
    }

    const ended = async () => {
      await expect
        .poll(
          async () => {
            const state = await stateOf();
            if (state === 'waiting') await call('POST', `${base}/runs/approve`);
            return state;
          },
          { timeout: ENDED_WITHIN_MILLISECONDS, interval: 200 },
        )
        .toBe('completed');
    };
    await ended();
    expect((await call('POST', `${base}/runs`, {})).status).toBe(202);
    await ended();
    const { run } = await readJson<Source>(await call('GET', base));
    expect(run).toMatchObject({ listed: bucket.objects.size, failed: 0, error: null });
    await server.kill();

    const data = await (postgres === undefined
      ? openServerData(directory)
      : openPostgres(postgres.urlOf('postgres')));
    try {
      const documents = await data.query<{ path: string; hash: string }>(
        `SELECT path, encode(sha256, 'hex') AS hash FROM documents WHERE dataset_id = $1 ORDER BY path`,
        [datasetId],
      );
      const expected = [...bucket.objects].map(([path, { bytes }]) => ({
        path,
        hash: hashOf(bytes),
      }));
      expect(documents.toSorted(byPath)).toEqual(expected.toSorted(byPath));
      const keys = await data.query(
        `SELECT source_key FROM documents WHERE dataset_id = $1 GROUP BY source_key HAVING count(*) > 1
         UNION ALL SELECT source_key FROM documents WHERE dataset_id = $1 AND source_key IS DISTINCT FROM path`,
        [datasetId],
      );
      expect(keys).toEqual([]);
      const open = await data.query(
        `SELECT 'run' AS what, state FROM source_runs WHERE ended_at IS NULL
         UNION ALL SELECT 'object', state FROM source_objects WHERE state <> 'current' OR archive_id IS NOT NULL
         UNION ALL SELECT 'archive', status FROM archives WHERE status IN ('pending', 'failed')`,
      );
      expect(open).toEqual([]);
    } finally {
      await data.close();
    }
  },
  300_000 + ROUNDS * 30_000,
);
