import type * as v from 'valibot';

import { CarrelError } from '../errors/carrel-error.ts';
import { NetworkError, TimeoutError } from '../errors/failures.ts';
import type { Call, ReceivedResponse, SentBody } from './call.ts';
import type { Clock } from './clock.ts';
import { startDeadline } from './deadline.ts';
import type { Deadline } from './deadline.ts';
import { httpFailure } from './http-failure.ts';
import { IDEMPOTENCY_HEADER, newIdempotencyKey } from './idempotency-key.ts';
import { parseBody } from './parse-body.ts';
import { readText } from './read-text.ts';
import { retryWait } from './retry-wait.ts';
import { SeenPosition } from './seen-position.ts';

export interface ConnectionOptions {
  /** The server's URL, with a slash at its end. */
  url: URL;
  headers: Readonly<Record<string, string>>;
  /** The organization to work in; undefined for that of a key. */
  organizationId: string | undefined;
  fetch: typeof fetch;
  retries: number;
  /** Milliseconds for one try. */
  timeout: number;
  signal: AbortSignal | undefined;
  clock: Clock;
  onRetry: ((error: CarrelError, milliseconds: number) => void) | undefined;
}

/** Sends requests, tries them again where that may help, and checks what comes back. */
export class Connection {
  readonly options: ConnectionOptions;
  readonly #seen: SeenPosition;

  constructor(options: ConnectionOptions) {
    this.options = options;
    this.#seen = new SeenPosition(options.clock);
  }

  /** The organization to work in, for paths. @throws {TypeError} where the client was given none. */
  get organizationId(): string {
    const { organizationId } = this.options;
    if (organizationId !== undefined) return organizationId;
    throw new TypeError('This call needs the organizationId of the client.');
  }

  /** Returns the body of a response. @throws {CarrelError} */
  async json<Schema extends v.GenericSchema>(
    schema: Schema,
    call: Call,
  ): Promise<v.InferOutput<Schema>> {
    return parseBody(schema, await this.send(call));
  }

  /** Returns a response that is 2xx, read whole. @throws {CarrelError} */
  send(call: Call): Promise<ReceivedResponse> {
    return this.#retried(call, async (response, deadline) => {
      try {
        const { status, headers } = response;
        return { status, headers, text: await readText(response) };
      } finally {
        deadline.end();
      }
    });
  }

  /**
   * Returns a response that is 2xx, with a body that is read by the caller. The deadline is that of each part of
   * it: it has to be extended while parts arrive, and ended. @throws {CarrelError}
   */
  open(call: Call): Promise<{ response: Response; deadline: Deadline }> {
    return this.#retried(call, (response, deadline) => Promise.resolve({ response, deadline }));
  }

  /** Waits before another try. @throws the reason of a signal. */
  async pause(error: unknown, milliseconds: number, signal?: AbortSignal): Promise<void> {
    if (error instanceof CarrelError) this.options.onRetry?.(error, milliseconds);
    await this.wait(milliseconds, signal);
  }

  /** Waits. @throws the reason of a signal. */
  async wait(milliseconds: number, signal?: AbortSignal): Promise<void> {
    const { clock, signal: own } = this.options;
    const signals = [signal, own].filter((each) => each !== undefined);
    await clock.wait(milliseconds, signals.length === 0 ? undefined : AbortSignal.any(signals));
  }

  async #retried<Result>(
    call: Call,
    read: (response: Response, deadline: Deadline) => Promise<Result>,
  ): Promise<Result> {
    const needsKey = call.method === 'POST' && call.isRepeatable !== true;
    const mayRepeat = call.method !== 'PATCH' && !(call.body instanceof ReadableStream);
    const retries = mayRepeat ? (call.retries ?? this.options.retries) : 0;
    const headers = {
      ...this.options.headers,
      Accept: 'application/json',
      ...(needsKey ? { [IDEMPOTENCY_HEADER]: newIdempotencyKey() } : {}),
      ...(call.json === undefined ? {} : { 'Content-Type': 'application/json' }),
      ...call.headers,
    };
    for (let tries = 1; ; tries += 1) {
      try {
        return await this.#try(call, headers, read);
      } catch (error) {
        const wait = tries > retries ? undefined : retryWait(error, tries);
        if (wait === undefined) throw error;
        await this.pause(error, wait, call.signal);
      }
    }
  }

  async #try<Result>(
    { method = 'GET', path, json, body, signal, timeout }: Call,
    headers: Record<string, string>,
    read: (response: Response, deadline: Deadline) => Promise<Result>,
  ): Promise<Result> {
    const { url, clock, signal: own, ...options } = this.options;
    const signals = [signal, own];
    for (const each of signals) each?.throwIfAborted();
    const deadline = startDeadline(timeout ?? options.timeout, signals);
    const sent = json === undefined ? body : JSON.stringify(json);
    try {
      const response = await options.fetch(new URL(path, url), {
        method,
        headers: { ...this.#seen.header(), ...headers },
        redirect: 'manual',
        signal: deadline.signal,
        ...bodyOf(sent, deadline),
      });
      this.#seen.note(response.headers);
      if (response.ok) return await read(response, deadline);
      throw httpFailure(response, await readText(response), clock.now());
    } catch (error) {
      deadline.end();
      for (const each of signals) each?.throwIfAborted();
      if (error instanceof CarrelError) throw error;
      throw deadline.isOver() ? timedOut(error) : unreachable(error, url.origin);
    }
  }
}

/** A stream has the deadline for each part of it. */
function bodyOf(body: SentBody | undefined, deadline: Deadline) {
  if (!(body instanceof ReadableStream)) return body === undefined ? {} : { body };
  const watch = new TransformStream<Uint8Array, Uint8Array>({
    transform: (piece, controller) => {
      deadline.extend();
      controller.enqueue(piece);
    },
  });
  return { body: body.pipeThrough(watch), duplex: 'half' as const };
}

export const timedOut = (cause: unknown) =>
  new TimeoutError('The server did not respond in time.', { cause });

const unreachable = (cause: unknown, origin: string) =>
  new NetworkError(`${origin} cannot be reached: ${reasonOf(cause)}.`, { cause });

/** What `fetch` says is often only that it failed. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { cause } = error;
  if (cause instanceof Error) return cause.message === '' ? cause.name : cause.message;
  return error.message === '' ? error.name : error.message;
}
