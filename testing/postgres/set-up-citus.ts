import type { TestProject } from 'vitest/node';

import { distributeTables } from '@carrel/api/src/platform/database/distributed/distribute-tables.ts';
import { migrate } from '@carrel/api/src/platform/database/migrations/migrate.ts';
import { openPostgres } from '@carrel/api/src/platform/database/postgres/postgres-database.ts';
import { countDirectWrites } from '../database/count-direct-writes.ts';
import { endSessions } from './end-sessions.ts';
import { startTestCitus, type TestCitus } from './test-citus.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** URLs of databases on the workers, which a test file copies beside the coordinator's; absent without Citus. */
    citusWorkers: string[];
  }
}

let cluster: TestCitus | undefined;

/** Starts one cluster for the whole run, with a migrated and distributed database on its servers. */
export async function setup(project: TestProject): Promise<void> {
  const started = startTestCitus();
  cluster = started;
  const template = await openPostgres(await started.createDatabase('template'));
  await migrate(template);
  await distributeTables(template);
  await countDirectWrites(template);
  await template.close();
  const servers = [started.coordinator, ...started.workers];
  for (const server of servers) {
    // Else the daemon of Citus, which connects to each database, keeps it from being copied.
    const maintenance = await openPostgres(server.urlOf('postgres'));
    await endSessions(maintenance, 'template');
    await maintenance.close();
  }
  project.provide('postgresTemplate', started.coordinator.urlOf('template'));
  project.provide(
    'citusWorkers',
    started.workers.map((worker) => worker.urlOf('template')),
  );
}

export function teardown(): void {
  cluster?.close();
}
