import { createEmbeddingRate, type EmbeddingRate } from './embedding-rate.ts';
import type { ModelStatus } from '../platform/model-status.ts';

/** What calls a service: documents wait for it, queries go on without it, and a person tests it. */
type ServiceUse = 'documents' | 'queries' | 'test';

interface Failure {
  reason: string;
  nextTry: Date | undefined;
}

/** What a process knows about a service from its last attempts. */
export class ServiceState {
  readonly rate: EmbeddingRate = createEmbeddingRate();
  /** The length of the vectors that it returned last. */
  dimensions: number | undefined;
  readonly #failures = new Map<ServiceUse, Failure>();
  readonly #listeners = new Set<() => void>();
  #since: Date | undefined;

  noteWorked(use: ServiceUse): void {
    const wasFailed = this.#failures.size > 0;
    this.#failures.delete(use);
    // What a test found is over.
    this.#failures.delete('test');
    if (this.#since === undefined || (wasFailed && this.#failures.size === 0)) {
      this.#since = new Date();
    }
  }

  noteFailed(use: ServiceUse, reason: string, nextTry?: Date): void {
    if (this.#failures.size === 0) this.#since = new Date();
    this.#failures.set(use, { reason, nextTry });
  }

  /** A test succeeded: nothing waits for the next try. */
  recover(): void {
    for (const use of this.#failures.keys()) this.noteWorked(use);
    for (const listener of this.#listeners) listener();
  }

  /** Calls `listener` after each successful test. Returns a function that stops that. */
  onRecover(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** It is unavailable if the last attempt of any use failed. */
  get standing(): Pick<ModelStatus, 'state' | 'reason' | 'since' | 'nextTry'> {
    const [first] = this.#failures.values();
    const tries = [...this.#failures.values()].flatMap(({ nextTry }) => nextTry ?? []);
    return {
      state: first === undefined ? 'ready' : 'unavailable',
      reason: first?.reason,
      since: this.#since,
      nextTry: tries.toSorted((one, other) => one.getTime() - other.getTime())[0],
    };
  }
}

// By settings, which are one object in a process: documents and queries are in different parts of the server.
const states = new WeakMap<object, ServiceState>();

/** Returns the state of the service that these settings name. */
export function serviceStateOf(settings: object): ServiceState {
  const known = states.get(settings) ?? new ServiceState();
  states.set(settings, known);
  return known;
}
