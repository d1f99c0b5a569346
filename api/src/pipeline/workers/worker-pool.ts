import { createFairQueue, type TaskOwner } from './fair-queue.ts';
import {
  startWorker,
  type PipelineWorker,
  type TaskOptions,
  type WorkerLimits,
} from './pipeline-worker.ts';
import type { PartOf, TaskName, Tasks } from './tasks.ts';
import { PoolClosed } from './worker-failure.ts';

export interface PoolOptions extends WorkerLimits {
  /**
   * Workers at most. While one owner has several of them and another waits for its first, there is one more
   * for each that is too many: tasks of a few owners never keep another from its turn. The same holds for
   * slow tasks and others.
   */
  size: number;
  /** Time after which a worker without a task is ended. */
  idleMilliseconds: number;
}

export interface PoolTaskOptions<Part = never> extends TaskOptions<Part> {
  /** Whose task it is, as an organization. Without one, tasks are of one owner. */
  owner?: TaskOwner | undefined;
  /** It may take long: it leaves a worker to other tasks that wait. */
  isSlow?: boolean;
  /** Called when a worker takes it. */
  onStart?: (() => void) | undefined;
}

/** Workers that are started when needed, ended when idle and replaced when they die. */
export interface WorkerPool {
  /**
   * @throws {TaskRefused} where no retry can succeed. @throws {WorkerFailure} where one may.
   * @throws {PoolClosed} when the server stops.
   */
  run<Name extends TaskName>(
    name: Name,
    input: Tasks[Name]['input'],
    options: PoolTaskOptions<PartOf<Name>>,
  ): Promise<Tasks[Name]['output']>;
  /** Ends all workers; tasks that wait or run reject. */
  close(): void;
}

interface Waiting {
  start: (worker: PipelineWorker, end: (milliseconds: number) => void) => void;
  reject: (error: Error) => void;
}

const NOBODY: TaskOwner = { id: '' };

export function createWorkerPool({ size, idleMilliseconds, ...limits }: PoolOptions): WorkerPool {
  const workers = new Set<PipelineWorker>();
  const idle = new Map<PipelineWorker, NodeJS.Timeout>();
  const waiting = createFairQueue<Waiting>({ slowMax: Math.max(1, size - 1) });
  let closed = false;

  const retire = (worker: PipelineWorker) => {
    clearTimeout(idle.get(worker));
    idle.delete(worker);
    workers.delete(worker);
    worker.kill();
  };
  const sizeNow = () => (waiting.isUnfair ? 2 * size - 1 : size);
  const takeWorker = (): PipelineWorker | undefined => {
    for (const [worker, timer] of idle) {
      clearTimeout(timer);
      idle.delete(worker);
      if (worker.isAlive()) return worker;
      retire(worker);
    }
    if (workers.size >= sizeNow()) return undefined;
    const worker = startWorker(limits);
    workers.add(worker);
    return worker;
  };
  const release = (worker: PipelineWorker) => {
    if (closed || !worker.isAlive() || workers.size > sizeNow()) retire(worker);
    else idle.set(worker, setTimeout(retire, idleMilliseconds, worker).unref());
    startNext();
  };
  const startNext = () => {
    if (closed || waiting.size === 0) return;
    const worker = takeWorker();
    if (worker === undefined) return;
    const next = waiting.take();
    next?.item.start(worker, next.end);
  };

  return {
    run: (name, input, options) =>
      new Promise((resolve, reject) => {
        if (closed) {
          reject(new PoolClosed('The server is stopping'));
          return;
        }
        const { owner = NOBODY, isSlow = false } = options;
        const task: Waiting = {
          start: (worker, end) => {
            const started = performance.now();
            options.onStart?.();
            worker
              .run(name, input, options as TaskOptions<unknown>)
              .finally(() => {
                end(performance.now() - started);
                release(worker);
              })
              .then(
                (output) => resolve(output as Tasks[typeof name]['output']),
                (error: unknown) => {
                  reject(closed ? new PoolClosed('The server is stopping') : (error as Error));
                },
              );
          },
          reject,
        };
        waiting.add(owner, task, { isSlow });
        startNext();
      }),
    close: () => {
      closed = true;
      for (const { reject } of waiting.clear()) reject(new PoolClosed('The server is stopping'));
      for (const worker of workers) retire(worker);
    },
  };
}
