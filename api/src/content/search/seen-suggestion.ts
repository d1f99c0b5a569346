import { isFenced } from '../../platform/database/reach.ts';
import { tokensOf } from '../../search-index/analysis/text/tokens.ts';
import { filteredDocuments, findByWords } from './candidates/candidates.ts';
import type { SearchedFor } from './candidates/find-chunks.ts';
import type { SearchEngine } from './search-engine.ts';
import { searchOf } from './search-repository.ts';

/**
 * Returns a suggestion whose words are in documents that the caller sees; undefined for another. The index of words has
 * those of all documents.
 */
export async function seenSuggestion(
  engine: SearchEngine,
  asked: SearchedFor,
  suggestion: string | undefined,
): Promise<string | undefined> {
  if (suggestion === undefined || !asked.datasets.some(({ id }) => isFenced(id))) return suggestion;
  const typed = new Set(wordsOf(asked.query));
  const documentIds = await filteredDocuments(engine, { ...asked, filter: {} });
  for (const word of wordsOf(suggestion)) {
    if (typed.has(word)) continue;
    const { candidates } = await findByWords(engine, {
      ...asked,
      query: `"${word}"`,
      filter: {},
      documentIds,
      needed: 1,
      byDocument: false,
      explain: false,
      suggest: undefined,
    });
    if (candidates.length === 0 && !(await isInPath(engine, asked, word))) return undefined;
  }
  return suggestion;
}

const wordsOf = (text: string): string[] =>
  [...tokensOf(text)].flatMap(({ text: word, kind }) => (kind === 'word' ? [word] : []));

async function isInPath(
  { reads }: SearchEngine,
  { organizationId, datasets }: SearchedFor,
  word: string,
): Promise<boolean> {
  const ids = datasets.map(({ id }) => id);
  const found = await searchOf(reads, organizationId).matching(ids, { name: word }, 1);
  return found.length > 0;
}
