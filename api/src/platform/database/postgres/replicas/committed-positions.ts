import { AsyncLocalStorage } from 'node:async_hooks';

import type { LogPosition } from '../../replicas/log-position.ts';

interface Recorded {
  position: LogPosition | undefined;
  /** What goes on after the response is not the request's. */
  isOver: boolean;
}

/** Where the commits of one request leave their positions. */
export class CommittedPositions {
  readonly #requests = new AsyncLocalStorage<Recorded>();

  /** Returns whether the calling request wants to know what it commits. */
  isWanted(): boolean {
    return this.#requests.getStore()?.isOver === false;
  }

  record(position: LogPosition | undefined): void {
    const recorded = this.#requests.getStore();
    if (recorded === undefined || position === undefined) return;
    if (recorded.position === undefined || position > recorded.position)
      recorded.position = position;
  }

  /** Runs `work` and returns the last position that it recorded. */
  async during(work: () => Promise<void>): Promise<LogPosition | undefined> {
    const recorded: Recorded = { position: undefined, isOver: false };
    await this.#requests.run(recorded, work);
    recorded.isOver = true;
    return recorded.position;
  }
}
