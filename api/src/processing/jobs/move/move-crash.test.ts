import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import type {
  DocumentList,
  FoundDocuments,
  MovedDocuments,
  MovePlan,
} from '@carrel/shared/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { random } from '@carrel/testing/faults/seed.ts';
import { hardCount } from '@carrel/testing/hard-counts.ts';
import { startTestPostgres, type TestPostgres } from '@carrel/testing/postgres/test-postgres.ts';
import { readJson } from '@carrel/testing/server-fixture.ts';
import {
  createTestServer,
  pause,
  type ServerProcess,
} from '@carrel/testing/servers/server-process.ts';
import { buildZip } from '@carrel/testing/zips/build-zip.ts';
import type { Queryable } from '../../../platform/database/database.ts';
import { DataDirectoryLocked } from '../../../platform/database/embedded/folder/data-directory-lock.ts';
import { openDatabase } from '../../../platform/database/open-database.ts';
import { foldersAround } from '../../rows/document-path.ts';

const KILLS = hardCount(2, 20);
const DOCUMENTS = hardCount(400, 2000);
/** Against hanging only. */
const ENDED_WITHIN_MILLISECONDS = 300_000;

interface Row {
  id: string;
  path: string;
  origin_path: string | null;
}

async function look(database: Queryable) {
  const rows = await database.query<Row>('SELECT id, path, origin_path FROM documents ORDER BY id');
  const folders = await database.query<{ path: string; document_count: number }>(
    'SELECT path, document_count FROM folders ORDER BY path',
  );
  const [counts] = await database.query<{ total: number; chunks: number }>(
    `SELECT (SELECT sum(embedded)::integer FROM dataset_counts) AS total,
       (SELECT count(*)::integer FROM chunks) AS chunks`,
  );
  const moves = await database.query<{ id: string }>(
    'SELECT id FROM document_moves WHERE ready ORDER BY created_at DESC LIMIT 1',
  );
  const [undone] = await database.query<{ id: string }>(
    'SELECT id FROM document_moves WHERE undone_at IS NOT NULL ORDER BY undone_at DESC LIMIT 1',
  );
  return { rows, folders, counts, begun: moves[0]?.id, undone: undone?.id };
}

/** The folders of some documents, and how many are below each. */
function foldersOf(rows: readonly Row[]) {
  const counts = new Map<string, number>();
  for (const path of rows.flatMap((row) => foldersAround(row.path))) {
    counts.set(path, (counts.get(path) ?? 0) + 1);
  }
  return Object.fromEntries(counts);
}

describe.each(['embedded', 'PostgreSQL'])('on the %s database', (engine) => {
  let postgres: TestPostgres | undefined;
  let databaseUrl: string | undefined;
  let directory: string;
  let server: ServerProcess;

  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), 'carrel-moves-'));
    if (engine === 'PostgreSQL') {
      postgres = startTestPostgres();
      databaseUrl = postgres.urlOf('postgres');
    }
    server = await createTestServer(
      directory,
      databaseUrl === undefined ? {} : { DATABASE_URL: databaseUrl },
    );
    await server.start();
  });
  afterAll(async () => {
    await server.kill();
    postgres?.close();
    await rm(directory, { recursive: true, force: true });
  });

  /** Works on the data of the server, which was killed. A worker of it may hold the folder's lock for a moment. */
  async function withData<T>(work: (database: Queryable) => Promise<T>): Promise<T> {
    for (let tries = 1; ; tries += 1) {
      try {
        const database = await openDatabase({ databaseUrl, dataDirectory: directory });
        return await work(database).finally(() => database.close());
      } catch (error) {
        if (!(error instanceof DataDirectoryLocked) || tries === 50) throw error;
        await pause(100);
      }
    }
  }

  test(
    `Q5: ${KILLS} kills while ${DOCUMENTS} documents are moved and moved back lose none, and each is in one place`,
    async () => {
      await server.signIn();
      const { id: organizationId } = await readJson<{ id: string }>(
        await server.call('POST', '/organizations', { json: { name: 'Readers' } }),
      );
      const call = (method: string, path: string, json?: object) =>
        server.call(method, path, { organizationId, ...(json && { json }) });
      const { id: datasetId } = await readJson<{ id: string }>(
        await call('POST', '/datasets', { name: 'Library' }),
      );
      const base = `/datasets/${datasetId}/documents`;
      const files = Array.from({ length: DOCUMENTS }, (_, at) => ({
        name: `in/f${at % 20}/${at}.txt`,
        content: `Gasket ${at}.`,
      }));
      await server.call('POST', `/datasets/${datasetId}/archives`, {
        organizationId,
        body: Uint8Array.from(buildZip(files)),
      });
      const embedded = async () =>
        (await readJson<DocumentList>(await call('GET', base))).status_counts.embedded;
      await expect.poll(embedded, { timeout: ENDED_WITHIN_MILLISECONDS }).toBe(DOCUMENTS);
      await server.kill();
      const before = await withData(look);
      expect(before.rows).toHaveLength(DOCUMENTS);
      await server.start();

      /** Documents of a move that was planned as the server was killed can be moved again after a while. */
      const areFree = () =>
        expect
          .poll(
            async () => {
              const plan = await call('POST', `${base}/move/plan`, { folders: ['in'], to: 'out' });
              return (await readJson<MovePlan>(plan)).documents;
            },
            { timeout: ENDED_WITHIN_MILLISECONDS },
          )
          .toBe(DOCUMENTS);
      const moveThere = () => call('POST', `${base}/move`, { folders: ['in'], to: 'out' });
      const moveBack = (move: string) => call('POST', `${base}/move/undo`, { move });
      const below = async (folder: string) => {
        const response = await call('GET', `${base}/find?folder=${folder}&limit=1`);
        return (await readJson<FoundDocuments>(response)).total;
      };
      const areBelow = (folder: string) =>
        expect.poll(() => below(folder), { timeout: ENDED_WITHIN_MILLISECONDS }).toBe(DOCUMENTS);

      // How long a move takes on this machine: kills come within it.
      const began = performance.now();
      const { move: first } = await readJson<MovedDocuments>(await moveThere());
      await areBelow('out/in');
      const took = performance.now() - began;
      await moveBack(first);
      await areBelow('in');

      const next = random();
      let undoing: string | undefined;
      for (let kill = 0; kill < KILLS; kill += 1) {
        if (undoing === undefined) await areFree();
        const response = undoing === undefined ? moveThere() : moveBack(undoing);
        response.catch(() => undefined);
        await pause(next() * took);
        await server.kill();
        await response.catch(() => undefined);

        const { rows, folders, counts, begun, undone } = await withData(look);
        expect(rows.map(({ id }) => id)).toEqual(before.rows.map(({ id }) => id));
        expect(new Set(rows.map(({ path }) => path)).size).toBe(DOCUMENTS);
        const isWrong = ({ path, origin_path: origin }: Row, at: number) => {
          const from = before.rows[at]?.path ?? '';
          return path === from ? origin !== null : path !== `out/${from}` || origin !== from;
        };
        expect(rows.filter(isWrong)).toEqual([]);
        expect(Object.fromEntries(folders.map((row) => [row.path, row.document_count]))).toEqual(
          foldersOf(rows),
        );
        expect(counts).toEqual(before.counts);
        await server.start();
        if (undoing === undefined) {
          if (begun === undefined || begun === undone) continue;
          await areBelow('out/in');
          undoing = begun;
        } else {
          if (undone !== undoing) continue;
          await areBelow('in');
          undoing = undefined;
        }
      }
      if (undoing !== undefined) await moveBack(undoing);
      await areBelow('in');
      await server.kill();
      const { rows, folders } = await withData(look);
      expect(rows).toEqual(before.rows);
      expect(folders).toEqual(before.folders);
    },
    300_000 + DOCUMENTS * 60 + KILLS * 60_000,
  );
});
