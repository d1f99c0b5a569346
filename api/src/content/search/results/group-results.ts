import type { SearchResult } from '@carrel/shared/contract';

import type { FusedChunk } from '../candidates/fuse-scores.ts';

/** A chunk in its place: with its text where this was read already. */
type Ranked = { result: SearchResult } | { chunk: FusedChunk };

/** Chunks in their order, those of a reranker first, and how the texts of the others are read. */
export interface RankedChunks {
  /** Whether nothing else matches. */
  isAll: boolean;
  read: readonly SearchResult[];
  unread: readonly FusedChunk[];
  readTexts: (chunks: readonly FusedChunk[]) => Promise<SearchResult[]>;
}

/** The best chunks of one document, at most `limit`. */
export async function resultsOfDocument(
  { read, unread, readTexts }: RankedChunks,
  documentId: string,
  limit: number,
): Promise<SearchResult[]> {
  const results = read.filter(({ document }) => document.id === documentId).slice(0, limit);
  const others = unread
    .filter((chunk) => chunk.documentId === documentId)
    .slice(0, limit - results.length);
  return [...results, ...(await readTexts(others))];
}

/**
 * The best chunk of each document, at most `limit`. A passage that several documents have is one result, which
 * names the others. Texts are read only as far as the list needs them.
 */
export async function groupResults(
  { read, unread, readTexts, isAll }: RankedChunks,
  limit: number,
): Promise<SearchResult[]> {
  const counts = new Map<string, number>();
  const best: Ranked[] = [];
  const add = (documentId: string, ranked: Ranked) => {
    const count = counts.get(documentId) ?? 0;
    if (count === 0) best.push(ranked);
    counts.set(documentId, count + 1);
  };
  for (const result of read) add(result.document.id, { result });
  for (const chunk of unread) add(chunk.documentId, { chunk });

  const shown = new Map<string, SearchResult & { also: NonNullable<SearchResult['also']> }>();
  for (let at = 0; at < best.length && shown.size < limit; at += limit) {
    const some = best.slice(at, at + limit);
    const texts = await readTexts(some.flatMap((one) => ('chunk' in one ? [one.chunk] : [])));
    const results = [...some.flatMap((one) => ('result' in one ? [one.result] : [])), ...texts];
    for (const result of results) {
      const passage = passageOf(result);
      const same = shown.get(passage);
      const { id, name, path, dataset, url } = result.document;
      if (same !== undefined) same.also.push({ id, name, path, dataset, url });
      else if (shown.size < limit) {
        shown.set(passage, {
          ...result,
          more: (counts.get(id) ?? 1) - 1,
          more_exact: isAll,
          also: [],
        });
      }
    }
  }
  return [...shown.values()];
}

/** Returns the best results whose texts differ, at most `limit`. */
export function distinctResults(results: readonly SearchResult[], limit: number): SearchResult[] {
  const passages = new Set<string>();
  return results
    .filter((result) => {
      const passage = passageOf(result);
      const isNew = !passages.has(passage);
      passages.add(passage);
      return isNew;
    })
    .slice(0, limit);
}

/** The text by which passages are the same. */
const passageOf = ({ text }: SearchResult): string => text.replaceAll(/\s+/g, ' ').trim();
