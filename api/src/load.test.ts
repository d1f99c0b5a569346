import { readFileSync } from 'node:fs';

import { afterAll, beforeAll, expect, test } from 'vitest';

import { openPostgres } from './platform/database/postgres/postgres-database.ts';
import { random } from '@carrel/testing/faults/seed.ts';
import { hardCount } from '@carrel/testing/hard-counts.ts';
import { readJson } from '@carrel/testing/server-fixture.ts';
import { startTestPair, type TwoServers } from '@carrel/testing/servers/two-servers.ts';
import { pause, type ServerProcess } from '@carrel/testing/servers/server-process.ts';
import { buildZip } from '@carrel/testing/zips/build-zip.ts';

const SECONDS = hardCount(5, Number(process.env['LOAD_SECONDS'] ?? 3600));
const USERS = hardCount(10, 50);
/** The shortest pause of a user between clicks, in milliseconds; the longest is three times as long. */
const PAUSE_MILLISECONDS = hardCount(500, 2000);
/** The limit of the 99th percentile; in the reduced count it only detects hanging requests. */
const P99_MAX_MILLISECONDS = hardCount(30_000, 500);
/** Megabytes a minute. Runs below half an hour have no limit: V8 first grows its heap in large steps. */
const MEMORY_SLOPE_MAX = SECONDS < 1800 ? Number.POSITIVE_INFINITY : 1;
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

let pair: TwoServers;
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
  /** By route. */
  milliseconds: Map<string, number[]>;
  /** Responses with an error status. */
  failures: string[];
  uploads: number;
}

const next = random();

/** A user who reads pages, and sometimes uploads. */
async function user(server: ServerProcess, number: number, figures: Figures, until: number) {
  const call = async (method: string, path: string, sent: object = {}) => {
    const started = performance.now();
    const response = await server.call(method, path, { organizationId, ...sent });
    const body = await response.text();
    const took = performance.now() - started;
    const kind = `${method} ${path.split('?')[0]?.replace(/[\da-f-]{36}/, ':id') ?? ''}`;
    const durations = figures.milliseconds.get(kind) ?? [];
    figures.milliseconds.set(kind, durations);
    durations.push(took);
    if (!response.ok) figures.failures.push(`${kind} ${response.status} ${body}`);
    return body;
  };
  // Users do not start at the same time.
  await pause(PAUSE_MILLISECONDS * next());
  const made = await call('POST', '/datasets', { json: { name: `Library ${number}` } });
  const { id } = JSON.parse(made) as { id: string };
  for (let round = number; performance.now() < until; round += 1) {
    await call('GET', '/accounts/current');
    await call('GET', '/datasets');
    await call('GET', `/datasets/${id}/documents?limit=50`);
    await call('GET', `/datasets/${id}/navigate?limit=100`);
    if (round % UPLOAD_EVERY === 0) {
      await call('POST', `/datasets/${id}/archives`, { body: LIBRARY });
      figures.uploads += 1;
    }
    await pause(PAUSE_MILLISECONDS * (1 + 2 * next()));
  }
}

function residentMegabytes(pid: number): number {
  const [, kilobytes = '0'] =
    /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  return Number(kilobytes) / 1024;
}

/** The 99th percentile. */
function p99Of(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length * 0.99)] ?? 0;
}

const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;

/** Megabytes a minute, over the second half: the first one is the warm-up. */
function slopeOf(samples: readonly { minute: number; megabytes: number }[]): number {
  const later = samples.slice(samples.length >> 1);
  const [x, y] = [mean(later.map((s) => s.minute)), mean(later.map((s) => s.megabytes))];
  const up = later.reduce((sum, s) => sum + (s.minute - x) * (s.megabytes - y), 0);
  return up / later.reduce((sum, s) => sum + (s.minute - x) ** 2, 0);
}

test(
  `D8: ${USERS} people at two instances for ${SECONDS} seconds: nothing fails, and each job is done once`,
  async () => {
    const figures: Figures = { milliseconds: new Map(), failures: [], uploads: 0 };
    const started = performance.now();
    const until = started + SECONDS * 1000;
    const users = Array.from({ length: USERS }, (_, number) =>
      user(pair.servers[number % 2] ?? pair.servers[0], number, figures, until),
    );
    const samples = pair.servers.map((): { minute: number; megabytes: number }[] => []);
    while (performance.now() < until) {
      for (const [at, server] of pair.servers.entries()) {
        const minute = (performance.now() - started) / 60_000;
        samples[at]?.push({ minute, megabytes: residentMegabytes(server.pid()) });
      }
      await pause(1000);
    }
    await Promise.all(users);
    const all = [...figures.milliseconds.values()].flat();
    const p99 = p99Of(all);
    const slopes = samples.map(slopeOf);
    const each = [...figures.milliseconds].map(
      ([kind, durations]) =>
        `  ${kind}: ${durations.length}, p99 ${p99Of(durations).toFixed(0)} ms`,
    );
    process.stdout.write(
      [
        `D8: ${all.length} requests, p99 ${p99.toFixed(0)} ms, ${figures.uploads} uploads,`,
        `memory ${slopes.map((slope) => slope.toFixed(2)).join(' and ')} MB a minute\n${each.join('\n')}\n`,
      ].join(' '),
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
    const retried = await database.query('SELECT name FROM jobs WHERE attempts > 0');
    expect(retried).toEqual([]);
    await database.close();
    expect(p99).toBeLessThan(P99_MAX_MILLISECONDS);
    expect(Math.max(...slopes)).toBeLessThan(MEMORY_SLOPE_MAX);
  },
  180_000 + SECONDS * 1500,
);
