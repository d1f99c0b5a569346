import { createHash, type Hash } from 'node:crypto';
import { parentPort } from 'node:worker_threads';

/** Bytes to be hashed, or the question for the hash of all that came under one number. */
export type HashOrder =
  | { stream: number; bytes: Uint8Array }
  | { stream: number; ending: 'digest' | 'forget' };

const hashes = new Map<number, Hash>();

function answer(order: HashOrder): string {
  const hash = hashes.get(order.stream) ?? createHash('sha256');
  if ('bytes' in order) {
    hashes.set(order.stream, hash.update(order.bytes));
    return '';
  }
  hashes.delete(order.stream);
  return order.ending === 'digest' ? hash.digest('hex') : '';
}

// Answers come in the order of the questions.
parentPort?.on('message', (order: HashOrder) => {
  parentPort?.postMessage(answer(order), []);
});
