import type { Reader } from '../platform/database/reader.ts';
import { searchIndexOf } from './search-index-repository.ts';
import type { Loaded, WordResults, WordSearch } from './words/word-messages.ts';
import type { WordThread } from './words/create-word-thread.ts';

/** Rounds of one search: headers, blocks, blocks of completions, and one for what was replaced meanwhile. */
const ROUNDS_MAX = 5;
/** How often the list of segments is read again because they were merged while a search read them. */
const LISTS_MAX = 5;

export interface DatasetsSearch extends Omit<WordSearch, 'indexes'> {
  organizationId: string;
  datasetIds: readonly string[];
}

/**
 * Ranks the chunks of datasets by the words of a query. The candidates may include chunks whose document
 * was deleted or changed: its row tells.
 */
export async function searchWords(
  { reads, wordThread }: { reads: Reader; wordThread: WordThread },
  { organizationId, datasetIds, ...search }: DatasetsSearch,
): Promise<WordResults> {
  const index = searchIndexOf(reads, organizationId);
  for (let lists = 1; ; lists += 1) {
    const indexes = await index.list(datasetIds);
    let loaded: Loaded = { headers: [], blocks: [], parts: [] };
    for (let round = 1; round <= ROUNDS_MAX; round += 1) {
      const response = await wordThread.run({
        type: 'words',
        search: { ...search, indexes },
        loaded,
      });
      if (response.type === 'words') return response.results;
      if (response.type !== 'missing') throw new Error('The search thread sent another response');
      const more = await index.load(response.missing);
      loaded = {
        headers: [...loaded.headers, ...more.headers],
        blocks: [...loaded.blocks, ...more.blocks],
        parts: [...loaded.parts, ...more.parts],
      };
    }
    if (lists === LISTS_MAX) throw new Error('The index changed during each try of a search');
  }
}
