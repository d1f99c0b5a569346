import { createFairQueue, type Taken, type TaskOwner } from '../sharing/fair-queue.ts';
import type { PartOf, TaskTable } from './task-messages.ts';
import {
  startWorker,
  type WorkerProcess,
  type TaskOptions,
  type WorkerLimits,
  type WorkerProgram,
} from './worker-process.ts';
import { PoolClosed, Preempted, TaskAborted } from './worker-failure.ts';

export interface PoolOptions extends WorkerLimits {
  /**
   * Workers at most. While one owner has several of them and another waits for its first, there is one more
   * for each that is too many: tasks of a few owners never keep another from a worker. The same holds for
   * slow tasks and others.
   */
  size: number;
  /** Time after which a worker without a task is ended. */
  idleMilliseconds: number;
  /**
   * Tasks that turn out to take long leave the processor to others, and are slow ones from then on. Where
   * they have all workers and others wait, one of them is begun again later.
   */
  yields?: boolean;
}

export interface PoolTaskOptions<Part = never> extends TaskOptions<Part> {
  /** Whose task it is, as an organization. Without one, tasks are of one owner. */
  owner?: TaskOwner | undefined;
  /** It may take long: it leaves a worker to other tasks that wait. */
  isSlow?: boolean;
  /** Called when a worker takes it. */
  onStart?: (() => void) | undefined;
  /** Aborts once nobody waits for the result: the task leaves its place. */
  signal?: AbortSignal;
}

/** Workers that are started when needed, ended when idle and replaced when they die. */
export interface ProcessPool<Table extends TaskTable<Table>> {
  /**
   * @throws {TaskRefused} where no retry can succeed. @throws {WorkerFailure} where one may.
   * @throws {TaskAborted} after its signal. @throws {PoolClosed} when the server stops.
   */
  run<Name extends keyof Table & string>(
    name: Name,
    input: Table[Name]['input'],
    options: PoolTaskOptions<PartOf<Table, Name>>,
  ): Promise<Table[Name]['output']>;
  /** Ends all workers; tasks that wait or run reject. */
  close(): void;
}

interface Task {
  run: (worker: WorkerProcess, onLong: () => void) => Promise<unknown>;
  settle: (outcome: Promise<unknown>) => void;
  owner: TaskOwner;
  /** A task that sends parts cannot begin again unnoticed. */
  sendsParts: boolean;
  isPreempted: boolean;
}

interface Running {
  task: Task;
  worker: WorkerProcess;
  isLong: boolean;
}

const NOBODY: TaskOwner = { id: '' };
const stopping = () => new PoolClosed('The server is stopping');

export function createProcessPool<Table extends TaskTable<Table>>(
  program: WorkerProgram,
  { size, idleMilliseconds, yields = false, ...limits }: PoolOptions,
): ProcessPool<Table> {
  const workers = new Set<WorkerProcess>();
  const idle = new Map<WorkerProcess, NodeJS.Timeout>();
  const waiting = createFairQueue<Task>({ slowMax: Math.max(1, size - 1) });
  // In the order of their starts.
  const running = new Map<Task, Running>();
  let isPreempting = false;
  let closed = false;

  const retire = (worker: WorkerProcess) => {
    clearTimeout(idle.get(worker));
    idle.delete(worker);
    workers.delete(worker);
    worker.kill();
  };
  const sizeNow = () => (waiting.isUnfair ? Math.max(2 * size - 1, size + 1) : size);
  const takeWorker = (): WorkerProcess | undefined => {
    for (const [worker, timer] of idle) {
      clearTimeout(timer);
      idle.delete(worker);
      if (worker.isAlive()) return worker;
      retire(worker);
    }
    if (workers.size >= sizeNow()) return undefined;
    const worker = startWorker(program, limits);
    workers.add(worker);
    return worker;
  };
  const release = (worker: WorkerProcess) => {
    const isKept = !closed && worker.isAlive() && !worker.hasYielded() && workers.size <= sizeNow();
    if (isKept) idle.set(worker, setTimeout(retire, idleMilliseconds, worker).unref());
    else retire(worker);
    startNext();
  };
  const makeRoom = () => {
    if (isPreempting || !waiting.isHeldUp) return;
    const held = [...running.values()].find(({ task, isLong }) => isLong && !task.isPreempted);
    if (held === undefined) return;
    isPreempting = true;
    held.task.isPreempted = true;
    held.worker.kill(new Preempted('others waited for the program that reads it'));
  };
  const yieldLong = () => {
    if (!yields || !waiting.hasQuick) return;
    for (const { worker, isLong } of running.values()) if (isLong) worker.yield();
  };
  const startNext = () => {
    yieldLong();
    if (closed || waiting.size === 0) return;
    const worker = takeWorker();
    if (worker === undefined) {
      if (yields) makeRoom();
      return;
    }
    const next = waiting.take();
    if (next === undefined) idle.set(worker, setTimeout(retire, idleMilliseconds, worker).unref());
    else start(next, worker);
  };
  const start = ({ item: task, end, markSlow }: Taken<Task>, worker: WorkerProcess) => {
    const entry: Running = { task, worker, isLong: false };
    running.set(task, entry);
    const started = performance.now();
    const onLong = () => {
      entry.isLong = true;
      if (!yields) return;
      markSlow();
      startNext();
    };
    const outcome = task.run(worker, onLong).finally(() => {
      running.delete(task);
      if (task.isPreempted) isPreempting = false;
      end(performance.now() - started);
    });
    const isBegunAgain = (error: unknown) =>
      !closed && !task.sendsParts && error instanceof Preempted;
    void outcome
      .then(() => false, isBegunAgain)
      .then((isAgain) => {
        if (isAgain) waiting.add(task.owner, task, { isSlow: true });
        else task.settle(outcome);
        release(worker);
      });
  };

  return {
    run: (name, input, { signal, ...options }) =>
      new Promise((resolve, reject) => {
        if (closed) throw stopping();
        if (signal?.aborted === true) throw new TaskAborted();
        const { owner = NOBODY, isSlow = false } = options;
        const abort = () => {
          if (waiting.remove(task)) reject(new TaskAborted());
          else running.get(task)?.worker.kill(new TaskAborted());
        };
        const task: Task = {
          run: (worker, onLong) => {
            options.onStart?.();
            return worker.run(name, input, { ...(options as TaskOptions<unknown>), onLong });
          },
          settle: (outcome) => {
            signal?.removeEventListener('abort', abort);
            outcome.then(
              (output) => resolve(output as Table[typeof name]['output']),
              (error: unknown) => reject(closed ? stopping() : (error as Error)),
            );
          },
          owner,
          sendsParts: options.onPart !== undefined,
          isPreempted: false,
        };
        signal?.addEventListener('abort', abort);
        waiting.add(owner, task, { isSlow });
        startNext();
      }),
    close: () => {
      closed = true;
      for (const { settle } of waiting.clear()) settle(Promise.reject(stopping()));
      for (const worker of workers) retire(worker);
    },
  };
}
