import { Worker } from 'node:worker_threads';

import { StorageUnavailable } from '../../storage/archive-storage.ts';
import { isFinal } from './final-errors.ts';
import { performTask } from './perform-task.ts';
import type { Answer, Order } from './tasks.ts';

let acknowledge: (() => void) | undefined;

process.on('disconnect', () => process.exit(0));
process.on('message', (order: Order) => {
  if (order.type === 'acknowledged') acknowledge?.();
  else void perform(order);
});
dieWithParent();

async function perform(order: Extract<Order, { type: 'task' }>): Promise<void> {
  answer(
    await performTask(order.name, order.input, sendPart).then(
      (output): Answer => ({ type: 'done', output }),
      describe,
    ),
  );
}

/** Sends one part at a time, so that a slow parent slows the reading down. */
function sendPart(part: Extract<Answer, { type: 'part' }>['part']): Promise<void> {
  return new Promise((resolve) => {
    acknowledge = resolve;
    answer({ type: 'part', part });
  });
}

function answer(message: Answer): void {
  process.send?.(message);
}

function describe(error: unknown): Answer {
  if (!(error instanceof Error)) return { type: 'failed', message: String(error) };
  if (error instanceof StorageUnavailable) return { type: 'unavailable', message: error.message };
  if (!isFinal(error)) return { type: 'failed', message: error.message };
  const notZip = 'kind' in error && error.kind === 'not_zip';
  return { type: 'refused', message: error.message, notZip };
}

/** A parser that never returns cannot hear that its parent is gone; another thread can. */
function dieWithParent(): void {
  const watch = `
    const parent = process.ppid;
    setInterval(() => {
      if (process.ppid !== parent) process.kill(process.pid, 'SIGKILL');
    }, 1000);
  `;
  new Worker(watch, { eval: true, resourceLimits: { maxOldGenerationSizeMb: 16 } }).unref();
}
