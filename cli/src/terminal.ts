import { createInterface } from 'node:readline/promises';

import { EXIT, Failure } from './exit-codes.ts';

const EVERY_MS = 100;
/** Where nobody watches a line change, one is written this often. */
const SPARSE_MS = 10_000;
const CLEAR = '\r\u001b[K';

/** Where a command writes: results to the standard output, all else to the standard error. */
export class Terminal {
  readonly #isTty = process.stderr.isTTY;
  #writtenAt = this.#isTty ? -Infinity : performance.now();
  #isDirty = false;

  /** Writes a result. */
  result(text: string): void {
    this.#clear();
    process.stdout.write(`${text}\n`);
  }

  /** Tells what happens. */
  say(text: string): void {
    this.#clear();
    process.stderr.write(`${text}\n`);
  }

  /** Shows how far the work is, in one line that changes. */
  progress(text: string): void {
    const now = performance.now();
    if (now - this.#writtenAt < (this.#isTty ? EVERY_MS : SPARSE_MS)) return;
    this.#writtenAt = now;
    if (!this.#isTty) {
      process.stderr.write(`${text}\n`);
      return;
    }
    const width = process.stderr.columns;
    process.stderr.write(CLEAR + (text.length >= width ? text.slice(0, width - 1) : text));
    this.#isDirty = true;
  }

  /** Whether a person can be asked. */
  get canAsk(): boolean {
    return process.stdin.isTTY && this.#isTty;
  }

  /** Asks a question whose answer is no unless it is yes. */
  async confirm(question: string, signal: AbortSignal): Promise<boolean> {
    this.#clear();
    const lines = createInterface({ input: process.stdin, output: process.stderr });
    try {
      const answer = await lines.question(`${question} [y/N] `, { signal });
      return /^y(?:es)?$/iu.test(answer.trim());
    } catch (error) {
      if (signal.aborted) throw new Failure('Interrupted.', EXIT.interrupted, { cause: error });
      throw error;
    } finally {
      lines.close();
    }
  }

  #clear(): void {
    if (this.#isDirty) process.stderr.write(CLEAR);
    this.#isDirty = false;
  }
}
