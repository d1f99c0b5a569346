import { parse, protocol, type PGlite } from '@electric-sql/pglite';

import { ENTER_TENANT } from '../database.ts';

const { serialize } = protocol;

interface Prepared {
  name: string;
  parameterTypes: readonly number[];
}

/**
 * Statements that the embedded database has parsed and planned once. Its own `query` does both every
 * time, a message each: five times as long for a look-up by key.
 */
export class PreparedStatements {
  readonly #database: PGlite;
  readonly #known = new Map<string, Prepared>();

  constructor(database: PGlite) {
    this.#database = database;
  }

  /** Runs one statement in a transaction of its own, narrowed to an organization where one is given. */
  async run(
    sql: string,
    parameters: readonly unknown[],
    organizationId: string | undefined,
  ): Promise<unknown[]> {
    const messages = [
      ...(organizationId === undefined ? [] : await this.#call(ENTER_TENANT, [organizationId])),
      ...(await this.#call(sql, parameters)),
      // Everything before it is one transaction.
      serialize.sync(),
    ];
    const answer = await this.#database.execProtocol(Buffer.concat(messages));
    const last = answer.messages.findLastIndex(({ name }) => name === 'bindComplete');
    return parse.parseResults(answer.messages.slice(last), this.#database.parsers)[0]?.rows ?? [];
  }

  async #call(sql: string, parameters: readonly unknown[]): Promise<Uint8Array[]> {
    const { name, parameterTypes } = this.#known.get(sql) ?? (await this.#prepare(sql));
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
    const name = `s${this.#known.size}`;
    const { messages } = await this.#database.execProtocol(
      Buffer.concat([
        serialize.parse({ name, text: sql }),
        serialize.describe({ type: 'S', name }),
        serialize.sync(),
      ]),
    );
    const prepared = { name, parameterTypes: parse.parseDescribeStatementResults(messages) };
    this.#known.set(sql, prepared);
    return prepared;
  }
}
