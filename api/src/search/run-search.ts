import {
  type EmptyReason,
  type SearchInput,
  type SearchResponse,
  type SearchResult,
} from '@carrel/shared/contract';

import {
  CANDIDATES,
  filteredDocuments,
  findByWords,
  hasFilter,
  type Asked,
  type FoundWords,
} from './candidates.ts';
import { facetsOf } from './facets.ts';
import { fuseRanks } from './fuse-ranks.ts';
import { readResults } from './read-results.ts';
import type { SearchEngine } from './search-engine.ts';
import type { AskedDataset } from './search-repository.ts';
import { stopwatch } from './stopwatch.ts';

export interface Search {
  organizationId: string;
  /** The datasets that may be searched, and the metadata parameters of each. */
  datasets: readonly (AskedDataset & { metadata: Record<string, unknown> | null })[];
  input: SearchInput;
}

/** Searches datasets of one organization, whose rights were checked. */
export async function runSearch(engine: SearchEngine, search: Search): Promise<SearchResponse> {
  const { organizationId, input } = search;
  const watch = stopwatch();
  const datasets = askedDatasets(search);
  if (datasets.length === 0) return emptyResponse(watch.total(), 'no_datasets');
  const filter = input.filter;
  const documentIds = await filteredDocuments(engine, { organizationId, datasets, filter });
  const asked: Asked = {
    organizationId,
    datasets,
    query: input.query,
    filter,
    documentIds,
    needed: input.limit,
    explain: input.explain,
  };
  const words = await findByWords(engine, asked);
  const wordsTook = watch.lap();
  const chunks = fuseRanks(words.candidates, []);
  const results = await readResults(engine, chunks.slice(0, input.limit), {
    organizationId,
    query: input.query,
    neighbours: input.neighbours,
    languages: words.results.languages,
    documents: words.documents,
    datasets,
  });
  return {
    results: input.explain ? withWords(results, words) : results,
    mode: 'words',
    meaning: { state: 'off' },
    empty: results.length > 0 ? null : await emptyReason(engine, asked, words),
    words: input.explain ? words.results.words : null,
    searched: {
      datasets: datasets.length,
      documents: words.results.documents,
      chunks: words.results.chunks,
    },
    facets: facetsOf(
      datasets,
      chunks
        .slice(0, CANDIDATES)
        .flatMap(({ documentId }) => words.documents.get(documentId) ?? []),
    ),
    took: {
      words: wordsTook,
      embedding: null,
      meaning: null,
      rerank: null,
      reading: watch.lap(),
      total: watch.total(),
    },
    partial: null,
  };
}

/** The datasets that the filter leaves. */
function askedDatasets({ datasets, input: { filter } }: Search): AskedDataset[] {
  const wanted = Object.entries(filter.metadata ?? {});
  return datasets.filter(
    ({ id, metadata }) =>
      (filter.datasets === undefined || filter.datasets.includes(id)) &&
      wanted.every(([key, value]) => metadata?.[key] === value),
  );
}

async function emptyReason(
  engine: SearchEngine,
  asked: Asked,
  { results }: FoundWords,
): Promise<EmptyReason> {
  if (results.chunks === 0) return 'no_documents';
  if (results.words.length === 0) return 'no_words';
  if (!hasFilter(asked.filter)) return 'no_match';
  const unfiltered = await findByWords(engine, {
    ...asked,
    filter: {},
    documentIds: undefined,
    needed: 1,
    explain: false,
  });
  return unfiltered.candidates.length > 0 ? 'filtered' : 'no_match';
}

/** Adds which words counted, as shares of the score by words. */
function withWords(results: readonly SearchResult[], { candidates }: FoundWords): SearchResult[] {
  const byKey = new Map(candidates.map((each) => [`${each.documentId} ${each.number}`, each]));
  return results.map((result) => {
    const candidate = byKey.get(`${result.document.id} ${result.chunk.number}`);
    const total = candidate?.score || 1;
    const words = (candidate?.words ?? []).map(({ word, weight }) => ({
      word,
      weight: Math.round((weight / total) * 1000) / 1000,
    }));
    return { ...result, words };
  });
}

function emptyResponse(total: number, empty: EmptyReason): SearchResponse {
  return {
    results: [],
    mode: 'words',
    meaning: { state: 'off' },
    empty,
    searched: { datasets: 0, documents: 0, chunks: 0 },
    facets: { datasets: [], folders: [], kinds: [], months: [] },
    took: { total, words: null, embedding: null, meaning: null, rerank: null, reading: 0 },
    partial: null,
  };
}
