import { createdSchema } from '@carrel/shared/contract';
import { parse } from 'valibot';
import { expect } from 'vitest';

import type { Database } from '@carrel/api/src/platform/database/database.ts';
import type { Run } from '@carrel/api/src/jobs/job.ts';
import { ingestNext } from '@carrel/api/src/processing/jobs/merge/ingest-job.ts';
import { unpackNext } from '@carrel/api/src/processing/jobs/unpack/unpack-job.ts';
import { createRotation } from '@carrel/api/src/processing/rows/rotation.ts';
import {
  createWorkerPool,
  type WorkerPool,
} from '@carrel/api/src/extraction/workers/worker-pool.ts';
import { runOf } from './claim-documents.ts';
import { createServerFixture, readJson } from './server-fixture.ts';
import { createTestIngestion } from './test-ingestion.ts';
import { buildZip } from './zips/build-zip.ts';

export type UnpackFixture = Awaited<ReturnType<typeof createUnpackFixture>>;

/** Datasets of a server without a pipeline: only the test merges and unpacks. */
export async function createUnpackFixture() {
  const server = await createServerFixture();
  const ingestion = await createTestIngestion(server);
  const workers = createWorkerPool({
    size: 1,
    idleMilliseconds: 10_000,
    heapMegabytes: 128,
    memoryMegabytes: 512,
  });
  const owner = await server.person();
  let organizationId = '';
  let datasetId = '';
  const call = (method: string, path: string, json?: unknown) =>
    owner.call(method, path, { organizationId, ...(json === undefined ? {} : { json }) });
  const query = <Row extends object>(sql: string) => server.database.query<Row>(sql, [datasetId]);

  return {
    server,
    ingestion,
    call,
    ids: () => ({ organizationId, datasetId }),
    /** Goes on with a new, empty dataset of a new organization. */
    renew: async () => {
      organizationId = await server.organization(owner);
      const created = await call('POST', '/datasets', { name: 'Mails' });
      datasetId = parse(createdSchema, await created.json()).id;
    },
    upload: async (files: Record<string, Buffer | string>): Promise<string> => {
      const entries = Object.entries(files).map(([name, content]) => ({ name, content }));
      const response = await owner.call('POST', `/datasets/${datasetId}/archives`, {
        organizationId,
        body: Uint8Array.from(buildZip(entries)),
        headers: { 'Content-Type': 'application/zip', 'X-Filename': 'library.zip' },
      });
      expect(response.status).toBe(201);
      return (await readJson<{ id: string }>(response)).id;
    },
    ingest: (database: Database = server.database, run: Run = runOf(organizationId)) =>
      ingestNext({ ...ingestion, database }, run),
    unpack: (
      database: Database = server.database,
      run: Run = runOf(organizationId),
      pool: WorkerPool = workers,
    ) =>
      unpackNext(
        {
          ...ingestion,
          database,
          workers: pool,
          allowance: server.dependencies.settings.documentAllowance,
          unpackRotation: createRotation(),
          requestIngestion: () => Promise.resolve(),
        },
        run,
      ),
    workers,
    paths: async (): Promise<string[]> => {
      const rows = await query<{ path: string }>(
        'SELECT path FROM documents WHERE dataset_id = $1 AND removed_at IS NULL ORDER BY path',
      );
      return rows.map(({ path }) => path);
    },
    folders: () =>
      query<{ path: string; count: number }>(
        'SELECT path, document_count AS count FROM folders WHERE dataset_id = $1 ORDER BY path',
      ),
    /** The last entry of each document's history, by its path. */
    lastEntries: async () => {
      const rows = await query<{ path: string; entry: { stage: string; error?: string } }>(
        'SELECT path, history -> -1 AS entry FROM documents WHERE dataset_id = $1',
      );
      return Object.fromEntries(rows.map(({ path, entry }) => [path, entry]));
    },
    idOf: async (path: string) => {
      const [row] = await server.database.query<{ id: string }>(
        'SELECT id FROM documents WHERE dataset_id = $1 AND path = $2',
        [datasetId, path],
      );
      return row?.id ?? '';
    },
    close: async () => {
      ingestion.close();
      workers.close();
      await server.close();
    },
  };
}
