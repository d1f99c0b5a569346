/** A worker died or was killed over a task. A retry may succeed. */
export class WorkerFailure extends Error {
  override readonly name: string = 'WorkerFailure';
}

/** A worker was killed as its task took too long. A retry would take as long. */
export class TooSlow extends WorkerFailure {
  override readonly name = 'TooSlow';
  /** The limit. */
  readonly seconds: number;

  constructor(milliseconds: number) {
    const seconds = Math.max(1, Math.round(milliseconds / 1000));
    super(`reading it took longer than ${seconds} seconds`);
    this.seconds = seconds;
  }
}

/** A worker was killed as its task took too much memory. A retry would take as much. */
export class TooMuchMemory extends WorkerFailure {
  override readonly name = 'TooMuchMemory';
}

/** A worker was killed for the tasks of others, which waited. A retry may take as long as it needs. */
export class Preempted extends WorkerFailure {
  override readonly name = 'Preempted';
}

/** Nobody waits for the task any more. */
export class TaskAborted extends Error {
  override readonly name = 'TaskAborted';
}

/** A task that no retry can do. The message is for users. */
export class TaskRefused extends Error {
  override readonly name = 'TaskRefused';
  /** For an upload: the bytes are not a zip. */
  readonly notZip: boolean;

  constructor(message: string, notZip: boolean, options?: ErrorOptions) {
    super(message, options);
    this.notZip = notZip;
  }
}

/** The task was not performed because the server is stopping. */
export class PoolClosed extends Error {
  override readonly name = 'PoolClosed';
}
