import { AsyncLocalStorage } from 'node:async_hooks';

import type { LogPosition } from '../../replicas/log-position.ts';

interface Noted {
  position: LogPosition | undefined;
  /** What goes on after the response is not the request's. */
  isOver: boolean;
}

/** Where the commits of one request leave their positions. */
export class NotedPositions {
  readonly #requests = new AsyncLocalStorage<Noted>();

  /** Returns whether the calling request wants to know what it commits. */
  isWanted(): boolean {
    return this.#requests.getStore()?.isOver === false;
  }

  note(position: LogPosition | undefined): void {
    const noted = this.#requests.getStore();
    if (noted === undefined || position === undefined) return;
    if (noted.position === undefined || position > noted.position) noted.position = position;
  }

  /** Runs `work` and returns the last position that it noted. */
  async during(work: () => Promise<void>): Promise<LogPosition | undefined> {
    const noted: Noted = { position: undefined, isOver: false };
    await this.#requests.run(noted, work);
    noted.isOver = true;
    return noted.position;
  }
}
