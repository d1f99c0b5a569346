import type { Log } from '../../../platform/log.ts';
import { SourceError } from '../source-error.ts';
import type { SourceConnection } from '../source-kind.ts';

/** Returns a connection whose defects end the run with a reason, instead of being repeated without end. */
export function withSourceErrors(connection: SourceConnection, log: Log): SourceConnection {
  const failure = (error: unknown): SourceError => {
    if (error instanceof SourceError) return error;
    log.error('a source failed', error);
    return new SourceError('server', { cause: error });
  };
  async function* pieces(read: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    try {
      yield* read;
    } catch (error) {
      throw failure(error);
    }
  }
  return {
    list: async (request) => {
      try {
        return await connection.list(request);
      } catch (error) {
        throw failure(error);
      }
    },
    read: async (object) => {
      try {
        return pieces(await connection.read(object));
      } catch (error) {
        throw failure(error);
      }
    },
    close: () => connection.close?.(),
  };
}
