import { workerData } from 'node:worker_threads';

import { performRequests } from '../../request-thread.ts';
import { VectorCache } from './vector-cache.ts';
import type { VectorOutput, VectorRequest, VectorThreadStart } from './vector-messages.ts';

const cache = new VectorCache((workerData as VectorThreadStart).maxBytes);

performRequests((request: VectorRequest): VectorOutput => {
  if (request.type === 'add') return cache.add(request);
  if (request.type === 'remove') return cache.remove(request);
  if (request.type === 'search') return cache.search(request);
  return { version: cache.version(request.key) };
});
