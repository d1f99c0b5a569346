import { readFileSync } from 'node:fs';

import { afterAll, beforeAll, expect, test } from 'vitest';

import { openPostgres } from './database/postgres-database.ts';
import { hardCount } from './hard-counts.ts';
import { readJson } from './http/test-world.ts';
import { startTestPair, type TestPair } from './pipeline/test-pair.ts';
import { pause, type TestServer } from './pipeline/test-server.ts';
import { buildZip } from './pipeline/zip/test-zip.ts';

const SECONDS = hardCount(10, Number(process.env['LOAD_SECONDS'] ?? 3600));
const USERS = hardCount(10, 50);
/** A person reads for a while before the next click, in milliseconds. */
const READS_FOR = 2000;
/** In every run it only says that something hung. */
const LONGEST_MILLISECONDS = hardCount(30_000, 500);
const UPLOAD_EVERY = 40;
const FILES = 6;
const LIBRARY = Uint8Array.from(
  buildZip(
    Array.from({ length: FILES }, (_, n) => ({
      name: `notes/${n}.md`,
      content: `# Note ${n}\n\n${'Some words. '.repeat(200)}`,
    })),
  ),
);

let pair: TestPair;
let organizationId: string;

beforeAll(async () => {
  pair = await startTestPair();
  const [first, second] = pair.servers;
  await first.signIn();
  second.signInLike(first);
  const made = await first.call('POST', '/organizations', { json: { name: 'Readers' } });
  organizationId = (await readJson<{ id: string }>(made)).id;
}, 120_000);
afterAll(async () => {
  await pair.close();
});

interface Figures {
  milliseconds: number[];
  /** What was said in place of an answer. */
  failures: string[];
  uploads: number;
}

/** Somebody at work: looks around, and uploads now and then. */
async function user(server: TestServer, number: number, figures: Figures, until: number) {
  const call = async (method: string, path: string, sent: object = {}) => {
    const begun = performance.now();
    const answer = await server.call(method, path, { organizationId, ...sent });
    const body = await answer.text();
    figures.milliseconds.push(performance.now() - begun);
    if (!answer.ok) figures.failures.push(`${method} ${answer.status} ${body}`);
    return body;
  };
  const made = await call('POST', '/datasets', { json: { name: `Library ${number}` } });
  const { id } = JSON.parse(made) as { id: string };
  for (let turn = number; performance.now() < until; turn += 1) {
    await call('GET', '/accounts/current');
    await call('GET', '/datasets');
    await call('GET', `/datasets/${id}/documents?limit=50`);
    await call('GET', `/datasets/${id}/navigate?limit=100`);
    if (turn % UPLOAD_EVERY === 0) {
      await call('POST', `/datasets/${id}/archives`, { body: LIBRARY });
      figures.uploads += 1;
    }
    await pause(READS_FOR);
  }
}

function residentMegabytes(pid: number): number {
  const [, kilobytes = '0'] =
    /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  return Number(kilobytes) / 1024;
}

const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;

/** Megabytes a minute, over the later half: the first is warming up. */
function slopeOf(samples: readonly { minute: number; megabytes: number }[]): number {
  const later = samples.slice(samples.length >> 1);
  const [x, y] = [mean(later.map((s) => s.minute)), mean(later.map((s) => s.megabytes))];
  const up = later.reduce((sum, s) => sum + (s.minute - x) * (s.megabytes - y), 0);
  return up / later.reduce((sum, s) => sum + (s.minute - x) ** 2, 0);
}

test(
  `D8: ${USERS} people at two instances for ${SECONDS} seconds: nothing fails, and each job is done once`,
  async () => {
    const figures: Figures = { milliseconds: [], failures: [], uploads: 0 };
    const begun = performance.now();
    const until = begun + SECONDS * 1000;
    const users = Array.from({ length: USERS }, (_, number) =>
      user(pair.servers[number % 2] ?? pair.servers[0], number, figures, until),
    );
    const samples = pair.servers.map((): { minute: number; megabytes: number }[] => []);
    while (performance.now() < until) {
      for (const [at, server] of pair.servers.entries()) {
        const minute = (performance.now() - begun) / 60_000;
        samples[at]?.push({ minute, megabytes: residentMegabytes(server.pid()) });
      }
      await pause(1000);
    }
    await Promise.all(users);
    const sorted = figures.milliseconds.sort((a, b) => a - b);
    const p99 = sorted[Math.floor(sorted.length * 0.99)] ?? 0;
    const slopes = samples.map((each) => slopeOf(each).toFixed(2)).join(' and ');
    process.stdout.write(
      `D8: ${sorted.length} requests, p99 ${p99.toFixed(0)} ms, ${figures.uploads} uploads, memory ${slopes} MB a minute\n`,
    );
    expect(figures.failures).toEqual([]);

    const database = await openPostgres(pair.settings.databaseUrl);
    const documents = () =>
      database.query(`SELECT count(*) AS documents, max(attempts) AS attempts,
        count(DISTINCT (dataset_id, path)) AS paths FROM documents WHERE status = 'embedded'`);
    const [{ datasets } = { datasets: 0 }] = await database.query<{ datasets: number }>(
      'SELECT count(DISTINCT dataset_id) AS datasets FROM archives',
    );
    const expected = datasets * FILES;
    await expect
      .poll(documents, { timeout: 60_000 })
      .toEqual([{ documents: expected, attempts: 1, paths: expected }]);
    const again = await database.query('SELECT name FROM pgboss.job WHERE retry_count > 0');
    expect(again).toEqual([]);
    await database.close();
    expect(p99).toBeLessThan(LONGEST_MILLISECONDS);
  },
  180_000 + SECONDS * 1500,
);
