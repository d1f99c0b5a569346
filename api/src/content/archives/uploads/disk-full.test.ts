import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { mkdir, readdir, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import type { Archive, ErrorBody } from '@carrel/shared/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { killSwitch } from '@carrel/testing/faults/kill-points.ts';
import { mountSmallDisk, unmountSmallDisk } from '@carrel/testing/faults/small-disk.ts';
import { readJson } from '@carrel/testing/server-fixture.ts';
import { createPipelineFixture } from '@carrel/testing/pipeline-fixture.ts';
import { createTestServer, type ServerProcess } from '@carrel/testing/servers/server-process.ts';
import { buildZip } from '@carrel/testing/zips/build-zip.ts';

const MEGABYTE = 1024 * 1024;
const FULL = 'The server has no space left. Please tell its operator.';

const directory = mkdtempSync(join(tmpdir(), 'carrel-full-'));
const small = join(directory, 'small');
const canMount = mountSmallDisk(small, 1);

afterAll(() => {
  if (canMount) unmountSmallDisk(small);
  rmSync(directory, { recursive: true, force: true });
});

const zipOf = (content: Buffer) =>
  Uint8Array.from(buildZip([{ name: 'a.bin', content, method: 0 }]));

test.skipIf(!canMount)(
  'U3: a disk that fills while receiving is reported in a sentence, leaves nothing behind, and the next upload works',
  async () => {
    const fixture = await createPipelineFixture({}, { dataDirectory: small });
    const full = await fixture.upload(zipOf(randomBytes(3 * MEGABYTE)), { sync: false });
    expect(full.status).toBe(507);
    expect((await readJson<ErrorBody>(full)).message).toBe(FULL);
    expect(await readdir(join(small, 'archives', 'incoming'))).toEqual([]);
    expect(await fixture.archives()).toEqual([]);

    expect((await fixture.upload(zipOf(randomBytes(1000)), { sync: false })).status).toBe(201);
    expect(await fixture.archives()).toHaveLength(1);
    await fixture.close();
  },
);

/** A server with a dataset, whose archives and stored files can be compared. */
async function createStore(dataDirectory: string, environment: Record<string, string> = {}) {
  const server: ServerProcess = await createTestServer(dataDirectory, environment);
  await server.start();
  await server.signIn();
  const organization = await server.call('POST', '/organizations', { json: { name: 'Readers' } });
  const { id: organizationId } = await readJson<{ id: string }>(organization);
  const dataset = await server.call('POST', '/datasets', {
    organizationId,
    json: { name: 'Library' },
  });
  const path = `/datasets/${(await readJson<{ id: string }>(dataset)).id}/archives`;
  const zip = zipOf(randomBytes(1000));
  return {
    server,
    /** Returns the status, and the message of a refusal. */
    upload: async () => {
      const response = await server.call('POST', `${path}?sync=false`, {
        organizationId,
        body: zip,
      });
      const { message } = await readJson<Partial<ErrorBody>>(response);
      return { status: response.status, ...(message === undefined ? {} : { message }) };
    },
    archives: async () => {
      const response = await server.call('GET', path, { organizationId });
      const { archives } = await readJson<{ archives: Archive[] }>(response);
      return archives.map(({ id }) => id).sort();
    },
    files: async () => {
      const stored = await readdir(join(dataDirectory, 'archives'));
      const incoming = await readdir(join(dataDirectory, 'archives', 'incoming'));
      return [
        ...stored.filter((name) => !['identity', 'incoming'].includes(name)).sort(),
        ...incoming,
      ];
    },
  };
}

describe('U3: a disk that is full', () => {
  const data = join(directory, 'data');
  const faults = killSwitch(directory);
  let store: Awaited<ReturnType<typeof createStore>>;
  beforeAll(async () => {
    store = await createStore(data, faults.environment);
  });
  afterAll(() => store.server.kill());

  test.each([
    ['flushing the file', 'written'],
    ['renaming it', 'checked'],
    ['flushing its folder', 'renamed'],
  ] as const)(
    'while %s is reported, leaves nothing behind, and the next upload works',
    async (_, step) => {
      const before = await store.archives();
      faults.fillDiskAt(step);
      expect(await store.upload()).toEqual({ status: 507, message: FULL });
      faults.disarm();
      expect(await store.files()).toEqual(before);
      expect(await store.archives()).toEqual(before);

      expect(await store.upload()).toEqual({ status: 201 });
      expect(await store.files()).toEqual(await store.archives());
    },
  );
});

test.skipIf(!canMount)(
  'U3: a disk that is full while committing is reported in a sentence, loses nothing, and the next upload works',
  async () => {
    unmountSmallDisk(small);
    mountSmallDisk(small, 192);
    // The zips are stored on another disk, so that only the database is out of space.
    const elsewhere = join(directory, 'archives');
    await mkdir(elsewhere);
    await symlink(elsewhere, join(small, 'archives'));
    const store = await createStore(small);
    expect(await store.upload()).toEqual({ status: 201 });

    const filler = join(small, 'filler');
    spawnSync('dd', ['if=/dev/zero', `of=${filler}`, 'bs=4k']);
    let response = await store.upload();
    // Pages with free space still take some rows.
    while (response.status === 201) response = await store.upload();
    expect(response).toEqual({ status: 507, message: FULL });
    expect(await store.upload()).toEqual({ status: 507, message: FULL });
    expect(await store.files()).toEqual(await store.archives());

    await rm(filler);
    expect(await store.upload()).toEqual({ status: 201 });
    expect(await store.files()).toEqual(await store.archives());
    await store.server.kill();
  },
  120_000,
);
