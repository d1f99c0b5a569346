import type { SearchInput, SearchResponse } from '@carrel/shared/contract';

import { parseQuery } from '../../../search-index/analysis/query/parse-query.ts';
import type { Meaning } from '../../../search-index/vectors/meaning-state.ts';
import {
  CANDIDATES,
  filteredDocuments,
  findByWords,
  type Asked,
  type FoundWords,
} from './candidates.ts';
import { findByMeaning, readMeaningState, type FoundMeaning } from './find-by-meaning.ts';
import { fuseScores, type FusedChunk } from './fuse-scores.ts';
import type { SearchEngine } from '../search-engine.ts';
import type { FoundDocument } from '../search-repository.ts';
import { stopwatch } from '../stopwatch.ts';
import { VERIFIED_MAX, VERIFIED_RESULTS, verifyPhrases } from './verify-phrases.ts';

export type SearchedFor = Omit<Asked, 'documentIds'>;

/** The best chunks of both lists, and the rows of their documents. */
export interface FoundChunks extends Lists {
  chunks: readonly FusedChunk[];
  documents: ReadonlyMap<string, FoundDocument>;
  /** Whether texts were compared with phrases and with what is left out. */
  isVerified: boolean;
  /** Whether nothing else matches. */
  isAll: boolean;
}

/** Finds and ranks the chunks that pass the filter, and that have the phrases of the query. */
export async function findChunks(
  engine: SearchEngine,
  search: SearchedFor,
  mode: SearchInput['mode'],
): Promise<FoundChunks> {
  const { organizationId, datasets, query } = search;
  const meaningState = readMeaningState(
    engine,
    organizationId,
    datasets.map(({ id }) => id),
  );
  // Awaited below, together with the words.
  meaningState.catch(() => undefined);
  const { phrases, excluded } = parseQuery(query);
  const isVerified = phrases.length + excluded.length > 0;
  const asked: Asked = {
    ...search,
    documentIds: await filteredDocuments(engine, search),
    ...(isVerified && { needed: VERIFIED_MAX, byDocument: false, candidates: VERIFIED_MAX }),
  };
  const lists = await findLists(engine, asked, mode, meaningState);
  const { words, meaning } = lists;
  const fused = fuseScores(
    lists.mode === 'meaning' ? NO_LIST : words,
    meaning === undefined ? NO_LIST : { candidates: meaning.candidates, isAll: false },
  );
  const { chunks, partial } = isVerified
    ? await verifyPhrases(engine, organizationId, query, words.results.languages, fused)
    : { chunks: fused, partial: undefined };
  return {
    ...lists,
    chunks,
    documents: new Map([...words.documents, ...(meaning?.documents ?? [])]),
    isVerified,
    isAll: lists.mode === 'words' && (isVerified ? chunks.length < VERIFIED_RESULTS : words.isAll),
    partial: lists.partial ?? partial,
  };
}

/** The documents of the best chunks, one entry for each chunk. */
export const candidateDocuments = ({ chunks, documents }: FoundChunks): FoundDocument[] =>
  chunks.slice(0, CANDIDATES).flatMap(({ documentId }) => documents.get(documentId) ?? []);

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

const NO_LIST = { candidates: [], isAll: true };

const NO_MEANING = 'These datasets have no vectors, so they were searched by words.';
