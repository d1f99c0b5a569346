import { parentPort, workerData } from 'node:worker_threads';

import { PGlite } from '@electric-sql/pglite';

import { FAILED_TRANSACTION } from '../database-error.ts';
import { BYTES_AS_TEXT } from './bytes-as-text.ts';
import { DurableFiles } from '../durable-files.ts';
import type { EmbeddedResponse, EmbeddedRequest, EmbeddedStart } from './embedded-messages.ts';
import { PreparedStatements } from './prepared-statements.ts';
import { START_PARAMETERS } from './start-parameters.ts';
import { ConnectionLock } from './connection-lock.ts';

const port = parentPort;
if (port === null) throw new Error('The embedded database runs in a worker thread');

const start = workerData as EmbeddedStart;

function respond(message: EmbeddedResponse): void {
  port?.postMessage(message);
}

function open(): Promise<PGlite> {
  return PGlite.create({
    ...BYTES_AS_TEXT,
    fs: new DurableFiles(start.directory),
    startParams: start.fsync ? START_PARAMETERS : [...START_PARAMETERS, '-c', 'fsync=off'],
  });
}

async function run(
  database: PGlite,
  request: Extract<EmbeddedRequest, { sql: string }>,
): Promise<unknown[]> {
  try {
    if (request.parameters === undefined) {
      const results = await database.exec(request.sql);
      if (request.sql === 'COMMIT' && results.at(-1)?.command === 'ROLLBACK') {
        throw Object.assign(new Error(FAILED_TRANSACTION), { code: '25P02' });
      }
      return results.flatMap((result) => result.rows);
    }
    const result = await database.query(request.sql, [...request.parameters]);
    return result.rows;
  } catch (error) {
    // A failed text of several statements may have left a transaction open on the only connection.
    if (!request.transactional) await database.exec('ROLLBACK');
    throw error;
  }
}

async function handle(
  database: PGlite,
  prepared: PreparedStatements,
  request: EmbeddedRequest,
): Promise<unknown[]> {
  if ('preparedSql' in request) {
    const { preparedSql, parameters, tenant } = request;
    return prepared.run(preparedSql, parameters, tenant);
  }
  if ('sql' in request) return run(database, request);
  await database.close();
  return [];
}

/** Handles a request, and returns its response with the time that it took. */
async function answer(
  database: PGlite,
  prepared: PreparedStatements,
  request: EmbeddedRequest,
): Promise<EmbeddedResponse> {
  const { id } = request;
  const began = performance.now();
  try {
    const rows = await handle(database, prepared, request);
    return { id, rows, held: performance.now() - began };
  } catch (error) {
    return { id, refused: describeError(error), held: performance.now() - began };
  }
}

function describeError(error: unknown): {
  message: string;
  code: string;
  constraint: string | undefined;
} {
  const { message, code, constraint } = error as Partial<Record<string, string>>;
  return { message: message ?? String(error), code: code ?? 'XX000', constraint };
}

try {
  const database = await open();
  const prepared = new PreparedStatements(database);
  // Requests arrive concurrently and are handled one after the other.
  const lock = new ConnectionLock();
  port.on('message', (request: EmbeddedRequest) => {
    void lock.exclusive(() => answer(database, prepared, request)).then(respond);
  });
  respond({ ready: true });
} catch (error) {
  respond({ failed: error instanceof Error ? error.message : String(error) });
}
