import { once } from 'node:events';
import type { Socket } from 'node:net';

import { SourceError } from '../../../source-error.ts';

/** Bytes of one line at most: a search that finds a million messages. */
const LINE_MAX = 16 * 1024 * 1024;
/** Bytes of one response with its literals at most. */
const RESPONSE_MAX = 24 * 1024 * 1024;
const STALL_MILLISECONDS = 60_000;

/** One response of the server: text, and literals between it. */
export type ResponsePart = string | Uint8Array;

/** Reads the responses of an IMAP server, within limits. Texts are bytes as characters (latin1). */
export class ResponseReader {
  readonly #socket: Socket;
  readonly #signal: AbortSignal;
  #pieces: Buffer[] = [];
  #failure: SourceError | undefined;
  #wake = () => undefined as void;

  constructor(socket: Socket, signal: AbortSignal) {
    this.#socket = socket;
    this.#signal = signal;
    socket.setNoDelay(true);
    socket.on('data', (piece: Buffer) => {
      this.#pieces.push(piece);
      socket.pause();
      this.#wake();
    });
    const fail = (code: 'timeout' | 'unreachable') => {
      this.#failure ??= new SourceError(signal.aborted ? 'server' : code);
      socket.destroy();
      this.#wake();
    };
    socket.setTimeout(STALL_MILLISECONDS, () => fail('timeout'));
    socket.on('error', () => fail('unreachable'));
    socket.on('close', () => fail('unreachable'));
    const abort = () => fail('unreachable');
    signal.addEventListener('abort', abort);
    void once(socket, 'close').then(
      () => signal.removeEventListener('abort', abort),
      () => signal.removeEventListener('abort', abort),
    );
  }

  get isClosed(): boolean {
    return this.#failure !== undefined || this.#signal.aborted;
  }

  /** @throws {SourceError} */
  async read(): Promise<ResponsePart[]> {
    const parts: ResponsePart[] = [];
    for (let bytes = 0; ;) {
      const line = await this.#readLine();
      const literal = /~?\{(\d{1,10})\+?\}$/.exec(line.slice(-16));
      bytes += line.length + Number(literal?.[1] ?? 0);
      if (bytes > RESPONSE_MAX) throw this.#refused();
      if (literal === null) return [...parts, line];
      parts.push(line.slice(0, -literal[0].length), await this.#take(Number(literal[1])));
    }
  }

  async #readLine(): Promise<string> {
    for (let searched = 0, length = 0; ;) {
      const piece = this.#pieces[searched];
      if (piece === undefined) {
        await this.#more();
        continue;
      }
      const end = piece.indexOf(0x0a);
      length += end < 0 ? piece.length : end + 1;
      if (length > LINE_MAX) throw this.#refused();
      if (end >= 0) return (await this.#take(length)).toString('latin1').replace(/\r?\n$/, '');
      searched += 1;
    }
  }

  async #take(length: number): Promise<Buffer> {
    for (let held = 0, at = 0; held < length;) {
      const piece = this.#pieces[at];
      if (piece === undefined) {
        await this.#more();
        continue;
      }
      held += piece.length;
      at += 1;
    }
    const all = Buffer.concat(this.#pieces);
    this.#pieces = all.length === length ? [] : [all.subarray(length)];
    return all.subarray(0, length);
  }

  async #more(): Promise<void> {
    if (this.#failure !== undefined) throw this.#failure;
    await new Promise<void>((resolve) => {
      this.#wake = resolve;
      this.#socket.resume();
    });
  }

  #refused(): SourceError {
    this.#socket.destroy();
    return new SourceError('invalid_response');
  }
}
