import {
  type EmptyReason,
  type SearchInput,
  type SearchResponse,
  type SearchResult,
} from '@carrel/shared/contract';

import { RERANKED_MAX } from '../pipeline/embedding/reranker.ts';
import type { Meaning } from '../search-index/vectors/meaning-state.ts';
import {
  CANDIDATES,
  filteredDocuments,
  findByWords,
  hasFilter,
  type Asked,
  type FoundWords,
} from './candidates.ts';
import { facetsOf } from './results/facets.ts';
import { findByMeaning, readMeaningState, type FoundMeaning } from './find-by-meaning.ts';
import { fuseRanks } from './fuse-ranks.ts';
import { rerankResults } from './results/rerank-results.ts';
import { parseQuery } from '../search-index/analysis/parse-query.ts';
import { readOperators } from './query-operators.ts';
import { readResults } from './results/read-results.ts';
import type { SearchEngine } from './search-engine.ts';
import type { AskedDataset } from './search-repository.ts';
import { stopwatch } from './stopwatch.ts';
import { VERIFIED_MAX, verifyPhrases } from './verify-phrases.ts';

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
  const { query, ...operators } = readOperators(input.query);
  const filter = { ...input.filter, ...operators };
  const { phrases, excluded } = parseQuery(query);
  const isVerified = phrases.length + excluded.length > 0;
  const meaningState = readMeaningState(
    engine,
    organizationId,
    datasets.map(({ id }) => id),
  );
  // Awaited below, together with the words.
  meaningState.catch(() => undefined);
  const documentIds = await filteredDocuments(engine, { organizationId, datasets, filter });
  const asked: Asked = {
    organizationId,
    datasets,
    query,
    filter,
    documentIds,
    needed: isVerified ? VERIFIED_MAX : input.limit,
    explain: input.explain,
    suggest: input.final,
    ...(isVerified && { candidates: VERIFIED_MAX }),
  };
  const lists = await findLists(engine, asked, input.mode, meaningState);
  const { state, words, meaning } = lists;
  // "The Who" is in every document by its words, and in few as a phrase.
  if (words.results.isStopWordsOnly && words.results.words.length > 1 && !isVerified) {
    const quoted = `"${query.replaceAll('"', ' ').trim()}"`;
    const response = await runSearch(engine, { ...search, input: { ...input, query: quoted } });
    if (response.results.length > 0) return response;
  }
  const fused = fuseRanks(
    lists.mode === 'meaning' ? [] : words.candidates,
    meaning?.candidates ?? [],
  );
  const documents = new Map([...words.documents, ...(meaning?.documents ?? [])]);
  const verified = isVerified
    ? await verifyPhrases(engine, organizationId, query, words.results.languages, fused)
    : { chunks: fused, partial: undefined };
  const { chunks } = verified;
  const readingWatch = stopwatch();
  const isReranked = engine.rerank !== undefined && input.rerank && chunks.length > 1;
  const read = await readResults(
    engine,
    chunks.slice(0, isReranked ? Math.max(RERANKED_MAX, input.limit) : input.limit),
    {
      organizationId,
      query,
      neighbours: input.neighbours,
      languages: words.results.languages,
      documents,
      datasets,
    },
  );
  const reading = readingWatch.lap();
  const reranked =
    engine.rerank !== undefined && isReranked
      ? await rerankResults(engine.rerank, query, read)
      : undefined;
  const results = (reranked?.results ?? read).slice(0, input.limit);
  return {
    results: input.explain ? withWords(results, words) : results,
    mode: lists.mode,
    meaning: { state: state.state, ...(state.state === 'building' && progressOf(state)) },
    empty: results.length > 0 ? null : await emptyReason(engine, asked, words),
    words: input.explain ? words.results.words : null,
    searched: {
      datasets: datasets.length,
      documents: words.results.documents,
      chunks: words.results.chunks,
    },
    facets: facetsOf(
      datasets,
      chunks.slice(0, CANDIDATES).flatMap(({ documentId }) => documents.get(documentId) ?? []),
    ),
    took: {
      words: lists.wordsTook,
      embedding: meaning?.embeddingTook ?? null,
      meaning: meaning?.took ?? null,
      rerank: reranked === undefined ? null : readingWatch.lap(),
      reading,
      total: watch.total(),
    },
    partial: lists.partial ?? verified.partial ?? reranked?.partial ?? null,
    did_you_mean: suggestionOf(input.query, query, words.results.suggestion),
  };
}

/** A suggestion replaces words alone: the operators stay as they were typed. */
function suggestionOf(typed: string, query: string, suggestion: string | undefined): string | null {
  if (suggestion === undefined) return null;
  return typed.includes(query) ? typed.replace(query, () => suggestion) : suggestion;
}

const progressOf = ({ done, total }: Meaning) => ({ done, total });

interface Lists {
  state: Meaning;
  words: FoundWords;
  wordsTook: number;
  meaning: FoundMeaning | undefined;
  mode: SearchResponse['mode'];
  partial: string | undefined;
}

/** Makes the lists that a mode asks for. Where there is no search by meaning, words stand in for it. */
async function findLists(
  engine: SearchEngine,
  asked: Asked,
  mode: SearchInput['mode'],
  meaningState: Promise<Meaning>,
): Promise<Lists> {
  const watch = stopwatch();
  // Fused with vectors that are incomplete, the words' best results would give way to worse ones.
  const isMeantIn = ({ searchable, isComplete }: Meaning) =>
    mode !== 'words' && searchable.length > 0 && (mode !== 'auto' || isComplete);
  const [{ words, wordsTook }, { state, meaning }] = await Promise.all([
    findByWords(engine, asked).then((words) => ({ words, wordsTook: watch.lap() })),
    meaningState.then(async (state) => ({
      state,
      meaning: isMeantIn(state) ? await findByMeaning(engine, asked, state) : undefined,
    })),
  ]);
  const isSearched = meaning?.isSearched === true;
  const isRefused = (mode === 'meaning' || mode === 'hybrid') && !isMeantIn(state);
  return {
    state,
    words,
    wordsTook,
    meaning,
    mode: isSearched ? (mode === 'meaning' ? 'meaning' : 'hybrid') : 'words',
    partial: isRefused ? NO_MEANING : meaning?.partial,
  };
}

const NO_MEANING = 'These datasets have no vectors, so they were searched by words.';

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
