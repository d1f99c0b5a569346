import { fork, type ChildProcess } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { constants, setPriority } from 'node:os';
import { fileURLToPath } from 'node:url';

import { StorageUnavailable } from '../../storage/archive-storage.ts';
import { s3Environment } from '../../storage/s3/s3-storage.ts';
import type { TaskName, WorkerRequest, WorkerResponse } from './tasks.ts';
import { TaskRefused, TooMuchMemory, TooSlow, WorkerFailure } from './worker-failure.ts';

const MAIN = fileURLToPath(new URL('worker-main.ts', import.meta.url));
const PAGE_BYTES = 4096;
const WATCH_MILLISECONDS = 250;
/** Linux counts time in /proc in hundredths of a second. */
const TICK_MILLISECONDS = 10;
/**
 * For starting a process. It is not counted as time of its first task. On a busy machine, a process of low
 * priority can take minutes, which says nothing about the document: this limit is against hanging only.
 */
const START_MILLISECONDS = 600_000;

export interface WorkerLimits {
  /** Heap of one worker. */
  heapMegabytes: number;
  /** All memory of one worker, buffers included; checked only on Linux, in /proc. */
  memoryMegabytes: number;
  /** A request waits for the result: the worker keeps the normal priority. */
  isAwaited?: boolean;
  /** Nobody waits for it: all other workers come first. */
  isBackground?: boolean;
}

export interface TaskOptions<Part = never> {
  timeoutMilliseconds: number;
  /** Limit of the processor's time, where the system tells it (Linux, in /proc); else only the clock counts. */
  processorMilliseconds?: number;
  /** Limit of what the worker's memory grows by; checked only on Linux, in /proc. */
  memoryBytes?: number;
  /** The limits are for each part, not for the whole task. */
  isLimitedByPart?: boolean;
  /** Receives the parts of a task that sends parts. */
  onPart?: ((part: Part) => Promise<void> | void) | undefined;
}

/** A process that performs one task at a time. A task can crash that process, never this one. */
export interface PipelineWorker {
  isAlive(): boolean;
  run(name: TaskName, input: unknown, options: TaskOptions<unknown>): Promise<unknown>;
  kill(): void;
}

/**
 * Starts a worker: a process rather than a thread, as V8 can end the whole process when a thread's heap
 * overflows. It runs at a lower priority, so that requests come first. Its environment has only the
 * variables that open an S3 store, and the cache of compiled modules.
 */
export function startWorker(limits: WorkerLimits): PipelineWorker {
  const child = fork(MAIN, [], {
    execArgv: [`--max-old-space-size=${limits.heapMegabytes}`],
    env: { ...s3Environment(process.env), ...compileCache(process.env) },
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  if (limits.isAwaited !== true) lowerPriority(child, limits.isBackground === true);
  let alive = true;
  child.once('exit', () => {
    alive = false;
  });
  // Without a listener, a failed spawn or a closed channel would crash this process.
  child.on('error', () => undefined);
  // An idle worker must not keep this process alive; a running task has timers that do.
  child.unref();
  child.channel?.unref();
  const ready = new Promise<void>((resolve) => {
    child.once('message', () => resolve());
  });
  return {
    isAlive: () => alive && child.connected,
    run: (name, input, options) =>
      runTask({ child, ready }, { type: 'task', name, input }, limits, options),
    kill: () => child.kill('SIGKILL'),
  };
}

/** Node's cache of compiled modules, where this process has one: most of a worker's start is compiling. */
function compileCache({ NODE_COMPILE_CACHE: folder }: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return folder === undefined ? {} : { NODE_COMPILE_CACHE: folder };
}

function runTask(
  { child, ready }: { child: ChildProcess; ready: Promise<void> },
  request: WorkerRequest,
  limits: WorkerLimits,
  options: TaskOptions<unknown>,
): Promise<unknown> {
  const { timeoutMilliseconds, processorMilliseconds, memoryBytes, isLimitedByPart, onPart } =
    options;
  return new Promise((resolve, reject) => {
    let killedFor: WorkerFailure | undefined;
    let isSettled = false;
    const kill = (failure: WorkerFailure) => {
      killedFor ??= failure;
      child.kill('SIGKILL');
    };
    let timer = setTimeout(() => {
      kill(new WorkerFailure('the program that reads it did not start'));
    }, START_MILLISECONDS);
    let processorUntil = Infinity;
    let memoryMax = limits.memoryMegabytes * 1024 * 1024;
    const startLimits = () => {
      if (isSettled) return;
      clearTimeout(timer);
      timer = setTimeout(() => kill(new TooSlow(timeoutMilliseconds)), timeoutMilliseconds);
      if (processorMilliseconds !== undefined) {
        processorUntil = processorTimeOf(child) + processorMilliseconds;
      }
      if (memoryBytes !== undefined) {
        memoryMax = Math.min(limits.memoryMegabytes * 1024 * 1024, memoryOf(child) + memoryBytes);
      }
    };
    void ready.then(startLimits);
    const watch = setInterval(() => {
      if (memoryOf(child) > memoryMax) kill(needsMemory());
      if (processorTimeOf(child) > processorUntil) kill(new TooSlow(processorMilliseconds ?? 0));
    }, WATCH_MILLISECONDS);

    const settle = (act: () => void) => {
      isSettled = true;
      clearTimeout(timer);
      clearInterval(watch);
      child.off('message', onMessage);
      child.off('exit', onExit);
      act();
    };
    const onExit = (code: number | null, signal: string | null) => {
      const outOfMemory = signal === 'SIGABRT' || code === 134;
      const stopped = new WorkerFailure('the program that reads it stopped');
      settle(() => reject(killedFor ?? (outOfMemory ? needsMemory() : stopped)));
    };
    const onMessage = (message: WorkerResponse) => {
      switch (message.type) {
        case 'ready':
          break;
        case 'part':
          // What comes while it is killed is not what it is killed for.
          if (killedFor !== undefined) break;
          if (isLimitedByPart === true) startLimits();
          Promise.resolve(onPart?.(message.part)).then(
            () => send(child, { type: 'acknowledged' }),
            (error: unknown) => {
              settle(() => reject(error));
              child.kill('SIGKILL');
            },
          );
          break;
        case 'done':
          settle(() => resolve(message.output));
          break;
        case 'refused':
          settle(() =>
            reject(new TaskRefused(message.message, message.notZip, { cause: message.detail })),
          );
          break;
        case 'unavailable':
          settle(() => reject(new StorageUnavailable(message.message)));
          break;
        case 'failed':
          settle(() =>
            reject(
              new WorkerFailure('the program that reads it failed', { cause: message.message }),
            ),
          );
      }
    };
    child.on('message', onMessage);
    child.once('exit', onExit);
    send(child, request);
  });
}

const needsMemory = () => new TooMuchMemory('it needs more memory than is allowed');

function send(child: ChildProcess, request: WorkerRequest): void {
  // A child that is gone is reported by its exit.
  if (child.connected) child.send(request, () => undefined);
}

function lowerPriority({ pid }: ChildProcess, isBackground: boolean): void {
  if (pid === undefined) return;
  try {
    const { PRIORITY_BELOW_NORMAL, PRIORITY_LOW } = constants.priority;
    setPriority(pid, isBackground ? PRIORITY_LOW : PRIORITY_BELOW_NORMAL);
  } catch {
    // Optional: some systems do not allow it.
  }
}

/** Milliseconds of the processor that a process has used; 0 where the system does not tell. */
function processorTimeOf({ pid }: ChildProcess): number {
  if (process.platform !== 'linux' || pid === undefined) return 0;
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // After the name, which may contain spaces: the state, ten fields, then user and system time.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return (Number(fields[11]) + Number(fields[12])) * TICK_MILLISECONDS;
  } catch {
    return 0;
  }
}

function memoryOf({ pid }: ChildProcess): number {
  if (process.platform !== 'linux' || pid === undefined) return 0;
  try {
    const [, resident = '0'] = readFileSync(`/proc/${pid}/statm`, 'utf8').split(' ');
    return Number(resident) * PAGE_BYTES;
  } catch {
    return 0;
  }
}
