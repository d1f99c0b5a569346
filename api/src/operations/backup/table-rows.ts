import type { Queryable } from '../../platform/database/database.ts';
import { storedColumns } from '../../platform/database/stored-columns.ts';
import { BackupRefused } from './backup-refused.ts';

const BATCH_BYTES = 1024 * 1024;
const ROWS_MAX = 2000;
const NEW_LINE = 10;

/** Not part of a backup's tables: the manifest lists the migrations. */
export const MIGRATIONS_TABLE = 'migrations';

/** Their bytes are no file yet: clients send them again. */
const UNFINISHED_UPLOADS = 'uploads';

/** Returns all tables of which a backup has the rows, each after the tables that it refers to. */
export async function listTables(tx: Queryable): Promise<string[]> {
  const tables = await tx.query<{ name: string; refers_to: string[] }>(
    `SELECT c.relname::text AS name, array(
       SELECT DISTINCT r.relname::text FROM pg_constraint f JOIN pg_class r ON r.oid = f.confrelid
       WHERE f.contype = 'f' AND f.conrelid = c.oid AND f.confrelid <> c.oid) AS refers_to
     FROM pg_class c WHERE c.relkind IN ('r', 'p') AND c.relnamespace = current_schema()::regnamespace
       AND c.relname <> ALL ($1) ORDER BY c.relname`,
    [[MIGRATIONS_TABLE, UNFINISHED_UPLOADS]],
  );
  const ordered: string[] = [];
  while (ordered.length < tables.length) {
    const ready = tables.filter(
      ({ name, refers_to }) =>
        !ordered.includes(name) && refers_to.every((other) => ordered.includes(other)),
    );
    if (ready.length === 0) throw new Error('Tables refer to each other in a circle');
    ordered.push(...ready.map(({ name }) => name));
  }
  return ordered;
}

/** Reads the column `line` of a query through a cursor, one JSON object per line, and counts the rows. */
export async function* linesOf(
  tx: Queryable,
  sql: string,
  counted: { rows: number },
): AsyncGenerator<Uint8Array> {
  await tx.query(`DECLARE lines NO SCROLL CURSOR FOR ${sql}`);
  for (let count = 10; ;) {
    const rows = await tx.query<{ line: string }>(`FETCH ${count} FROM lines`);
    if (rows.length === 0) break;
    counted.rows += rows.length;
    const piece = Buffer.from(rows.map(({ line }) => `${line}\n`).join(''));
    yield piece;
    // Rows are from a few bytes to megabytes each.
    if (piece.length < BATCH_BYTES / 2) count = Math.min(ROWS_MAX, count * 2);
    else if (piece.length > BATCH_BYTES) count = Math.max(1, Math.floor(count / 2));
  }
  await tx.query('CLOSE lines');
}

export const rowsOfTable = (table: string) =>
  `SELECT row_to_json(t)::text AS line FROM "${table}" t`;

/** Inserts rows in the form of `linesOf` and returns their number. */
export async function insertLines(
  tx: Queryable,
  table: string,
  pieces: AsyncIterable<Uint8Array>,
): Promise<number> {
  const columns = (await storedColumns(tx, table)).map((name) => `"${name}"`).join(', ');
  let rows = 0;
  for await (const lines of batchesOf(pieces)) {
    await tx.query(
      `INSERT INTO "${table}" (${columns}) OVERRIDING SYSTEM VALUE
       SELECT ${columns} FROM json_populate_recordset(NULL::"${table}", $1::json)`,
      [`[${lines.join(',')}]`],
    );
    rows += lines.length;
  }
  return rows;
}

/** Splits bytes into batches of complete lines of about a megabyte. */
export async function* batchesOf(pieces: AsyncIterable<Uint8Array>): AsyncGenerator<string[]> {
  let rest: Uint8Array[] = [];
  let lines: string[] = [];
  let bytes = 0;
  for await (const piece of pieces) {
    let start = 0;
    for (let end = piece.indexOf(NEW_LINE); end !== -1; end = piece.indexOf(NEW_LINE, start)) {
      const line = Buffer.concat([...rest, piece.subarray(start, end)]);
      rest = [];
      lines.push(line.toString('utf8'));
      bytes += line.length;
      start = end + 1;
      if (bytes < BATCH_BYTES && lines.length < ROWS_MAX) continue;
      yield lines;
      lines = [];
      bytes = 0;
    }
    if (start < piece.length) rest.push(piece.slice(start));
  }
  if (rest.length > 0) throw new BackupRefused('The backup holds half a row.');
  if (lines.length > 0) yield lines;
}
