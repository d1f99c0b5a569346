type Fields = Record<string, string | number | boolean | null | undefined>;

/** Writes one JSON object a line. Never log a token, a password or the text of a document. */
export interface Log {
  info(message: string, fields?: Fields): void;
  warn(message: string, fields?: Fields): void;
  /** Only the operator sees `error`: its message and stack never reach a client. */
  error(message: string, error: unknown, fields?: Fields): void;
}

/** Returns a log that passes each line to `write`. */
export function createLog(write: (line: string) => unknown): Log {
  const line = (level: string, message: string, fields: Fields) => {
    write(`${JSON.stringify({ time: new Date().toISOString(), level, message, ...fields })}\n`);
  };
  return {
    info: (message, fields = {}) => {
      line('info', message, fields);
    },
    warn: (message, fields = {}) => {
      line('warn', message, fields);
    },
    error: (message, error, fields = {}) => {
      line('error', message, { ...fields, ...describe(error) });
    },
  };
}

function describe(error: unknown): Fields {
  if (typeof error !== 'object' || error === null) return { error: String(error) };
  // Not always an Error: the queue emits plain objects with the same properties.
  const { message, stack, cause } = error as Partial<Error>;
  return {
    error: message ?? JSON.stringify(error),
    cause: cause instanceof Error ? cause.message : undefined,
    stack,
  };
}
