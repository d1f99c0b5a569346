import { parse, protocol, type PGlite } from '@electric-sql/pglite';

import { ENTER_TENANT } from '../database.ts';
import type { TenantParameters } from '../reach.ts';

const { serialize } = protocol;

interface Prepared {
  name: string;
  parameterTypes: readonly number[];
}

/**
 * Runs statements that the embedded database parses and plans once. PGlite's own `query` does both
 * each time, with one message for each: a look-up by key takes five times as long.
 */
export class PreparedStatements {
  readonly #database: PGlite;
  readonly #prepared = new Map<string, Prepared>();

  constructor(database: PGlite) {
    this.#database = database;
  }

  /** Runs one statement in its own transaction, as a tenant if one is given. */
  async run(
    sql: string,
    parameters: readonly unknown[],
    tenant: TenantParameters | undefined,
  ): Promise<unknown[]> {
    const messages = [
      ...(tenant === undefined ? [] : await this.#call(ENTER_TENANT, tenant)),
      ...(await this.#call(sql, parameters)),
      // Everything before the sync is one implicit transaction.
      serialize.sync(),
    ];
    const response = await this.#database.execProtocol(Buffer.concat(messages));
    const last = response.messages.findLastIndex(({ name }) => name === 'bindComplete');
    return parse.parseResults(response.messages.slice(last), this.#database.parsers)[0]?.rows ?? [];
  }

  async #call(sql: string, parameters: readonly unknown[]): Promise<Uint8Array[]> {
    const { name, parameterTypes } = this.#prepared.get(sql) ?? (await this.#prepare(sql));
    const values = parameters.map((value, index) => {
      if (value === null || value === undefined) return null;
      const serializer = this.#database.serializers[parameterTypes[index] ?? 0];
      if (serializer !== undefined) return serializer(value);
      return typeof value === 'string' ? value : JSON.stringify(value);
    });
    return [
      serialize.bind({ statement: name, values }),
      serialize.describe({ type: 'P' }),
      serialize.execute({}),
    ];
  }

  async #prepare(sql: string): Promise<Prepared> {
    const name = `s${this.#prepared.size}`;
    const { messages } = await this.#database.execProtocol(
      Buffer.concat([
        serialize.parse({ name, text: sql }),
        serialize.describe({ type: 'S', name }),
        serialize.sync(),
      ]),
    );
    const prepared = { name, parameterTypes: parse.parseDescribeStatementResults(messages) };
    this.#prepared.set(sql, prepared);
    return prepared;
  }
}
