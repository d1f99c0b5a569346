import { documentKind, type SearchResult } from '@carrel/shared/contract';
import { consolePaths } from '@carrel/shared/paths';

import type { FusedChunk } from '../candidates/fuse-scores.ts';
import type { SearchEngine } from '../search-engine.ts';
import {
  searchOf,
  type SearchedDataset,
  type FoundChunk,
  type FoundDocument,
} from '../search-repository.ts';
import { markedWords } from './marked-words.ts';

interface Reading {
  organizationId: string;
  query: string;
  neighbours: number;
  /** The languages of what was searched, as bits. */
  languages: number;
  documents: ReadonlyMap<string, FoundDocument>;
  datasets: readonly SearchedDataset[];
}

/** Reads the texts of chunks. One whose document was deleted meanwhile is left out. */
export async function readResults(
  { reads, wordThread }: SearchEngine,
  chunks: readonly FusedChunk[],
  { organizationId, query, neighbours, languages, documents, datasets }: Reading,
): Promise<SearchResult[]> {
  if (chunks.length === 0) return [];
  const rows = await searchOf(reads, organizationId).chunks(chunks, neighbours);
  const found = new Map(rows.map((row) => [`${row.documentId} ${row.number}`, row]));
  const names = new Map(datasets.map(({ id, name }) => [id, name]));
  const shown = chunks.flatMap((chunk) => {
    const row = found.get(`${chunk.documentId} ${chunk.number}`);
    const document = documents.get(chunk.documentId);
    return row === undefined || document === undefined ? [] : [{ chunk, row, document }];
  });
  const response = await wordThread.run({
    type: 'highlights',
    query,
    languages,
    texts: shown.map(({ row }) => row.text),
  });
  const ranges = response.type === 'highlights' ? response.ranges : [];
  return shown.map(({ chunk, row, document }, index) => ({
    chunk: {
      number: row.number,
      pages: pagesOf(row),
      headings: row.headings ?? [],
      start: row.start,
      end: row.end,
      confidence: row.confidence,
    },
    document: {
      id: document.id,
      name: document.name,
      path: document.path,
      kind: documentKind(document.name),
      changed_at: document.changedAt.toISOString(),
      dataset: { id: document.datasetId, name: names.get(document.datasetId) ?? '' },
      url: consolePaths.document(
        document.datasetId,
        document.id,
        row.number,
        markedWords(row.text, ranges[index] ?? []),
        document.attempt,
      ),
      ...(row.sourceUrl !== null && { source_url: row.sourceUrl }),
    },
    text: row.text,
    highlights: ranges[index] ?? [],
    score: chunk.score,
    ranks: chunk.ranks,
    before: around(found, row, -neighbours, -1),
    after: around(found, row, 1, neighbours),
  }));
}

/** The pages that a chunk touches. */
function pagesOf({ pageFirst, pageLast }: FoundChunk): number[] {
  if (pageFirst === null) return [];
  return Array.from({ length: (pageLast ?? pageFirst) - pageFirst + 1 }, (_, at) => pageFirst + at);
}

function around(
  found: ReadonlyMap<string, FoundChunk>,
  { documentId, number }: FoundChunk,
  from: number,
  to: number,
): SearchResult['before'] {
  const chunks: SearchResult['before'] = [];
  for (let at = number + from; at <= number + to; at += 1) {
    const chunk = found.get(`${documentId} ${at}`);
    if (chunk !== undefined) chunks.push({ number: chunk.number, text: chunk.text });
  }
  return chunks;
}
