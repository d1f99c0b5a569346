/** What a model expects before a query and before a passage. */
export interface Prefixes {
  query: string;
  passage: string;
}

const SEARCH_ENGLISH = 'Represent this sentence for searching relevant passages: ';

/**
 * Prefixes of families of models, by their names.
 * Source: the models' pages on the Hugging Face hub, November 2026.
 */
const KNOWN: readonly [name: RegExp, prefixes: Partial<Prefixes>][] = [
  [/\bbge-(?:small|base|large)-en\b/, { query: SEARCH_ENGLISH }],
  [/\bbge-(?:small|base|large)-zh\b/, { query: '为这个句子生成表示以用于检索相关文章：' }],
  [/\bmxbai-embed-(?:large|xsmall)\b/, { query: SEARCH_ENGLISH }],
  [/\barctic-embed-\w+-v2\b/, { query: 'query: ' }],
  [/\barctic-embed\b/, { query: SEARCH_ENGLISH }],
  [/\be5-(?!mistral)(?!.*instruct)\w+/, { query: 'query: ', passage: 'passage: ' }],
  [/\bnomic-embed-text\b/, { query: 'search_query: ', passage: 'search_document: ' }],
  [/\bmodernbert-embed\b/, { query: 'search_query: ', passage: 'search_document: ' }],
];

/** Returns the prefixes of a model by its name; empty ones where nothing is known of it. */
export function knownPrefixes(name: string): Prefixes {
  const found = KNOWN.find(([pattern]) => pattern.test(name.toLowerCase()))?.[1];
  return { query: found?.query ?? '', passage: found?.passage ?? '' };
}

/** How the vectors of a text's tokens become one vector. */
export type Pooling = 'first' | 'mean' | 'max' | 'last';

/** Returns how a model pools, by its name: copies for ONNX often lack the file that says so. */
export function knownPooling(name: string): Pooling {
  const lower = name.toLowerCase();
  if (/\bbge-|\bmxbai-embed|\barctic-embed|\bgte-modernbert/.test(lower)) return 'first';
  return /\bqwen3-embedding/.test(lower) ? 'last' : 'mean';
}
