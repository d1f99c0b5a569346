import { availableParallelism } from 'node:os';

import { createAdaptorServer } from '@hono/node-server';
import { Hono } from 'hono';

import { createApp } from '@carrel/api/src/app.ts';
import { createWorkerPool } from '@carrel/api/src/extraction/workers/worker-pool.ts';
import { listen } from '@carrel/api/src/platform/http/serve.ts';
import { createLog } from '@carrel/api/src/platform/log.ts';
import { readSettings } from '@carrel/api/src/platform/settings/settings.ts';
import { startServices } from '@carrel/api/src/services.ts';
import { countDirectWrites, dropDirectWriteTriggers } from '../database/count-direct-writes.ts';
import { startTestPostgres } from '../postgres/test-postgres.ts';
import { readCollections } from '../retrieval/collections.ts';
import { prose } from '../retrieval/prose.ts';
import { seedIndex } from '../retrieval/seed-index.ts';
import {
  createBenchOrganization,
  createBenchPerson,
  headersIn,
  joinBench,
  type BenchPerson,
} from './bench-owner.ts';

/**
 * A server for `pnpm bench access`: the real application with an organization whose datasets are searched, and two
 * whose many datasets are listed, one of which names people. Three Viewers reach shares of the datasets, by groups.
 * A bare route has the searched datasets name people, or nobody. When it listens, it sends its parent process a message.
 */
const DATASETS = Number(process.env['BENCH_ACCESS_DATASETS'] ?? 100);
const CHUNKS = Number(process.env['BENCH_ACCESS_CHUNKS'] ?? 1000);
const LISTED = Number(process.env['BENCH_ACCESS_LISTED'] ?? 500);
const CHUNKS_PER_DOCUMENT = 10;
/** What the Viewers reach, in %. */
const SHARES = [1, 50, 100];
/** Groups that each dataset names besides, which the Viewers are not in. */
const OTHER_GROUPS = 3;

const postgres =
  process.env['BENCH_POSTGRES'] === '1' ? startTestPostgres({ durable: true }) : undefined;
const end = () => {
  postgres?.close();
  process.exit(0);
};
process.once('SIGTERM', end);
process.once('disconnect', end);

const settings = readSettings({
  ...process.env,
  ...(postgres !== undefined && { DATABASE_URL: postgres.urlOf('postgres') }),
});
const log = createLog((line) => process.stdout.write(line));
const { dependencies } = await startServices(settings, log);
const { database } = dependencies;
await countDirectWrites(database);

const owner = await createBenchPerson(dependencies, 'owner@example.com');
const viewers: BenchPerson[] = [];
for (const share of SHARES) {
  viewers.push(await createBenchPerson(dependencies, `reaches-${share}@example.com`));
}

/** Creates an organization with the Viewers, and groups: one for each, and others that nobody of them is in. */
async function createBench(name: string): Promise<string> {
  const organizationId = await createBenchOrganization(dependencies, owner.accountId, name);
  for (const [index, { accountId }] of viewers.entries()) {
    await joinBench(dependencies, organizationId, accountId, 'Viewer');
    await createGroup(organizationId, `Reaches ${SHARES[index] ?? 0} %`, [accountId]);
  }
  for (let index = 0; index < OTHER_GROUPS; index += 1) {
    await createGroup(organizationId, `Others ${index}`, []);
  }
  return organizationId;
}

async function createGroup(organizationId: string, name: string, accountIds: string[]) {
  const [group] = await database.query<{ id: string }>(
    `INSERT INTO member_groups (organization_id, name, name_key) VALUES ($1, $2, lower($2)) RETURNING id`,
    [organizationId, name],
  );
  await database.query(
    `INSERT INTO member_group_members (organization_id, group_id, account_id)
     SELECT $1, $2, unnest($3::uuid[])`,
    [organizationId, group?.id, accountIds],
  );
}

/** Names the groups of the Viewers in their shares of the datasets, and the others in all. */
async function nameGroups(organizationId: string): Promise<void> {
  await database.query(
    `INSERT INTO access_entries (organization_id, dataset_id, group_id, role)
     SELECT $1, d.id, g.id, 'Reader'
     FROM (SELECT id, row_number() OVER (ORDER BY name, id) AS number, count(*) OVER () AS datasets
           FROM datasets WHERE organization_id = $1) d
     JOIN member_groups g ON g.organization_id = $1
       AND (g.name LIKE 'Others %' OR d.number <= ceil(d.datasets * substring(g.name FROM '\\d+')::numeric / 100))`,
    [organizationId],
  );
}

const setAccess = (organizationId: string, access: 'named' | 'organization') =>
  database.query('UPDATE datasets SET access = $2 WHERE organization_id = $1', [
    organizationId,
    access,
  ]);

const collections = readCollections();
const searchedId = await createBench('Searched');
const workers = createWorkerPool({
  size: availableParallelism(),
  idleMilliseconds: 1000,
  heapMegabytes: 512,
  memoryMegabytes: 1536,
});
const index = { database, workers, log, isStopping: () => false };
const texts = prose(collections, DATASETS * CHUNKS);
for (let number = 0; number < DATASETS; number += 1) {
  const documents = Array.from({ length: Math.ceil(CHUNKS / CHUNKS_PER_DOCUMENT) }, (_, at) => ({
    path: `document-${at}.txt`,
    chunks: texts.splice(0, CHUNKS_PER_DOCUMENT),
  }));
  await seedIndex(index, searchedId, `Dataset ${String(number).padStart(4, '0')}`, documents);
}
workers.close();
await dropDirectWriteTriggers(database);
await nameGroups(searchedId);
const [workspace] = await database.query<{ id: string }>(
  `INSERT INTO workspaces (organization_id, name) VALUES ($1, 'All') RETURNING id`,
  [searchedId],
);
await database.query(
  `INSERT INTO workspace_datasets (organization_id, workspace_id, dataset_id)
   SELECT $1, $2, id FROM datasets WHERE organization_id = $1`,
  [searchedId, workspace?.id],
);

/** Creates an organization of empty datasets. */
async function createListed(name: string, access: 'named' | 'organization') {
  const organizationId = await createBench(name);
  const datasets = await database.query<{ id: string }>(
    `INSERT INTO datasets (organization_id, name)
     SELECT $1, 'Dataset ' || lpad(n::text, 4, '0') FROM generate_series(1, $2::int) n RETURNING id`,
    [organizationId, LISTED],
  );
  await nameGroups(organizationId);
  await setAccess(organizationId, access);
  return { organizationId, first: datasets[0]?.id, last: datasets.at(-1)?.id };
}

const open = await createListed('Open', 'organization');
const limited = await createListed('Limited', 'named');
await database.query('ANALYZE');

const bare = new Hono();
bare.put('/bare/access/:access', async (c) => {
  await setAccess(searchedId, c.req.param('access') === 'named' ? 'named' : 'organization');
  return c.body(null, 204);
});
const server = createAdaptorServer({ fetch: createApp(dependencies, bare).fetch });
await listen(server, settings);
process.send?.({
  url: `http://127.0.0.1:${settings.port}`,
  workspaceId: workspace?.id,
  queries: collections.flatMap((each) => each.queries.map(({ text }) => text)),
  open,
  limited,
  viewers: viewers.map((viewer, at) => ({
    share: SHARES[at],
    searched: headersIn(searchedId, viewer),
    open: headersIn(open.organizationId, viewer),
    limited: headersIn(limited.organizationId, viewer),
  })),
});
