import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import type { Archive } from '@carrel/shared/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';

import {
  killSwitch,
  UPLOAD_KILL_POINTS,
  type KillSwitch,
} from '@carrel/testing/faults/kill-points.ts';
import { hardCount } from '@carrel/testing/hard-counts.ts';
import { readJson } from '@carrel/testing/server-fixture.ts';
import { createTestServer, type ServerProcess } from '@carrel/testing/servers/server-process.ts';
import { buildZip } from '@carrel/testing/zips/build-zip.ts';

/** At each kill point; the full count makes 200 kills. */
const ROUNDS = hardCount(1, 29);

const zip = Uint8Array.from(buildZip([{ name: 'a.txt', content: 'Text.' }]));

let directory: string;
let kill: KillSwitch;
let server: ServerProcess;
let organizationId: string;
let path: string;

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'carrel-upload-crash-'));
  kill = killSwitch(directory);
  server = await createTestServer(directory, kill.environment);
  await server.start();
  await server.signIn();
  const create = async (to: string, json: unknown, id?: string) => {
    const response = await server.call('POST', to, {
      json,
      ...(id === undefined ? {} : { organizationId: id }),
    });
    return (await readJson<{ id: string }>(response)).id;
  };
  organizationId = await create('/organizations', { name: 'Readers' });
  path = `/datasets/${await create('/datasets', { name: 'Library' }, organizationId)}/archives`;
});
afterAll(async () => {
  await server.kill();
  await rm(directory, { recursive: true, force: true });
});

/** The id of an acknowledged upload; undefined if the server was killed during it. */
async function upload(): Promise<string | undefined> {
  try {
    const response = await server.call('POST', `${path}?sync=false`, { organizationId, body: zip });
    return response.status === 201 ? (await readJson<{ id: string }>(response)).id : undefined;
  } catch {
    return undefined;
  }
}

test.each(UPLOAD_KILL_POINTS)(
  `U2: killed once an upload is %s, ${ROUNDS} times, loses no acknowledged one and has no row without its file`,
  async (point) => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const acknowledged = await upload();
      kill.arm(point);
      expect(await upload()).toBeUndefined();
      kill.disarm();
      await server.kill();
      await server.start();

      const response = await server.call('GET', path, { organizationId });
      const { archives } = await readJson<{ archives: Archive[] }>(response);
      const ids = archives.map(({ id }) => id);
      expect(ids).toContain(acknowledged);
      const files = (await readdir(join(directory, 'archives'))).filter(
        (name) => !['identity', 'incoming'].includes(name),
      );
      expect(files.sort()).toEqual(ids.sort());
      expect(await readdir(join(directory, 'archives', 'incoming'))).toEqual([]);
    }
  },
  60_000 + ROUNDS * 30_000,
);
