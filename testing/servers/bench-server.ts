import { createAdaptorServer } from '@hono/node-server';
import { Hono } from 'hono';

import { newKey } from '@carrel/api/src/platform/access/keys/key-token.ts';
import { sha256 } from '@carrel/api/src/platform/access/session-tokens.ts';
import { createApp } from '@carrel/api/src/app.ts';
import { findCurrentUser } from '@carrel/api/src/platform/access/signed-in.ts';
import { startTestPostgres } from '../postgres/test-postgres.ts';
import { foldersOf } from '@carrel/api/src/content/documents/folder-repository.ts';
import { createLog } from '@carrel/api/src/platform/log.ts';
import { listen } from '@carrel/api/src/platform/http/serve.ts';
import { createBenchOwner, CREDENTIALS } from './bench-owner.ts';
import { startServices } from '@carrel/api/src/services.ts';
import { readSettings } from '@carrel/api/src/platform/settings/settings.ts';

/**
 * A server for `pnpm bench`: the real application and, on the same database in the same process, bare
 * routes that only run one query each. When it listens, it sends its parent process a message with its
 * URL and credentials. With `BENCH_POSTGRES` it starts its own PostgreSQL.
 */
const DOCUMENTS = 100_000;
const PAGE = 50;

const postgres =
  process.env['BENCH_POSTGRES'] === '1' ? startTestPostgres({ durable: true }) : undefined;
const end = () => {
  postgres?.close();
  process.exit(0);
};
process.once('SIGTERM', end);
process.once('disconnect', end);

const settings = readSettings({
  // Each simulated client names its address.
  TRUSTED_PROXIES: '127.0.0.1',
  ...process.env,
  ...(postgres !== undefined && { DATABASE_URL: postgres.urlOf('postgres') }),
});
const log = createLog((line) => process.stdout.write(line));
const { dependencies } = await startServices(settings, log);
const { database } = dependencies;

const { organizationId, access, headers } = await createBenchOwner(dependencies);
const [dataset] = await database.query<{ id: string }>(
  `INSERT INTO datasets (organization_id, name) VALUES ($1, 'Large') RETURNING id`,
  [organizationId],
);
const datasetId = dataset?.id ?? '';
await database.query(
  `INSERT INTO documents (organization_id, dataset_id, path, folder, name, sort_name, size, status)
   SELECT $1, $2, 'folder/' || name, 'folder', name, name, 1000, 'embedded'
   FROM (SELECT 'document ' || lpad(n::text, 6, '0') || '.md' AS name
         FROM generate_series(1, $3::int) AS n) names`,
  [organizationId, datasetId, DOCUMENTS],
);
await database.query(
  `INSERT INTO folders (organization_id, dataset_id, path, parent, name, sort_name, document_count)
   VALUES ($1, $2, 'folder', '', 'folder', 'folder', $3)`,
  [organizationId, datasetId, DOCUMENTS],
);
const apiKey = newKey();
await database.query(
  `INSERT INTO api_keys (organization_id, name, token_hash, last_four, scopes)
   VALUES ($1, 'Bench', $2, $3, '{documents:read}')`,
  [organizationId, sha256(apiKey), apiKey.slice(-4)],
);
await database.query('ANALYZE');

const bare = new Hono();
bare.get('/bare/current', async (c) => c.json(await findCurrentUser(database, access)));
bare.get('/bare/navigate', async (c) => {
  const by = { sort: 'name', order: 'asc' } as const;
  const query = { path: 'folder', limit: PAGE, after: undefined, by };
  return c.json(await foldersOf(database, organizationId).page(datasetId, query));
});
const app = createApp(dependencies, bare);
const server = createAdaptorServer({ fetch: app.fetch });
await listen(server, settings);
process.send?.({
  url: `http://127.0.0.1:${settings.port}`,
  headers,
  apiKey,
  datasetId,
  folder: 'folder',
  limit: PAGE,
  credentials: CREDENTIALS,
});
