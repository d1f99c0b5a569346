import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';

/** A collection with judged queries: `corpus.jsonl.gz`, `queries.jsonl.gz` and `qrels.tsv` in one folder. */
export interface Collection {
  name: string;
  documents: { id: string; title: string; text: string }[];
  queries: { id: string; text: string }[];
  /** Grades of documents by query. */
  grades: Map<string, Map<string, number>>;
}

/** The folder of the collections: RETRIEVAL_DIR, or `shared/retrieval` beside the repository. */
const FOLDER =
  process.env['RETRIEVAL_DIR'] ?? path.resolve(import.meta.dirname, '../../../shared/retrieval');

/** Returns the collections of the folder. @throws {Error} that says how to name a folder. */
export function readCollections(): Collection[] {
  if (!existsSync(FOLDER)) {
    throw new Error(
      'No collections to measure with. Set RETRIEVAL_DIR to a folder with a folder for each collection: corpus.jsonl.gz (id, title, text), queries.jsonl.gz (id, text) and qrels.tsv (query, document, grade).',
    );
  }
  return readdirSync(FOLDER).map((name) => readCollection(name));
}

function readCollection(name: string): Collection {
  const lines = <Row>(file: string): Row[] =>
    gunzipSync(readFileSync(path.join(FOLDER, name, file)))
      .toString()
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Row);
  const grades: Collection['grades'] = new Map();
  const judged = readFileSync(path.join(FOLDER, name, 'qrels.tsv'), 'utf8')
    .trim()
    .split('\n');
  for (const line of judged) {
    const [query = '', document = '', grade = ''] = line.split('\t');
    // A heading has no number.
    if (Number.isNaN(Number(grade))) continue;
    const own = grades.get(query) ?? new Map<string, number>();
    own.set(document, Math.max(0, Number(grade)));
    grades.set(query, own);
  }
  return {
    name,
    documents: lines<Collection['documents'][number]>('corpus.jsonl.gz'),
    queries: lines<Collection['queries'][number]>('queries.jsonl.gz').filter(({ id }) =>
      grades.has(id),
    ),
    grades,
  };
}
