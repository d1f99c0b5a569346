import { randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

import { inject } from 'vitest';

import type { Database } from '../../src/database/database.ts';
import { openInMemory } from '../../src/database/embedded/embedded-database.ts';
import { migrate } from '../../src/database/migrations/migrate.ts';
import { openPostgres } from '../../src/database/postgres/postgres-database.ts';
import { migrationsFingerprint } from './migrations-fingerprint.ts';
import { countDirectWrites } from './count-direct-writes.ts';

const CACHE = new URL('../../node_modules/.cache/', import.meta.url);

/** Undefined in the projects without a PostgreSQL, although its type does not allow it. */
const postgresTemplate = (): string | undefined => inject('postgresTemplate');

/** Whether these tests run on the embedded database, where transactions run one by one. */
export const isEmbedded = (): boolean => postgresTemplate() === undefined;

/**
 * Creates a migrated database for one test file: the embedded one in memory or, in the project
 * `api-on-postgres`, a new one on the run's server. `close` deletes it.
 */
export function createTestDatabase(): Promise<Database> {
  const template = postgresTemplate();
  return template === undefined ? embeddedTestDatabase() : postgresTestDatabase(template);
}

/** Creates a database without tables. */
export function createEmptyTestDatabase(): Promise<Database> {
  const template = postgresTemplate();
  return template === undefined ? openInMemory() : postgresTestDatabase(template, 'template0');
}

async function embeddedTestDatabase(): Promise<Database> {
  return openInMemory(await migratedDump());
}

/** Returns a dump of a migrated database, which is made once for each set of migrations. */
export async function migratedDump(): Promise<Uint8Array> {
  const cached = new URL(`test-database-${migrationsFingerprint()}.tar`, CACHE);
  if (existsSync(cached)) return readFileSync(cached);

  const database = await openInMemory();
  await migrate(database);
  await countDirectWrites(database);
  const dump = await database.dump();
  await database.close();
  mkdirSync(CACHE, { recursive: true });
  // Test files start concurrently: each writes its own dump, and the last rename wins.
  const unfinished = `${fileURLToPath(cached)}.${randomUUID()}`;
  writeFileSync(unfinished, dump);
  renameSync(unfinished, cached);
  return dump;
}

async function postgresTestDatabase(template: string, copied = 'template'): Promise<Database> {
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  // Undefined in the other projects, although its type does not allow it.
  const workers: string[] | undefined = inject('citusWorkers');
  const servers = await Promise.all(
    [template, ...(workers ?? [])].map((url) => openPostgres(urlOf(url, 'postgres'))),
  );
  const onEach = (sql: string) => Promise.all(servers.map((server) => server.query(sql)));
  await onEach(`CREATE DATABASE ${name} TEMPLATE ${copied}`);
  const database = await openPostgres(urlOf(template, name));
  return {
    ...database,
    close: async () => {
      await database.close();
      // Else the daemon of Citus connects again.
      await onEach(`ALTER DATABASE ${name} ALLOW_CONNECTIONS false`);
      await onEach(`DROP DATABASE ${name} WITH (FORCE)`);
      await Promise.all(servers.map((server) => server.close()));
    },
  };
}

function urlOf(other: string, name: string): string {
  const url = new URL(other);
  url.pathname = `/${name}`;
  return url.href;
}
