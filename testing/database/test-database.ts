import { randomUUID } from 'node:crypto';
import { mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { inject } from 'vitest';

import type { Database } from '@carrel/api/src/platform/database/database.ts';
import { openEmbedded } from '@carrel/api/src/platform/database/embedded/embedded-database.ts';
import { openPostgres } from '@carrel/api/src/platform/database/postgres/postgres-database.ts';
import { endSessions } from '../postgres/end-sessions.ts';
import { copyMigratedDatabase } from './copy-migrated-database.ts';

/** Undefined in the projects without a PostgreSQL, although its type does not allow it. */
const postgresTemplate = (): string | undefined => inject('postgresTemplate');

/** Whether these tests run on the embedded database, where transactions run one by one. */
export const isEmbedded = (): boolean => postgresTemplate() === undefined;

/**
 * Creates a migrated database for one test file: the embedded one or, in the project
 * `api-on-postgres`, a new one on the run's server. `close` deletes it.
 */
export function createTestDatabase(): Promise<Database> {
  const template = postgresTemplate();
  return template === undefined ? embeddedTestDatabase(true) : postgresTestDatabase(template);
}

/** Creates a database without tables. */
export function createEmptyTestDatabase(): Promise<Database> {
  const template = postgresTemplate();
  return template === undefined
    ? embeddedTestDatabase(false)
    : postgresTestDatabase(template, 'template0');
}

async function embeddedTestDatabase(migrated: boolean): Promise<Database> {
  const dataDirectory = mkdtempSync(join(tmpdir(), 'carrel-database-'));
  if (migrated) copyMigratedDatabase(dataDirectory);
  const database = await openEmbedded(dataDirectory, { fsync: false });
  return {
    ...database,
    close: async () => {
      await database.close();
      await rm(dataDirectory, { recursive: true });
    },
  };
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
      await Promise.all(servers.map((server) => endSessions(server, name)));
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
