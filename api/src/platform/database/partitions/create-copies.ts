import type { Queryable } from '../database.ts';
import { lockTables } from '../migrations/lock-tables.ts';
import { storedColumns } from '../stored-columns.ts';
import {
  copyOf,
  followFunction,
  KEYS,
  PARTITIONED_TABLES,
  REFERRED_TABLES,
  type PartitionedTable,
} from './partitioned-tables.ts';
import {
  constraintsOf,
  indexesOf,
  referencesOf,
  refuseUnknown,
  securityOf,
  type Described,
} from './table-catalog.ts';

/**
 * Creates the partitioned copy of a table, empty, and a trigger that repeats on it what changes in the table. The
 * copies of the tables that it refers to must be complete.
 */
export async function createCopy(
  tx: Queryable,
  table: PartitionedTable,
  partitions: number,
): Promise<void> {
  await refuseUnknown(tx, table, PARTITIONED_TABLES);
  const copy = copyOf(table);
  const run = (sql: string) => tx.query(sql);
  await run(
    `CREATE TABLE ${copy} (LIKE ${table} INCLUDING ALL EXCLUDING INDEXES) PARTITION BY HASH (organization_id)`,
  );
  for (let number = 0; number < partitions; number += 1) {
    await run(
      `CREATE TABLE ${copy}_${number} PARTITION OF ${copy} FOR VALUES WITH (MODULUS ${partitions}, REMAINDER ${number})`,
    );
  }
  for (const { name, definition } of await constraintsOf(tx, table)) {
    await run(`ALTER TABLE ${copy} ADD CONSTRAINT ${name} ${definition}`);
  }
  for (const index of await indexesOf(tx, table)) await run(indexOfCopy(table, index));
  for (const statement of await securityOf(tx, table, copy)) await run(statement);
  const columns = await storedColumns(tx, table);
  const references = await referencesOf(tx, table);
  const others = new Set(references.map(({ to }) => to).filter((to) => !isPartitioned(to)));
  const unknown = [...others].filter((to) => !REFERRED_TABLES.includes(to));
  if (unknown.length > 0) throw new Error(`${table} refers to ${unknown.join(', ')}: lock it too`);
  // From here on, requests may have to wait.
  await lockTables(
    tx,
    [...REFERRED_TABLES.filter((to) => others.has(to)), table],
    'SHARE ROW EXCLUSIVE',
  );
  for (const { name, definition, to } of references) {
    const target = isPartitioned(to) ? copyOf(to) : to;
    const moved = definition.replace(` REFERENCES ${to}(`, ` REFERENCES ${target}(`);
    await run(`ALTER TABLE ${copy} ADD CONSTRAINT ${name} ${moved}`);
  }
  await run(followSql(table, columns));
}

const isPartitioned = (table: string): table is PartitionedTable =>
  (PARTITIONED_TABLES as readonly string[]).includes(table);

/** @throws {Error} where the definition of an index does not have the form that PostgreSQL prints. */
function indexOfCopy(table: PartitionedTable, { name, definition }: Described): string {
  const form = new RegExp(`^(CREATE (?:UNIQUE )?INDEX ${name} ON) (?:\\w+\\.)?${table} `);
  if (!form.test(definition)) throw new Error(`The index ${name} is not understood: ${definition}`);
  return definition.replace(form, `$1 ${copyOf(table)} `);
}

/** A trigger that runs as the owner of the tables, in the transaction that changes a row. */
function followSql(table: PartitionedTable, columns: readonly string[]): string {
  const [copy, key] = [copyOf(table), KEYS[table]];
  const follow = followFunction(table);
  const list = columns.join(', ');
  const changed = columns.filter((column) => !key.includes(column));
  return `
    CREATE FUNCTION ${follow}() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT AS $$
    BEGIN
      IF TG_OP = 'DELETE' THEN
        DELETE FROM ${copy} WHERE ${key.map((column) => `${column} = OLD.${column}`).join(' AND ')};
      ELSE
        INSERT INTO ${copy} (${list}) SELECT ${columns.map((column) => `NEW.${column}`).join(', ')}
        ON CONFLICT (${key.join(', ')}) DO UPDATE SET ${changed.map((column) => `${column} = excluded.${column}`).join(', ')};
      END IF;
      RETURN NULL;
    END $$;
    CREATE TRIGGER follow_in_copy AFTER INSERT OR UPDATE OR DELETE ON ${table}
    FOR EACH ROW EXECUTE FUNCTION ${follow}();`;
}
