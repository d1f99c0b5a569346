import { runInDatabase } from './run-in-database.ts';

const FILL = `
import { PGlite } from '@electric-sql/pglite';
const [directory, documentId, count] = process.argv.slice(1);
const database = await PGlite.create({ dataDir: directory });
await database.query(
  \`INSERT INTO chunks (organization_id, document_id, number, text, headings)
   SELECT c.organization_id, c.document_id, n, 'Chunk ' || n || ' says: ' || c.text, c.headings
   FROM chunks c, generate_series(1, $2::int - 1) n
   WHERE c.document_id = $1 AND c.number = 0\`,
  [documentId, Number(count)],
);
await database.close();
`;

/** Gives a document of one chunk so many, as copies of it. They are written while no server runs. */
export function fillChunks(dataDirectory: string, documentId: string, count: number): void {
  runInDatabase(dataDirectory, FILL, [documentId, String(count)]);
}
