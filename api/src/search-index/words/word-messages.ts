/** An index that a search reads: of a segment, or of one document that is in no segment yet. */
export type IndexKey = { segment: string } | { documentId: string; attempt: string };

/** What the thread lacks: the server reads it from the database, and asks again. */
export interface Missing {
  headers: string[];
  blocks: { segment: string; number: number }[];
  parts: { documentId: string; attempt: string }[];
}

/** Rows for what was missing. One that is missing again was removed meanwhile. */
export interface Loaded {
  headers: { segment: string; bytes: Uint8Array }[];
  blocks: { segment: string; number: number; bytes: Uint8Array }[];
  parts: { documentId: string; attempt: string; bytes: Uint8Array }[];
}

export interface WordSearch {
  query: string;
  indexes: readonly IndexKey[];
  /** Candidates at most. */
  limit: number;
  /** Only these documents, where given. */
  documentIds?: readonly string[] | undefined;
  /** Whether to say what each word adds. */
  explain: boolean;
  /** Whether to look for the word that was meant where one is in no document; while typing, not for the last one. */
  suggest?: 'all' | 'typing' | undefined;
}

/** A chunk that has words of the query, best first. It may be obsolete: its document's row tells. */
export interface WordCandidate {
  documentId: string;
  attempt: string;
  number: number;
  score: number;
  /** What each word of the query adds to the score, with `explain`. */
  words: { word: string; weight: number }[];
}

export interface WordResults {
  candidates: WordCandidate[];
  /** Chunks that have any word of the query, obsolete ones included. */
  matched: number;
  documents: number;
  chunks: number;
  /** Words of the query that are looked for; none where it has only stop words or punctuation. */
  words: string[];
  /** The languages of what was searched, as bits. */
  languages: number;
  /** Whether the query has no other words than those that say nothing. */
  isStopWordsOnly: boolean;
  /** The query with words that are in documents for those that are not; undefined without such words. */
  suggestion: string | undefined;
}

export type WordRequest =
  | { type: 'words'; search: WordSearch; loaded: Loaded }
  | { type: 'highlights' | 'phrases'; query: string; languages: number; texts: readonly string[] };

export type WordOutput =
  | { type: 'missing'; missing: Missing }
  | { type: 'words'; results: WordResults }
  | { type: 'highlights'; ranges: [number, number][][] }
  | { type: 'phrases'; matches: boolean[] };

export interface WordThreadStart {
  cacheBytes: number;
}
