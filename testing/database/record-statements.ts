import { AsyncLocalStorage } from 'node:async_hooks';

import type { Database, Queryable } from '@carrel/api/src/platform/database/database.ts';

/**
 * Frequent requests are counted in batches, and rights are read again for a body that comes late and after some time,
 * whatever they ask for.
 */
const BESIDES = /audit_records|rate_limits|FROM sessions/;

/** Records the statements of calls, without those of timers that earlier calls set. */
export class StatementRecorder {
  readonly #current = new AsyncLocalStorage<string[]>();

  /** Returns a database whose statements are recorded while `during` runs. */
  readonly wrapDatabase = (database: Database): Database => ({
    ...this.#wrap(database),
    transaction: (work) => database.transaction((tx) => work(this.#wrap(tx))),
    queryOnce: (sql, parameters, organizationId) => {
      this.#record(sql);
      return database.queryOnce(sql, parameters, organizationId);
    },
    tenant: (organizationId, work, before) =>
      database.tenant(
        organizationId,
        (tx) => work(this.#wrap(tx)),
        before === undefined ? undefined : (tx) => before(this.#wrap(tx)),
      ),
    read: (organizationId, work) => database.read(organizationId, (tx) => work(this.#wrap(tx))),
  });

  /**
   * Runs a call, and returns the statements that it sent. The same statements take the same time, apart from noise that
   * is larger on a network.
   */
  async during<Result>(call: () => Promise<Result>): Promise<[Result, string[]]> {
    const statements: string[] = [];
    const result = await this.#current.run(statements, call);
    return [result, statements.filter((sql) => !BESIDES.test(sql))];
  }

  #record(sql: string): void {
    this.#current.getStore()?.push(sql);
  }

  #wrap<Target extends Queryable>(target: Target): Target {
    return {
      ...target,
      query: (sql: string, parameters?: readonly unknown[]) => {
        this.#record(sql);
        return target.query(sql, parameters);
      },
    };
  }
}
