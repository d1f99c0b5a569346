import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { startS3Server, type S3TestServer } from '../s3-server.ts';
import { startTestPostgres, type TestPostgres } from '../postgres/test-postgres.ts';
import { createTestServer, type ServerProcess } from './server-process.ts';

/** Two instances on one PostgreSQL and one object store. */
export interface TwoServers {
  servers: readonly [ServerProcess, ServerProcess];
  /** The settings of both. */
  settings: { databaseUrl: string; storageUrl: string; dataDirectory: string };
  store: S3TestServer;
  postgres: TestPostgres;
  close(): Promise<void>;
}

/** Starts both at the same time on a new database, each with variables of its own. */
export async function startTestPair(
  variables: readonly [Record<string, string>, Record<string, string>] = [{}, {}],
): Promise<TwoServers> {
  const dataDirectory = mkdtempSync(join(tmpdir(), 'carrel-pair-'));
  const postgres = startTestPostgres();
  const store = await startS3Server();
  const settings = {
    databaseUrl: postgres.urlOf('postgres'),
    storageUrl: store.url,
    dataDirectory,
  };
  const create = (own: Record<string, string>) =>
    createTestServer(dataDirectory, {
      ...own,
      ...store.environment,
      DATABASE_URL: settings.databaseUrl,
      STORAGE_URL: settings.storageUrl,
    });
  const servers = [await create(variables[0]), await create(variables[1])] as const;
  await Promise.all(servers.map((server) => server.start()));
  return {
    servers,
    settings,
    store,
    postgres,
    close: async () => {
      await Promise.all(servers.map((server) => server.kill()));
      await store.stop();
      postgres.close();
      rmSync(dataDirectory, { recursive: true, force: true });
    },
  };
}
