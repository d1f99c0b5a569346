import { open, readdir } from 'node:fs/promises';
import path from 'node:path';

import { ConnectionLock } from './connection-lock.ts';

/** Milliseconds between two looks at how long the log is. */
const INTERVAL_MS = 1000;
const LOG_POSITION = `SELECT (pg_current_wal_lsn() - '0/0')::bigint AS position`;

interface CheckpointsOptions {
  /** The database's folder. */
  directory: string;
  /** Bytes of the log between two checkpoints. */
  logBytes: number;
  /** Whether what is written is flushed to the disk. */
  fsync: boolean;
}

/**
 * Writes checkpoints while the database is in use. The embedded database has no process for that: its log would
 * grow until it is closed, and a start after a kill would read all of it.
 */
export class Checkpoints {
  readonly #run: (sql: string) => Promise<unknown[]>;
  readonly #options: CheckpointsOptions;
  readonly #lock = new ConnectionLock();
  #lookedAt = performance.now();
  #last: number | undefined;

  /** `run` runs SQL while no transaction is open. */
  constructor(run: (sql: string) => Promise<unknown[]>, options: CheckpointsOptions) {
    this.#run = run;
    this.#options = options;
  }

  /** Looks, if the last look has ended long enough ago. */
  async look(): Promise<void> {
    if (performance.now() - this.#lookedAt < INTERVAL_MS) return;
    this.#lookedAt = Infinity;
    try {
      await this.#lock.exclusive(() => this.#writeIfDue());
    } finally {
      this.#lookedAt = performance.now();
    }
  }

  /** Flushes what was written, and then runs `task`, one at a time, while no checkpoint is due. */
  async without(task: () => Promise<void>): Promise<void> {
    await this.#lock.exclusive(async () => {
      await this.#flush();
      await task();
    });
  }

  async #writeIfDue(): Promise<void> {
    const [row] = (await this.#run(LOG_POSITION)) as { position: number }[];
    const position = row?.position ?? 0;
    this.#last ??= position;
    if (position - this.#last < this.#options.logBytes) return;
    await this.#flush();
    await this.#run('CHECKPOINT');
    this.#last = position;
  }

  /** Does most of what a checkpoint would wait for, while requests have the connection. */
  async #flush(): Promise<void> {
    if (this.#options.fsync) await flushFiles(this.#options.directory);
  }
}

/** Flushes all files of a database's folder but its log. One that is deleted meanwhile needs no flush. */
async function flushFiles(directory: string): Promise<void> {
  const entries = await readdir(path.join(directory, 'base'), {
    recursive: true,
    withFileTypes: true,
  });
  for (const entry of entries.filter((each) => each.isFile())) {
    const file = await open(path.join(entry.parentPath, entry.name)).catch(() => undefined);
    try {
      await file?.sync();
    } finally {
      await file?.close();
    }
  }
}
