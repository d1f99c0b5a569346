import type { TestProject } from 'vitest/node';

import { migrate } from '@carrel/api/src/platform/database/migrations/migrate.ts';
import { partitionTables } from '@carrel/api/src/platform/database/partitions/partition-tables.ts';
import { openPostgres } from '@carrel/api/src/platform/database/postgres/postgres-database.ts';
import { startTestPostgres, type TestPostgres } from './test-postgres.ts';
import { countDirectWrites } from '../database/count-direct-writes.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The URL of a migrated database that each test file copies; absent for tests on the embedded one. */
    postgresTemplate: string;
    /** Whether a pooler that keeps no prepared statements is in between; absent where there is none. */
    isPooled: boolean;
  }
}

let server: TestPostgres | undefined;

/** Starts one server for the whole run. */
export async function setup(project: TestProject): Promise<void> {
  const started = await startWithTemplate();
  project.provide('postgresTemplate', started.urlOf('template'));
}

/** Starts a server with a migrated database, `template`. */
export async function startWithTemplate(): Promise<TestPostgres> {
  server = startTestPostgres();
  const maintenance = await openPostgres(server.urlOf('postgres'));
  await maintenance.query('CREATE DATABASE template');
  await maintenance.close();
  const template = await openPostgres(server.urlOf('template'));
  await migrate(template);
  // `PARTITIONED=1` runs everything on partitioned tables.
  if (process.env['PARTITIONED'] === '1') await partitionTables(template, 4, () => undefined);
  await countDirectWrites(template);
  await template.close();
  return server;
}

export function teardown(): void {
  server?.close();
}
