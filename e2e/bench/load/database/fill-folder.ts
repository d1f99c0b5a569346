import { runInDatabase } from './run-in-database.ts';

/** Copies one document's row a number of times. Triggers update the counts. */
const FILL = `
import { PGlite } from '@electric-sql/pglite';
const [directory, datasetId, folder, count] = process.argv.slice(1);
const database = await PGlite.create({ dataDir: directory });
const { rows } = await database.query(
  "SELECT column_name FROM information_schema.columns WHERE table_name = 'documents' AND is_generated = 'NEVER'",
);
await database.exec(\`INSERT INTO folders (organization_id, dataset_id, path, parent, name, sort_name)
  SELECT organization_id, id, '\${folder}', '', '\${folder}', '\${folder}' FROM datasets WHERE id = '\${datasetId}'\`);
const own = { id: 'gen_random_uuid()', path: \`'\${folder}/' || name_of\`, folder: \`'\${folder}'\`, name: 'name_of', sort_name: 'name_of', status: "'embedded'" };
const columns = rows.map(({ column_name }) => column_name);
for (let from = 1; from <= Number(count); from += 10000) {
  await database.exec(\`INSERT INTO documents (\${columns.join()})
    SELECT \${columns.map((column) => own[column] ?? column).join()}
    FROM (SELECT * FROM documents WHERE dataset_id = '\${datasetId}' ORDER BY created_at LIMIT 1) one,
      LATERAL (SELECT 'document ' || lpad(number::text, 6, '0') || '.md' AS name_of
        FROM generate_series(\${from}, \${Math.min(Number(count), from + 9999)}) number) names\`);
}
await database.close();
`;

/**
 * Inserts documents into a new folder of a dataset that has at least one document. They are written
 * into the database while no server has it open: processing them through the API would take hours.
 */
export function fillFolder(
  dataDirectory: string,
  datasetId: string,
  folder: string,
  count: number,
): void {
  runInDatabase(dataDirectory, FILL, [datasetId, folder, String(count)]);
}
