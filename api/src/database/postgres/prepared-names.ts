import { createHash } from 'node:crypto';

import { StatementRefused } from '../database-error.ts';

// No statement has this name, another one has it already, or its result is another than it was.
const UNKNOWN_STATEMENT = new Set(['26000', '42P05', '0A000']);

/**
 * The names under which connections keep statements that they have parsed and planned. A pooler that
 * passes each transaction to another connection without knowing of names mislays them; once that has
 * happened, nothing is named any more.
 */
export class PreparedNames {
  readonly #known = new Map<string, string>();
  #areKept = true;

  /** Runs a transaction that may name its statements; once more, without names, where one was mislaid. */
  async use<T>(
    transaction: (nameOf: (sql: string) => string | undefined) => Promise<T>,
  ): Promise<T> {
    if (!this.#areKept) return transaction(() => undefined);
    try {
      return await transaction((sql) => this.#nameOf(sql));
    } catch (error) {
      if (!(error instanceof StatementRefused && UNKNOWN_STATEMENT.has(error.code))) throw error;
      this.#areKept = false;
      return transaction(() => undefined);
    }
  }

  // Of its text, so that whoever shares a connection means the same by it.
  #nameOf(sql: string): string {
    const name = this.#known.get(sql) ?? createHash('sha256').update(sql).digest('base64url');
    this.#known.set(sql, name);
    return name;
  }
}
