import { parentPort, workerData } from 'node:worker_threads';

import { VectorCache } from './vector-cache.ts';
import type {
  VectorOutput,
  VectorRequest,
  VectorResponse,
  VectorStart,
} from './vector-messages.ts';

const port = parentPort;
if (port === null) throw new Error('Vectors are searched in a worker thread');

const cache = new VectorCache((workerData as VectorStart).maxBytes);

function perform(request: VectorRequest): VectorOutput {
  if (request.type === 'add') return cache.add(request);
  if (request.type === 'remove') return cache.remove(request);
  if (request.type === 'search') return cache.search(request);
  return { version: cache.version(request.key) };
}

port.on('message', (request: VectorRequest) => {
  let response: VectorResponse;
  try {
    response = { id: request.id, ...perform(request) };
  } catch (error) {
    response = { id: request.id, failed: error instanceof Error ? error.message : String(error) };
  }
  port.postMessage(response);
});
