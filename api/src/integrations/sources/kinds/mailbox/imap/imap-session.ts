import { keyedMutex } from '../../../../../platform/http/limits/keyed-mutex.ts';
import { SourceError } from '../../../source-error.ts';
import { ImapRefusal, quoted, type ImapClient } from './imap-client.ts';
import { pairsOf, valuesOf, type ResponseValue } from './response-values.ts';

/** A folder as it was when it was opened. */
export interface OpenFolder {
  /** Its name as the server writes it. */
  name: string;
  uidValidity: number;
  /** What the next message gets. */
  uidNext: number;
  messages: number;
  /** Of the newest change, where the server counts them (RFC 7162). */
  modSeq: string | undefined;
}

interface OpenOptions {
  /** Arguments such as `(QRESYNC (1 2))`. */
  parameters?: string;
  onVanished?: (uids: string) => void;
}

export interface ImapSession {
  /** Runs with a connection that is signed in; again with a new one where it was lost. Tasks wait for each other. */
  use<T>(task: (client: ImapClient) => Promise<T>): Promise<T>;
  /** As `use`, in a folder that is opened for reading only. */
  inFolder<T>(
    name: string,
    task: (client: ImapClient, folder: OpenFolder) => Promise<T>,
  ): Promise<T>;
  close(): void;
}

/** Keeps one connection, and opens another once where it was lost. `connect` signs in. */
export function createImapSession(connect: () => Promise<ImapClient>): ImapSession {
  const mutex = keyedMutex();
  let client: ImapClient | undefined;
  let folder: OpenFolder | undefined;
  const connected = async (): Promise<ImapClient> => {
    if (client === undefined || client.isClosed) {
      folder = undefined;
      client = await connect();
    }
    return client;
  };
  const use = <T>(task: (client: ImapClient) => Promise<T>): Promise<T> =>
    mutex('connection', async () => {
      const isOld = client !== undefined && !client.isClosed;
      const first = await connected();
      try {
        return await task(first);
      } catch (error) {
        if (!isOld || !first.isClosed || !isLost(error)) throw error;
        return task(await connected());
      }
    });
  return {
    use: (task) =>
      use((current) => {
        // The task may open another one.
        folder = undefined;
        return task(current);
      }),
    inFolder: (name, task) =>
      use(async (current) => {
        if (folder?.name !== name) {
          folder = undefined;
          folder = await openFolder(current, name);
        }
        return task(current, folder);
      }),
    close: () => client?.close(),
  };
}

const isLost = (error: unknown): boolean =>
  error instanceof SourceError && error.code === 'unreachable';

/** Opens a folder without changing anything in it. @throws {SourceError} */
export async function openFolder(
  client: ImapClient,
  name: string,
  { parameters = '', onVanished }: OpenOptions = {},
): Promise<OpenFolder> {
  const found = {
    uidValidity: 0,
    uidNext: 0,
    messages: 0,
    modSeq: undefined as string | undefined,
  };
  try {
    await client.run(`EXAMINE ${quoted(name)}${parameters === '' ? '' : ` ${parameters}`}`, {
      onResponse: ({ text }) => {
        const [, exists] = /^(\d+) EXISTS/i.exec(text) ?? [];
        if (exists !== undefined) found.messages = Number(exists);
        const [, vanished] = /^VANISHED \(EARLIER\) ([\d:,]+)/i.exec(text) ?? [];
        if (vanished !== undefined) onVanished?.(vanished);
        const [, code = '', value = ''] = /^OK \[([A-Z]+) (\d+)\]/i.exec(text) ?? [];
        if (code.toUpperCase() === 'UIDVALIDITY') found.uidValidity = Number(value);
        if (code.toUpperCase() === 'UIDNEXT') found.uidNext = Number(value);
        if (code.toUpperCase() === 'HIGHESTMODSEQ') found.modSeq = value;
      },
    });
  } catch (error) {
    if (!(error instanceof ImapRefusal)) throw error;
    throw new SourceError(error.code === 'NOPERM' ? 'forbidden' : 'not_found');
  }
  if (found.uidValidity === 0) throw new SourceError('invalid_response');
  // Some servers do not tell it.
  if (found.uidNext === 0) found.uidNext = (found.messages > 0 ? await lastUid(client) : 0) + 1;
  return { name, ...found };
}

async function lastUid(client: ImapClient): Promise<number> {
  let last = 0;
  await responsesOf(client, 'UID FETCH * (UID)', /^\d+ FETCH /i, ([values]) => {
    last = Math.max(last, Number(pairsOf(values).get('UID') ?? 0));
  });
  return last;
}

/** Runs a command, and returns the values of its responses of this name, which has a number before it or not. */
export async function responsesOf(
  client: ImapClient,
  command: string,
  name: RegExp,
  onValues: (values: readonly ResponseValue[]) => void,
): Promise<void> {
  try {
    await client.run(command, {
      onResponse: ({ text, parts }) => {
        const [head] = name.exec(text) ?? [];
        if (head !== undefined) onValues(valuesOf([text.slice(head.length), ...parts.slice(1)]));
      },
    });
  } catch (error) {
    throw error instanceof ImapRefusal
      ? new SourceError(error.code === 'NOPERM' ? 'forbidden' : 'invalid_response')
      : error;
  }
}
