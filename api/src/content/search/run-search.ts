import {
  type EmptyReason,
  type SearchInput,
  type SearchResponse,
  type SearchResult,
} from '@carrel/shared/contract';

import { RERANKED_MAX } from '../../models/embedding/reranker.ts';
import type { Meaning } from '../../search-index/vectors/meaning-state.ts';
import { alternativeFacets } from './alternative-facets.ts';
import { filteredDatasets, type Search } from './filtered-datasets.ts';
import {
  findByWords,
  GROUPED_MAX,
  hasFilter,
  REPEATS_MAX,
  type FoundWords,
} from './candidates/candidates.ts';
import { candidateDocuments, findChunks, type SearchedFor } from './candidates/find-chunks.ts';
import type { FusedChunk } from './candidates/fuse-scores.ts';
import { readOperators } from './query-operators.ts';
import { facetsOf } from './results/facets.ts';
import { groupResults, resultsOfDocument, type RankedChunks } from './results/group-results.ts';
import { readResults } from './results/read-results.ts';
import { rerankResults } from './results/rerank-results.ts';
import type { SearchEngine } from './search-engine.ts';
import { seenSuggestion } from './seen-suggestion.ts';
import { stopwatch } from './stopwatch.ts';

/** Searches datasets of one organization, whose rights were checked. */
export async function runSearch(
  engine: SearchEngine,
  search: Search,
  repeats = 0,
): Promise<SearchResponse> {
  const { organizationId, input } = search;
  const watch = stopwatch();
  const datasets = filteredDatasets(search);
  if (datasets.length === 0) return emptyResponse(watch.total(), 'no_datasets');
  const { query, ...operators } = readOperators(input.query);
  const filter = { ...input.filter, ...operators };
  const byDocument = input.group !== undefined || input.document !== undefined;
  const documents = datasets.reduce((sum, dataset) => sum + dataset.documents, 0);
  const asked = {
    organizationId,
    datasets,
    query,
    filter,
    byDocument,
    ...(input.document !== undefined && { candidates: GROUPED_MAX }),
    needed: byDocument ? Math.min(input.limit, Math.max(1, documents)) : input.limit,
    explain: input.explain,
    suggest: input.final ? ('all' as const) : ('typing' as const),
  };
  const found = await findChunks(engine, asked, input.mode);
  const { words, meaning, chunks } = found;
  // "The Who" is in every document by its words, and in few as a phrase.
  if (words.results.isStopWordsOnly && words.results.words.length > 1 && !found.isVerified) {
    const quoted = `"${query.replaceAll('"', ' ').trim()}"`;
    const response = await runSearch(engine, { ...search, input: { ...input, query: quoted } });
    if (response.results.length > 0) return response;
  }
  const readingWatch = stopwatch();
  const readTexts = (some: readonly FusedChunk[]) =>
    readResults(engine, some, {
      organizationId,
      query,
      neighbours: input.neighbours,
      languages: words.results.languages,
      documents: found.documents,
      datasets,
    });
  const { rerank } = engine;
  const isReranked = rerank !== undefined && input.rerank && chunks.length > 1;
  const depth = isReranked ? Math.max(RERANKED_MAX, input.limit) : byDocument ? 0 : input.limit;
  const read = await readTexts(chunks.slice(0, depth));
  // Documents were indexed anew since their chunks were found.
  if (repeats < REPEATS_MAX && read.length < Math.min(depth, chunks.length)) {
    return runSearch(engine, search, repeats + 1);
  }
  let reading = readingWatch.lap();
  const reranked = isReranked ? await rerankResults(rerank, query, read) : undefined;
  const rerankTook = isReranked ? readingWatch.lap() : null;
  const results = await chosenResults(
    { read: reranked?.results ?? read, unread: chunks.slice(depth), readTexts, isAll: found.isAll },
    input,
  );
  reading += readingWatch.lap();
  const isAlternatives = input.facets === 'alternatives';
  const facets = facetsOf(datasets, candidateDocuments(found), isAlternatives);
  return {
    results: input.explain ? withWords(results, words) : results,
    mode: found.mode,
    meaning: {
      state: found.state.state,
      ...(found.state.state === 'building' && progressOf(found.state)),
      ...(found.state.state === 'off' && { reason: engine.meaningReason ?? null }),
    },
    empty: results.length > 0 ? null : await emptyReason(engine, asked, words),
    words: input.explain ? words.results.words : null,
    searched: {
      datasets: datasets.length,
      documents,
      chunks: words.results.chunks,
    },
    facets: isAlternatives
      ? { ...facets, ...(await alternativeFacets(engine, search, { ...asked, filter })) }
      : facets,
    took: {
      words: found.wordsTook,
      embedding: meaning?.embeddingTook ?? null,
      meaning: meaning?.took ?? null,
      rerank: rerankTook,
      reading,
      total: watch.total(),
    },
    partial: found.partial ?? reranked?.partial ?? null,
    did_you_mean: suggestionOf(
      input.query,
      query,
      await seenSuggestion(engine, asked, words.results.suggestion),
    ),
  };
}

/** A suggestion replaces words alone: the operators stay as they were typed. */
function suggestionOf(typed: string, query: string, suggestion: string | undefined): string | null {
  if (suggestion === undefined) return null;
  return typed.includes(query) ? typed.replace(query, () => suggestion) : suggestion;
}

const progressOf = ({ done, total }: Meaning) => ({ done, total });

/** The results that were asked for: of one document, the best of each document, or the best of all. */
function chosenResults(
  ranked: RankedChunks,
  { group, document, limit }: SearchInput,
): Promise<SearchResult[]> | SearchResult[] {
  if (document !== undefined) return resultsOfDocument(ranked, document, limit);
  if (group === 'document') return groupResults(ranked, limit);
  return ranked.read.slice(0, limit);
}

async function emptyReason(
  engine: SearchEngine,
  asked: SearchedFor,
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
