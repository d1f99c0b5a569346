import type { Socket } from 'node:net';

import { SourceError } from '../../../source-error.ts';
import { ResponseReader, type ResponsePart } from './response-reader.ts';

/** Untagged responses of one command at most. */
const RESPONSES_MAX = 5_000_000;

export interface ImapResponse {
  /** Without the asterisk, as it came: `5 FETCH (UID 7)`. */
  text: string;
  parts: readonly ResponsePart[];
}

/** A NO or BAD of the server. Its text may repeat what was sent, and is not shown. */
export class ImapRefusal extends Error {
  override readonly name = 'ImapRefusal';
  /** Such as AUTHENTICATIONFAILED (RFC 5530), in capitals; empty where there is none. */
  readonly code: string;

  constructor(status: string, code: string) {
    super(`The server responded with ${status}`);
    this.code = code;
  }
}

interface Handlers {
  onResponse?: ((response: ImapResponse) => void) | undefined;
  /** What is sent where the server asks for more. */
  continuation?: string | undefined;
}

/** One connection to an IMAP server (RFC 3501, RFC 9051): one command at a time. */
export class ImapClient {
  readonly #socket: Socket;
  readonly #reader: ResponseReader;
  #commands = 0;
  #capabilities: ReadonlySet<string> | undefined;

  private constructor(socket: Socket, signal: AbortSignal) {
    this.#socket = socket;
    this.#reader = new ResponseReader(socket, signal);
  }

  /** Waits for the greeting. @throws {SourceError} */
  static async open(socket: Socket, signal: AbortSignal): Promise<ImapClient> {
    const client = new ImapClient(socket, signal);
    const [greeting = ''] = await client.#reader.read();
    if (typeof greeting !== 'string' || !/^\* (?:OK|PREAUTH)\b/i.test(greeting)) {
      socket.destroy();
      throw new SourceError(
        typeof greeting === 'string' && /^\* BYE\b/i.test(greeting)
          ? 'unreachable'
          : 'invalid_response',
      );
    }
    return client;
  }

  get isClosed(): boolean {
    return this.#reader.isClosed || this.#socket.destroyed;
  }

  /**
   * Sends a command, which must be one line. Returns the text of its success.
   * @throws {ImapRefusal} {SourceError}
   */
  async run(command: string, { onResponse, continuation }: Handlers = {}): Promise<string> {
    this.#commands += 1;
    const tag = `c${this.#commands}`;
    this.#socket.write(`${tag} ${command}\r\n`);
    let answer = continuation;
    for (let count = 0; count < RESPONSES_MAX; count += 1) {
      const parts = await this.#reader.read();
      const [first = ''] = parts;
      const line = typeof first === 'string' ? first : '';
      if (line.startsWith('* ')) {
        if (/^\* BYE\b/i.test(line) && command !== 'LOGOUT') throw this.#failed('unreachable');
        onResponse?.({ text: line.slice(2), parts: [line.slice(2), ...parts.slice(1)] });
      } else if (line.startsWith('+')) {
        if (answer === undefined) throw this.#failed('invalid_response');
        this.#socket.write(`${answer}\r\n`);
        answer = undefined;
      } else if (line.startsWith(`${tag} `)) {
        return successOf(line.slice(tag.length + 1));
      } else throw this.#failed('invalid_response');
    }
    throw this.#failed('invalid_response');
  }

  async capabilities(): Promise<ReadonlySet<string>> {
    if (this.#capabilities !== undefined) return this.#capabilities;
    const found = new Set<string>();
    await this.run('CAPABILITY', {
      onResponse: ({ text }) => {
        if (!/^CAPABILITY /i.test(text)) return;
        for (const name of text.split(' ').slice(1, 500)) found.add(name.toUpperCase());
      },
    });
    this.#capabilities = found;
    return found;
  }

  /** Signing in may change them. */
  forgetCapabilities(): void {
    this.#capabilities = undefined;
  }

  close(): void {
    if (!this.#socket.destroyed) this.#socket.end('c0 LOGOUT\r\n');
    this.#socket.destroySoon();
  }

  #failed(code: 'unreachable' | 'invalid_response'): SourceError {
    this.#socket.destroy();
    return new SourceError(code);
  }
}

function successOf(text: string): string {
  const [, status = '', code = ''] = /^([A-Z]+)(?: \[([A-Z][A-Z0-9-]*)[^\]]*\])?/i.exec(text) ?? [];
  if (status.toUpperCase() === 'OK') return text;
  throw new ImapRefusal(status.toUpperCase(), code.toUpperCase());
}

/** A text as an argument. @throws {SourceError} for one that no argument can hold. */
export function quoted(text: string): string {
  // oxlint-disable-next-line no-control-regex
  if (/[\r\n\u0000]/.test(text)) throw new SourceError('invalid_response');
  return `"${text.replaceAll(/["\\]/g, String.raw`\$&`)}"`;
}
