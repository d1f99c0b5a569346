import { createHash } from 'node:crypto';

import { StatementRefused } from '../database-error.ts';

// The name is unknown, is taken by another statement, or the statement's result type has changed.
const UNKNOWN_STATEMENT = new Set(['26000', '42P05', '0A000']);

/**
 * The names of prepared statements. A pooler in transaction mode that does not track names (PgBouncer
 * before 1.21) sends a transaction to a connection that lacks them. After the first such failure no
 * statement is named again.
 */
export class PreparedNames {
  readonly #known = new Map<string, string>();
  #areUsable = true;

  /** Runs a transaction with named statements, and again without names if one is unknown to its connection. */
  async use<T>(
    transaction: (nameOf: (sql: string) => string | undefined) => Promise<T>,
  ): Promise<T> {
    if (!this.#areUsable) return transaction(() => undefined);
    try {
      return await transaction((sql) => this.#nameOf(sql));
    } catch (error) {
      if (!(error instanceof StatementRefused && UNKNOWN_STATEMENT.has(error.code))) throw error;
      this.#areUsable = false;
      return transaction(() => undefined);
    }
  }

  // A hash of the text, so that processes that share a connection use the same name for the same text.
  #nameOf(sql: string): string {
    const name = this.#known.get(sql) ?? createHash('sha256').update(sql).digest('base64url');
    this.#known.set(sql, name);
    return name;
  }
}
