import { readFile } from 'node:fs/promises';

import { FILENAME_HEADER, UPLOAD_OPTION_DEFAULTS } from '@carrel/shared/contract';
import { apiPaths } from '@carrel/shared/paths';
import autocannon from 'autocannon';
import type { Request } from 'autocannon';

import { TEAM_LIBRARY } from '../../../support/journey.ts';
import type { BenchGroup, BenchRow } from '../../report/bench-row.ts';
import { median } from '../../report/bench-row.ts';
import {
  onBothDatabases,
  settingsOf,
  withForkedServer,
  type DatabaseKind,
} from '../../load/forked-server.ts';
import { zipOfPages } from '../../load/zip-of-pages.ts';

const CONNECTIONS = 50;
const SECONDS = Number(process.env['BENCH_SECONDS'] ?? 4);
const ROUNDS = 3;
const UPLOADS = 8;
const PAGES = 5000;

/** What the bench's server sends once it is ready. */
interface Target {
  url: string;
  headers: Record<string, string>;
  apiKey: string;
  datasetId: string;
  folder: string;
  limit: number;
  credentials: { email_address: string; password: string };
}

interface Load {
  perSecond: number;
  p99: number;
}

/** Keeps 50 connections busy with one request; throws on any response but 2xx. */
async function load(target: Target, request: Request): Promise<Load> {
  const result = await autocannon({
    url: target.url,
    connections: CONNECTIONS,
    duration: SECONDS,
    requests: [{ headers: target.headers, ...request }],
  });
  if (result.non2xx > 0 || result.errors > 0) {
    throw new Error(`${String(request.path)}: ${result.non2xx} refused, ${result.errors} failed`);
  }
  return { perSecond: result.requests.average, p99: result.latency.p99 };
}

/** Measures a route interleaved with a bare route that makes the same query and does nothing else. */
async function comparedRows(what: string, target: Target, real: string, bare: string) {
  const reals: Load[] = [];
  const bares: Load[] = [];
  await load(target, { path: real });
  for (let round = 0; round < ROUNDS; round += 1) {
    bares.push(await load(target, { path: bare }));
    reals.push(await load(target, { path: real }));
  }
  const samples = reals.map(({ perSecond }) => perSecond);
  const p99s = reals.map(({ p99 }) => p99);
  const rows: BenchRow[] = [
    {
      what: `${what}, requests`,
      value: median(samples),
      unit: '/s',
      against: {
        what: 'a bare route with the same query',
        value: median(bares.map(({ perSecond }) => perSecond)),
      },
      goal: { atLeast: 0.7 },
      samples,
    },
    { what: `${what}, p99`, value: median(p99s), unit: 'ms', goal: { atMost: 50 }, samples: p99s },
  ];
  return rows;
}

let clients = 0;

/** Gives each request its own address: many from one address are rate limited. */
function withOwnAddress(request: Request): Request {
  clients += 1;
  const address = `10.${(clients >> 16) & 255}.${(clients >> 8) & 255}.${clients & 255}`;
  return { ...request, headers: { ...request.headers, 'X-Forwarded-For': address } };
}

async function signInRows(target: Target): Promise<BenchRow[]> {
  const { perSecond, p99 } = await load(target, {
    method: 'POST',
    path: `/${apiPaths.login()}`,
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(target.credentials),
    setupRequest: withOwnAddress,
  });
  return [
    { what: 'sign-in, requests', value: perSecond, unit: '/s' },
    { what: 'sign-in, p99', value: p99, unit: 'ms' },
  ];
}

/** Measures the same while archives are ingested and their documents processed. */
async function ingestingRows(target: Target, navigate: string): Promise<BenchRow[]> {
  const library = await readFile(TEAM_LIBRARY);
  const upload = apiPaths.archiveUpload(target.datasetId, UPLOAD_OPTION_DEFAULTS);
  for (const body of [zipOfPages(PAGES), ...Array.from({ length: UPLOADS }, () => library)]) {
    const response = await fetch(`${target.url}/${upload}`, {
      method: 'POST',
      headers: { ...target.headers, 'Content-Type': 'application/zip', [FILENAME_HEADER]: 'a.zip' },
      body,
    });
    if (response.status !== 201) throw new Error(`The upload failed with ${response.status}.`);
  }
  const current = await load(target, { path: `/${apiPaths.currentUser()}` });
  const page = await load(target, { path: navigate });
  const goal = { atMost: 300 };
  return [
    { what: 'current user while ingesting, p99', value: current.p99, unit: 'ms', goal },
    { what: 'page of a folder while ingesting, p99', value: page.p99, unit: 'ms', goal },
  ];
}

/** Calls one after the other, alternately by cookie and by API key; below the limit of a key. */
const CALLS = 400;

/** Measures what checking an API key takes longer than checking a session, one call at a time. */
async function keyRows({ url, headers, apiKey }: Target): Promise<BenchRow[]> {
  const byKey = { Authorization: `Bearer ${apiKey}` };
  const times = { cookie: [] as number[], key: [] as number[] };
  const call = async (kind: keyof typeof times) => {
    const started = performance.now();
    const response = await fetch(`${url}/${apiPaths.datasets()}`, {
      headers: kind === 'key' ? byKey : headers,
    });
    await response.arrayBuffer();
    times[kind].push(performance.now() - started);
    if (!response.ok) throw new Error(`A call by ${kind} was refused: ${response.status}.`);
  };
  for (let count = 0; count < CALLS; count += 1) {
    await call('cookie');
    await call('key');
  }
  // The first tenth warms up.
  const typical = (kind: keyof typeof times) => median(times[kind].slice(CALLS / 10));
  return [
    {
      what: 'a call by API key, beyond one by cookie',
      value: typical('key') - typical('cookie'),
      unit: 'ms',
      goal: { atMost: 0.2 },
    },
    { what: 'a call by cookie', value: typical('cookie'), unit: 'ms' },
  ];
}

const rowsOn = (kind: DatabaseKind): Promise<BenchRow[]> =>
  withForkedServer('bench-server.ts', settingsOf(kind), async (message) => {
    const target = message as Target;
    const { datasetId, folder, limit } = target;
    const navigate = `/${apiPaths.navigate(datasetId, { path: folder, limit })}`;
    return [
      ...(await keyRows(target)),
      ...(await signInRows(target)),
      ...(await comparedRows(
        'current user',
        target,
        `/${apiPaths.currentUser()}`,
        '/bare/current',
      )),
      ...(await comparedRows('page of a folder of 100,000', target, navigate, '/bare/navigate')),
      ...(await ingestingRows(target, navigate)),
    ];
  });

export const apiGroup: BenchGroup = {
  title: 'API under load',
  method: `${CONNECTIONS} connections on loopback by autocannon, ${SECONDS} seconds a round, interleaved with a bare Hono route that makes the same query on the same database in the same process; medians of ${ROUNDS}. The folder has 100,000 documents, a page 50. By key and by cookie: ${CALLS} calls of each, one at a time, alternately, medians. "While ingesting": while ${PAGES.toLocaleString('en-US')} pages of Markdown and ${UPLOADS} times the corpus of the tests are ingested. First on the embedded database, then on a PostgreSQL of this machine that flushes every commit.`,
  measure: () => onBothDatabases(rowsOn),
};
