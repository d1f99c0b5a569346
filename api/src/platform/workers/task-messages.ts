/** The tasks of a program by name: input and output of each, and what it sends before it ends. All of it crosses a process boundary. */
export type TaskTable<Table> = Record<keyof Table, { input: unknown; output: unknown }>;

/** What a task sends before it ends. */
export type PartOf<Table, Name extends keyof Table> = Table[Name] extends { part: infer Part }
  ? Part
  : never;

/** A message to a worker: a task, or that its last part was handled. */
export type WorkerRequest =
  | { type: 'task'; name: string; input: unknown }
  | { type: 'acknowledged' };

/** A message of a worker. A refusal is final; a failure may be temporary. */
export type WorkerResponse =
  /** It has started, or its task's modules are loaded: the task's limits count from the last of these. */
  | { type: 'loaded' }
  | { type: 'part'; part: unknown }
  | { type: 'done'; output: unknown }
  | { type: 'refused'; message: string; detail: string | undefined; notZip: boolean }
  | { type: 'failed'; message: string }
  | { type: 'unavailable'; message: string }
  /** The storage has no file of the key. */
  | { type: 'missing'; key: string };
