import { createHash, type Hash } from 'node:crypto';
import { parentPort } from 'node:worker_threads';

/** Bytes to add to the hash of a stream, or the end of a stream. */
export type HashRequest =
  | { stream: number; bytes: Uint8Array }
  | { stream: number; ending: 'digest' | 'cancel' };

const hashes = new Map<number, Hash>();

function handle(request: HashRequest): string {
  const hash = hashes.get(request.stream) ?? createHash('sha256');
  if ('bytes' in request) {
    hashes.set(request.stream, hash.update(request.bytes));
    return '';
  }
  hashes.delete(request.stream);
  return request.ending === 'digest' ? hash.digest('hex') : '';
}

// Responses are in the order of the requests.
parentPort?.on('message', (request: HashRequest) => {
  parentPort?.postMessage(handle(request), []);
});
