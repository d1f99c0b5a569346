import { fork, type ChildProcess } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { constants, setPriority } from 'node:os';

import { StorageUnavailable } from '../storage/archive-storage.ts';
import type { WorkerRequest, WorkerResponse } from './task-messages.ts';
import { missingFile } from './missing-files.ts';
import { TaskRefused, TooMuchMemory, TooSlow, WorkerFailure } from './worker-failure.ts';

const PAGE_BYTES = 4096;
const WATCH_MILLISECONDS = 250;
/** Linux counts time in /proc in hundredths of a second. */
const TICK_MILLISECONDS = 10;
/**
 * For starting a process, and loading the modules of its task, which are not counted as the task's time. On a busy
 * machine, a process of low priority can take minutes, which says nothing about the document: this limit is against
 * hanging only.
 */
const START_MILLISECONDS = 600_000;
/** After this time of the processor, or by the clock, a task is a long one. */
const LONG = { processorMilliseconds: 1000, clockMilliseconds: 20_000 } as const;
/** Of a worker that has yielded. */
const PRIORITY_YIELDED = 15;
/** What it has by the clock beyond the limit, as a multiple of that: others delay it. */
const YIELDED_FACTOR = 3;

/** What a worker runs: the path of its module, and its environment, to which the cache of compiled modules is added. */
export interface WorkerProgram {
  main: string;
  environment: NodeJS.ProcessEnv;
}

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

interface RunOptions extends TaskOptions<unknown> {
  /** Called once the task takes long. */
  onLong?: () => void;
}

/** A process that performs one task at a time. A task can crash that process, never this one. */
export interface WorkerProcess {
  isAlive(): boolean;
  /** Leaves the processor to other workers. Its priority stays low. */
  yield(): void;
  hasYielded(): boolean;
  run(name: string, input: unknown, options: RunOptions): Promise<unknown>;
  /** Ends it; a task that it has rejects, with `failure` where one is given. */
  kill(failure?: Error): void;
}

/**
 * Starts a worker: a process rather than a thread, as V8 can end the whole process when a thread's heap
 * overflows. It runs at a lower priority, so that requests come first.
 */
export function startWorker(program: WorkerProgram, limits: WorkerLimits): WorkerProcess {
  const child = fork(program.main, [], {
    execArgv: [`--max-old-space-size=${limits.heapMegabytes}`],
    env: { ...program.environment, ...compileCache(process.env) },
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  const { PRIORITY_BELOW_NORMAL, PRIORITY_LOW } = constants.priority;
  if (limits.isAwaited !== true) {
    lowerPriority(child, limits.isBackground === true ? PRIORITY_LOW : PRIORITY_BELOW_NORMAL);
  }
  let alive = true;
  let hasYielded = false;
  let killTask: ((failure: Error) => void) | undefined;
  child.once('exit', () => {
    alive = false;
  });
  // Without a listener, a failed spawn or a closed channel would crash this process.
  child.on('error', () => undefined);
  // An idle worker must not keep this process alive; a running task has timers that do.
  child.unref();
  child.channel?.unref();
  return {
    isAlive: () => alive && child.connected,
    hasYielded: () => hasYielded,
    yield: () => {
      if (!hasYielded) lowerPriority(child, PRIORITY_YIELDED);
      hasYielded = true;
    },
    run: (name, input, options) =>
      runTask(child, { type: 'task', name, input }, limits, {
        ...options,
        hasYielded: () => hasYielded,
        onKill: (kill) => {
          killTask = kill;
        },
      }),
    kill: (failure) => {
      if (failure !== undefined) killTask?.(failure);
      child.kill('SIGKILL');
    },
  };
}

/** Node's cache of compiled modules, where this process has one: most of a worker's start is compiling. */
function compileCache({ NODE_COMPILE_CACHE: folder }: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return folder === undefined ? {} : { NODE_COMPILE_CACHE: folder };
}

function runTask(
  child: ChildProcess,
  request: WorkerRequest,
  limits: WorkerLimits,
  options: RunOptions & {
    hasYielded: () => boolean;
    onKill: (kill: (failure: Error) => void) => void;
  },
): Promise<unknown> {
  const { timeoutMilliseconds, processorMilliseconds, memoryBytes, isLimitedByPart, onPart } =
    options;
  return new Promise((resolve, reject) => {
    let killedFor: Error | undefined;
    const kill = (failure: Error) => {
      killedFor ??= failure;
      child.kill('SIGKILL');
    };
    options.onKill(kill);
    const long = watchLong(child, () => options.onLong?.());
    let timer = setTimeout(() => {
      kill(new WorkerFailure('the program that reads it did not start'));
    }, START_MILLISECONDS);
    let processorUntil = Infinity;
    let memoryMax = limits.memoryMegabytes * 1024 * 1024;
    const startLimits = () => {
      long.restart();
      clearTimeout(timer);
      const limit = (milliseconds: number, act: () => void) => {
        timer = setTimeout(act, milliseconds);
      };
      const end = () => kill(new TooSlow(timeoutMilliseconds));
      limit(timeoutMilliseconds, () => {
        if (options.hasYielded()) limit(YIELDED_FACTOR * timeoutMilliseconds, end);
        else end();
      });
      if (processorMilliseconds !== undefined) {
        processorUntil = processorTimeOf(child) + processorMilliseconds;
      }
      if (memoryBytes !== undefined) {
        memoryMax = Math.min(limits.memoryMegabytes * 1024 * 1024, memoryOf(child) + memoryBytes);
      }
    };
    const watch = setInterval(() => {
      if (memoryOf(child) > memoryMax) kill(needsMemory());
      const processor = processorTimeOf(child);
      if (processor > processorUntil) kill(new TooSlow(processorMilliseconds ?? 0));
      else long.look(processor);
    }, WATCH_MILLISECONDS);

    const settle = (act: () => void) => {
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
        case 'loaded':
          startLimits();
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
        case 'missing':
          settle(() => reject(missingFile(message.key)));
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

/** Notices once that a task takes long, counted from the last `restart`. */
function watchLong(child: ChildProcess, onLong: () => void) {
  let from: { processor: number; clock: number } | undefined;
  let isLong = false;
  return {
    restart: () => {
      from = { processor: processorTimeOf(child), clock: performance.now() };
    },
    look: (processor: number) => {
      if (isLong || from === undefined) return;
      const took = { processor: processor - from.processor, clock: performance.now() - from.clock };
      if (took.processor < LONG.processorMilliseconds && took.clock < LONG.clockMilliseconds)
        return;
      isLong = true;
      onLong();
    },
  };
}

function lowerPriority({ pid }: ChildProcess, priority: number): void {
  if (pid === undefined) return;
  try {
    setPriority(pid, priority);
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
