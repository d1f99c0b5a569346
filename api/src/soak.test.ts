import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, beforeAll, expect, test } from 'vitest';

import { random } from '@carrel/testing/faults/seed.ts';
import { startTestPostgres, type TestPostgres } from '@carrel/testing/postgres/test-postgres.ts';
import { signInCrowd, type CrowdPerson } from '@carrel/testing/servers/crowd.ts';
import type { ThreadMemory } from '@carrel/testing/servers/preloads/report-memory.ts';
import {
  createTestServer,
  pause,
  type ServerProcess,
} from '@carrel/testing/servers/server-process.ts';
import { buildZip } from '@carrel/testing/zips/build-zip.ts';

const IS_HARD = process.env['HARD'] === '1';
const SECONDS = Number(process.env['SOAK_SECONDS'] ?? 3600);
const PEOPLE = Number(process.env['SOAK_PEOPLE'] ?? 200);
const ORGANIZATIONS = 6;
const STREAMS = 40;
/** The shortest pause of a person between clicks, in milliseconds; the longest is three times as long. */
const PAUSE_MILLISECONDS = 4000;
const UPLOAD_MILLISECONDS = 10_000;
const FILES = 40;
/** Statuses of a server that asks for a later request. */
const LATER = new Set([429, 503]);
/** The memory after these minutes is compared with that of the end. Shorter runs only print it. */
const WARM_MINUTES = 10;
const GROWTH_MAX = 1.25;
const P95_FACTOR_MAX = 3;
const MEBI = 1024 * 1024;

let directory: string;
let postgres: TestPostgres | undefined;
let server: ServerProcess;
let crowd: CrowdPerson[];

beforeAll(async () => {
  if (!IS_HARD) return;
  directory = mkdtempSync(join(tmpdir(), 'carrel-soak-'));
  postgres = process.env['SOAK_POSTGRES'] === '1' ? startTestPostgres() : undefined;
  const preload = new URL('../../testing/servers/preloads/report-memory.ts', import.meta.url).href;
  server = await createTestServer(
    directory,
    {
      // As `pnpm start` sets them.
      MALLOC_ARENA_MAX: '2',
      MALLOC_MMAP_THRESHOLD_: '262144',
      TRUSTED_PROXIES: '127.0.0.1',
      NODE_OPTIONS: `--import ${preload}${process.env['SOAK_OPTIONS'] ?? ''}`,
      MEMORY_REPORT: join(directory, 'memory'),
      ...(postgres !== undefined && { DATABASE_URL: postgres.urlOf('postgres') }),
    },
    { createsDatabase: true, isShortLived: false },
  );
  await server.start();
  crowd = await signInCrowd(server, directory, { people: PEOPLE, organizations: ORGANIZATIONS });
}, 900_000);
afterAll(async () => {
  if (!IS_HARD) return;
  await server.kill();
  postgres?.close();
  rmSync(directory, { recursive: true, force: true });
});

const next = random();

interface Figures {
  begin: number;
  /** Milliseconds of calls, by minute. */
  minutes: number[][];
  statuses: Map<string, number>;
}

/** Sends a request, and counts its time and its status. */
async function call(
  person: CrowdPerson,
  figures: Figures,
  ...sent: Parameters<CrowdPerson['call']>
) {
  const began = performance.now();
  let kind: string;
  try {
    const response = await person.call(...sent);
    await response.arrayBuffer();
    const isLater = LATER.has(response.status) && response.headers.has('Retry-After');
    kind = response.ok ? 'ok' : `${response.status}${isLater ? ' with Retry-After' : ''}`;
  } catch (error) {
    const { cause } = error as { cause?: { code?: string } };
    kind = `cut off: ${cause?.code ?? String(error)}`;
  }
  figures.statuses.set(kind, (figures.statuses.get(kind) ?? 0) + 1);
  const minute = Math.floor((began - figures.begin) / 60_000);
  (figures.minutes[minute] ??= []).push(performance.now() - began);
}

async function visit(person: CrowdPerson, figures: Figures, until: number): Promise<void> {
  await pause(PAUSE_MILLISECONDS * 2 * next());
  while (performance.now() < until) {
    const dataset = `/datasets/${person.datasetId}`;
    await call(person, figures, 'GET', '/accounts/current');
    await call(person, figures, 'GET', '/datasets');
    await call(person, figures, 'GET', `${dataset}/documents?limit=50`);
    await call(person, figures, 'GET', `${dataset}/navigate?limit=100`);
    const query = `note ${Math.floor(next() * 1000)} words`;
    await call(person, figures, 'POST', `${dataset}/search`, { query });
    await pause(PAUSE_MILLISECONDS * (1 + 2 * next()));
  }
}

/** Keeps an event stream open, as a page does. */
async function follow(person: CrowdPerson, until: number): Promise<void> {
  while (performance.now() < until) {
    const path = `/datasets/${person.datasetId}/events?organization_id=${person.organizationId}`;
    try {
      const response = await person.call('GET', path);
      for await (const _ of response.body ?? []) if (performance.now() >= until) return;
    } catch {
      // A browser connects again.
    }
    await pause(1000);
  }
}

/** Replaces the same documents with others, so that what is stored does not grow. */
async function ingest(person: CrowdPerson, figures: Figures, until: number): Promise<void> {
  while (performance.now() < until) {
    const zip = buildZip(
      Array.from({ length: FILES }, (_, n) => ({
        name: `notes/${n}.md`,
        content: `# Note ${n}\n\n${`Words of ${Math.floor(next() * 1e6)}. `.repeat(200)}`,
      })),
    );
    const path = `/datasets/${person.datasetId}/archives`;
    await call(person, figures, 'POST', path, Uint8Array.from(zip));
    await pause(UPLOAD_MILLISECONDS * (0.5 + next()));
  }
}

const print = (line: string) => process.stdout.write(`${line}\n`);
const mebibytes = (bytes: number) => (bytes / MEBI).toFixed(0);

function readMemory(): ThreadMemory[] {
  const file = join(directory, 'memory');
  if (!existsSync(file)) return [];
  const lines = readFileSync(file, 'utf8').split('\n').filter(Boolean);
  return lines.map((line) => JSON.parse(line) as ThreadMemory);
}

function p95Of(values: readonly number[] = []): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length * 0.95)] ?? 0;
}

test.runIf(IS_HARD)(
  `D10: ${PEOPLE} people of ${ORGANIZATIONS} organizations for ${SECONDS} seconds: memory stays flat, and nothing fails`,
  async () => {
    const begin = performance.now();
    const until = begin + SECONDS * 1000;
    const figures: Figures = { begin, minutes: [], statuses: new Map() };
    const load = Promise.all([
      ...crowd.map((person) => visit(person, figures, until)),
      ...crowd.slice(0, STREAMS).map((person) => follow(person, until)),
      ...crowd.slice(0, ORGANIZATIONS).map((person) => ingest(person, figures, until)),
    ]);
    const resident: { minute: number; bytes: number }[] = [];
    for (let printed = readMemory().length; performance.now() < until;) {
      await pause(Math.min(10_000, Math.max(1, until - performance.now())));
      const lines = readMemory();
      const minute = (performance.now() - begin) / 60_000;
      const text = lines
        .slice(printed)
        .map(
          ({ thread, heapUsed, heapTotal, external, arrayBuffers }) =>
            `thread ${thread}: heap ${mebibytes(heapUsed)} of ${mebibytes(heapTotal)}, external ${mebibytes(external)}, buffers ${mebibytes(arrayBuffers)}`,
        );
      const rss = lines.at(-1)?.rss ?? 0;
      resident.push({ minute, bytes: rss });
      const p95 = p95Of(figures.minutes[Math.floor(minute)]).toFixed(0);
      print(
        `D10: minute ${minute.toFixed(1)}: ${mebibytes(rss)} MiB (${text.join('; ')}), p95 ${p95} ms, ${JSON.stringify(Object.fromEntries(figures.statuses))}`,
      );
      printed = lines.length;
    }
    await load;
    const p95s = figures.minutes.map((minute) => p95Of(minute));
    print(`D10: p95 by minute: ${p95s.map((p95) => p95.toFixed(0)).join(', ')} ms`);
    const failures = [...figures.statuses.keys()].filter(
      (kind) => kind !== 'ok' && !kind.endsWith('with Retry-After'),
    );
    expect(failures).toEqual([]);
    if (SECONDS < WARM_MINUTES * 120) return;
    const warm = resident.find(({ minute }) => minute >= WARM_MINUTES)?.bytes ?? Infinity;
    expect((resident.at(-1)?.bytes ?? 0) / warm).toBeLessThan(GROWTH_MAX);
    expect(Math.max(...p95s.slice(1))).toBeLessThan(P95_FACTOR_MAX * (p95s[0] ?? 0));
  },
  1_800_000 + SECONDS * 1500,
);
