import { parentPort, workerData } from 'node:worker_threads';

import { highlightsOf } from '../analysis/highlights.ts';
import { IndexReader } from './index-reader.ts';
import { rankWords } from './rank-words.ts';
import type {
  SearchThreadRequest,
  SearchThreadResponse,
  SearchThreadStart,
} from './search-messages.ts';

const port = parentPort;
if (port === null) throw new Error('A search runs in a worker thread');

const { cacheBytes } = workerData as SearchThreadStart;
const reader = new IndexReader(cacheBytes);

port.on('message', (request: SearchThreadRequest) => {
  port.postMessage(respond(request));
});

function respond(request: SearchThreadRequest): SearchThreadResponse {
  const { id } = request;
  try {
    if (request.type === 'highlights') {
      const { query, languages, texts } = request;
      return { id, type: 'highlights', ranges: highlightsOf(query, languages, texts) };
    }
    const open = reader.open(request.loaded);
    const results = rankWords(open, request.search);
    return results === undefined
      ? { id, type: 'missing', missing: open.missing }
      : { id, type: 'words', results };
  } catch (error) {
    return { id, type: 'failed', message: error instanceof Error ? error.message : String(error) };
  }
}
