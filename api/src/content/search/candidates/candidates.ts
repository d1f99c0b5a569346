import { isFenced } from '../../../platform/database/reach.ts';
import { searchWords } from '../../../search-index/search-words.ts';
import type { WordResults } from '../../../search-index/words/word-messages.ts';
import type { SearchEngine } from '../search-engine.ts';
import {
  searchOf,
  type SearchedDataset,
  type ChunkKey,
  type DocumentFilter,
  type FoundDocument,
} from '../search-repository.ts';

/** Documents that a filter may leave for the index to look at; with more, its results are filtered. */
const FILTERED_DOCUMENTS_MAX = 5000;
/** Candidates of each list: what is fused, and counted by the facets. */
export const CANDIDATES = 200;
/** Candidates that are looked at where deletions or a filter leave too few. */
const CANDIDATES_MAX = 20_000;
/** The same where a few long documents have all of the best ones, and results are wanted of more documents. */
export const GROUPED_MAX = 2000;

/** What one search asks of the index. */
export interface Asked {
  organizationId: string;
  datasets: readonly SearchedDataset[];
  query: string;
  filter: DocumentFilter;
  /** Documents that pass the filter, where they are few enough to be named. */
  documentIds: readonly string[] | undefined;
  /** Results that are needed at least. */
  needed: number;
  /** Whether these are of as many documents; all candidates are then returned. */
  byDocument?: boolean;
  explain: boolean;
  /** Whether to look for the word that was meant where one is in no document. */
  suggest?: 'all' | 'typing' | undefined;
  /** Candidates that are returned at most. */
  candidates?: number;
}

export const hasFilter = (filter: DocumentFilter): boolean => {
  const { folder, kind, name, changed } = filter;
  const { folders = [], changed_in = [], inFolders = [], kinds = [], names = [] } = filter;
  return (
    Boolean(folder) ||
    kind !== undefined ||
    Boolean(name) ||
    changed !== undefined ||
    [folders, changed_in, inFolders, kinds, names].some((values) => values.length > 0)
  );
};

/**
 * Returns the ids of documents that pass the filter, and the fences of the datasets; undefined where there are none, or
 * they are too many.
 */
export async function filteredDocuments(
  { reads }: SearchEngine,
  { organizationId, datasets, filter }: Pick<Asked, 'organizationId' | 'datasets' | 'filter'>,
): Promise<string[] | undefined> {
  if (!hasFilter(filter) && !datasets.some(({ id }) => isFenced(id))) return undefined;
  const found = await searchOf(reads, organizationId).matching(
    datasets.map(({ id }) => id),
    filter,
    FILTERED_DOCUMENTS_MAX + 1,
  );
  return found.length > FILTERED_DOCUMENTS_MAX ? undefined : found;
}

/** Candidates whose documents are as the index knows them. */
export interface LiveCandidates<Candidate> {
  candidates: Candidate[];
  documents: Map<string, FoundDocument>;
}

/** Drops candidates whose document was deleted, changed or does not pass the filter, and those that are switched off. */
export async function liveCandidates<Candidate extends ChunkKey>(
  { reads }: SearchEngine,
  { organizationId, datasets, filter }: Pick<Asked, 'organizationId' | 'datasets' | 'filter'>,
  candidates: readonly Candidate[],
): Promise<LiveCandidates<Candidate>> {
  if (candidates.length === 0) return { candidates: [], documents: new Map() };
  const rows = await searchOf(reads, organizationId).documents(
    datasets.map(({ id }) => id),
    filter,
    [...new Set(candidates.map(({ documentId }) => documentId))],
  );
  const documents = new Map(rows.map((row) => [row.id, row]));
  return {
    candidates: candidates.filter(({ documentId, attempt, number }) => {
      const document = documents.get(documentId);
      return document?.attempt === attempt && document.off?.includes(number) !== true;
    }),
    documents,
  };
}

/** How often a search is repeated because documents were indexed anew in the course of it. */
export const REPEATS_MAX = 3;
export interface FoundWords extends LiveCandidates<WordResults['candidates'][number]> {
  results: WordResults;
  /** Whether nothing else has words of the query. */
  isAll: boolean;
}

/** Finds the best chunks by words; looks further where many candidates are obsolete or filtered. */
export async function findByWords(engine: SearchEngine, asked: Asked): Promise<FoundWords> {
  const { organizationId, datasets, query, documentIds, needed, explain, suggest } = asked;
  const byDocument = asked.byDocument === true;
  const max = byDocument ? GROUPED_MAX : CANDIDATES_MAX;
  const most = asked.candidates ?? CANDIDATES;
  let repeats = 0;
  for (let limit = most; ; limit *= 10) {
    const results = await searchWords(engine, {
      organizationId,
      datasetIds: datasets.map(({ id }) => id),
      query,
      limit,
      documentIds,
      explain,
      suggest,
    });
    const live = await liveCandidates(engine, asked, results.candidates);
    const isChanged = engine.obsolete.addChanged(
      results.candidates,
      live.candidates,
      live.documents,
    );
    if (isChanged && repeats < REPEATS_MAX) {
      repeats += 1;
      limit /= 10;
      continue;
    }
    const isAll = results.candidates.length < limit;
    const found = byDocument
      ? new Set(live.candidates.map(({ documentId }) => documentId)).size
      : live.candidates.length;
    if (isAll || limit >= max || found >= needed) {
      return {
        ...live,
        candidates: live.candidates.slice(0, byDocument ? limit : most),
        results,
        isAll,
      };
    }
  }
}
