import { workerData } from 'node:worker_threads';

import { highlightsOf } from '../analysis/query/highlights.ts';
import { matchPhrases } from '../analysis/query/match-phrases.ts';
import { performRequests } from '../request-thread.ts';
import { IndexReader } from './index-reader.ts';
import { rankWords } from './rank-words.ts';
import type { WordOutput, WordRequest, WordThreadStart } from './word-messages.ts';

const reader = new IndexReader((workerData as WordThreadStart).cacheBytes);

performRequests((request: WordRequest): WordOutput => {
  if (request.type !== 'words') {
    const { type, query, languages, texts } = request;
    return type === 'highlights'
      ? { type, ranges: highlightsOf(query, languages, texts) }
      : { type, matches: matchPhrases(query, languages, texts) };
  }
  const open = reader.open(request.loaded);
  const results = rankWords(open, request.search);
  return results === undefined
    ? { type: 'missing', missing: open.missing }
    : { type: 'words', results };
});
