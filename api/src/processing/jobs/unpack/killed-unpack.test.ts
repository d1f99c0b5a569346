import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import type { Archive, DocumentList } from '@carrel/shared/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { random } from '@carrel/testing/faults/seed.ts';
import { hardCount } from '@carrel/testing/hard-counts.ts';
import { buildMail } from '@carrel/testing/mails/build-mail.ts';
import { readJson } from '@carrel/testing/server-fixture.ts';
import {
  createTestServer,
  pause,
  type ServerProcess,
} from '@carrel/testing/servers/server-process.ts';
import { buildZip } from '@carrel/testing/zips/build-zip.ts';

const ROUNDS = hardCount(2, 50);
/** Against hanging only. */
const ENDED_WITHIN_MILLISECONDS = 90_000;

let directory: string;
let server: ServerProcess;

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'carrel-unpack-kills-'));
  server = await createTestServer(directory);
  await server.start();
});
afterAll(async () => {
  await server.kill();
  await rm(directory, { recursive: true, force: true });
});

const MAILS = 60;

const zip = (round: number) =>
  Uint8Array.from(
    buildZip(
      Array.from({ length: MAILS }, (_, at) => ({
        name: `${at}.eml`,
        content: buildMail(`Mail ${at}.`, [
          { name: 'note.txt', content: `Round ${round}, ${at}.` },
        ]),
      })),
    ),
  );

test(
  `I1: ${ROUNDS} kills while mails are read for what is inside lose and duplicate nothing`,
  async () => {
    await server.signIn();
    const organization = await server.call('POST', '/organizations', { json: { name: 'Readers' } });
    const { id: organizationId } = await readJson<{ id: string }>(organization);
    const dataset = await server.call('POST', '/datasets', {
      organizationId,
      json: { name: 'Mails' },
    });
    const { id } = await readJson<{ id: string }>(dataset);
    // The waits before each kill come from the seed.
    const next = random();
    for (let round = 0; round < ROUNDS; round += 1) {
      const upload = await server.call('POST', `/datasets/${id}/archives`, {
        organizationId,
        body: zip(round),
      });
      expect(upload.status).toBe(201);
      await pause(next() * 3000);
      await server.kill();
      await server.start();
    }
    const list = async () =>
      readJson<DocumentList>(
        await server.call('GET', `/datasets/${id}/documents?limit=200`, { organizationId }),
      );
    const areCompleted = async () => {
      const archives = await server.call('GET', `/datasets/${id}/archives`, { organizationId });
      const { archives: uploads } = await readJson<{ archives: Archive[] }>(archives);
      return uploads.length === ROUNDS && uploads.every(({ status }) => status === 'completed');
    };
    await expect.poll(areCompleted, { timeout: ENDED_WITHIN_MILLISECONDS }).toBe(true);
    await expect
      .poll(async () => (await list()).status_counts, { timeout: ENDED_WITHIN_MILLISECONDS })
      .toMatchObject({ embedded: 2 * MAILS, total: 2 * MAILS });
    const paths = (await list()).documents.map(({ path }) => path);
    expect(new Set(paths).size).toBe(2 * MAILS);
    // The attachments are those of the last upload.
    const note = (await list()).documents.find(({ path }) => path === '7.eml/note.txt');
    const content = await server.call('GET', `/datasets/${id}/documents/${note?.id}/content`, {
      organizationId,
    });
    expect(await content.text()).toBe(`Round ${ROUNDS - 1}, 7.`);
  },
  120_000 + ROUNDS * 60_000,
);
