import { Worker } from 'node:worker_threads';

import { StorageUnavailable } from '../../storage/archive-storage.ts';
import { performTask } from './perform-task.ts';
import type { WorkerRequest, WorkerResponse } from './tasks.ts';
import { isFinal } from './worker-failure.ts';

let acknowledge: (() => void) | undefined;

process.on('disconnect', () => process.exit(0));
process.on('message', (request: WorkerRequest) => {
  if (request.type === 'acknowledged') acknowledge?.();
  else void perform(request);
});
dieWithParent();

async function perform({ name, input }: Extract<WorkerRequest, { type: 'task' }>): Promise<void> {
  respond(
    await performTask(name, input, sendPart).then(
      (output): WorkerResponse => ({ type: 'done', output }),
      describe,
    ),
  );
}

/** Sends one part at a time: a slow parent slows reading down (back-pressure). */
function sendPart(part: Extract<WorkerResponse, { type: 'part' }>['part']): Promise<void> {
  return new Promise((resolve) => {
    acknowledge = resolve;
    respond({ type: 'part', part });
  });
}

function respond(message: WorkerResponse): void {
  process.send?.(message);
}

function describe(error: unknown): WorkerResponse {
  if (!(error instanceof Error)) return { type: 'failed', message: String(error) };
  if (error instanceof StorageUnavailable) return { type: 'unavailable', message: error.message };
  if (!isFinal(error)) return { type: 'failed', message: error.message };
  const notZip = 'kind' in error && error.kind === 'not_zip';
  return { type: 'refused', message: error.message, notZip };
}

/** Ends this process with its parent. A parser may never return, so another thread watches. */
function dieWithParent(): void {
  const watch = `
    const parent = process.ppid;
    setInterval(() => {
      if (process.ppid !== parent) process.kill(process.pid, 'SIGKILL');
    }, 1000);
  `;
  new Worker(watch, { eval: true, resourceLimits: { maxOldGenerationSizeMb: 16 } }).unref();
}
