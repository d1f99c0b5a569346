/** A worker died or was ended over a task. Another try may do better. */
export class WorkerFailure extends Error {
  override readonly name: string = 'WorkerFailure';
}

/** A worker was ended as its task took more memory than it may have; another try needs as much. */
export class TooMuchMemory extends WorkerFailure {
  override readonly name = 'TooMuchMemory';
}

/** A task that no other try would do; the message is for people. */
export class TaskRefused extends Error {
  override readonly name = 'TaskRefused';
  /** For an upload: the bytes are no zip at all. */
  readonly notZip: boolean;

  constructor(message: string, notZip: boolean) {
    super(message);
    this.notZip = notZip;
  }
}

/** The server is stopping: the task was not done, and nothing is wrong with it. */
export class PoolClosed extends Error {
  override readonly name = 'PoolClosed';
}
