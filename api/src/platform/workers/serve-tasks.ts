import { flushCompileCache } from 'node:module';
import { Worker } from 'node:worker_threads';

import type { WorkerRequest, WorkerResponse } from './task-messages.ts';

type Performers<Names extends string> = Record<Names, (input: never) => Promise<unknown>>;

let acknowledge: (() => void) | undefined;

/**
 * Performs the tasks that the parent of this process sends, one at a time, until the parent is gone. An error for
 * which `describe` returns nothing is a failure, after which the task may be performed again.
 */
export function serveTasks<Names extends string>(
  performers: Performers<Names>,
  describe: (error: Error) => WorkerResponse | undefined,
): void {
  const performed = new Set<string>();
  const perform = async ({ name, input }: Extract<WorkerRequest, { type: 'task' }>) => {
    const performTask = performers[name as Names] as (input: unknown) => Promise<unknown>;
    try {
      respond({ type: 'done', output: await performTask(input) });
    } catch (error) {
      const described = error instanceof Error ? describe(error) : undefined;
      const message = error instanceof Error ? error.message : String(error);
      respond(described ?? { type: 'failed', message });
    }
    // A worker is killed rather than ended, and so would not write the modules of the task to the cache.
    if (!performed.has(name)) flushCompileCache();
    performed.add(name);
  };
  process.on('disconnect', () => process.exit(0));
  process.on('message', (request: WorkerRequest) => {
    if (request.type === 'acknowledged') acknowledge?.();
    else void perform(request);
  });
  dieWithParent();
}

export function respond(message: WorkerResponse): void {
  process.send?.(message);
}

/** Tells that the modules of a task are there, after which its limits count. */
export async function loadTask<Module>(module: Promise<Module>): Promise<Module> {
  const loaded = await module;
  respond({ type: 'loaded' });
  return loaded;
}

/** Sends one part at a time: a slow parent slows reading down (back-pressure). */
export function sendPart(part: unknown): Promise<void> {
  return new Promise((resolve) => {
    acknowledge = resolve;
    respond({ type: 'part', part });
  });
}

/** Ends this process with its parent. A task may never return, so another thread watches. */
function dieWithParent(): void {
  const watch = `
    const parent = process.ppid;
    setInterval(() => {
      if (process.ppid !== parent) process.kill(process.pid, 'SIGKILL');
    }, 1000);
  `;
  new Worker(watch, { eval: true, resourceLimits: { maxOldGenerationSizeMb: 16 } }).unref();
}
