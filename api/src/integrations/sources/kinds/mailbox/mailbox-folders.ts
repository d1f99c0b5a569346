import iconv from 'iconv-lite';

import { SourceError } from '../../source-error.ts';
import { responsesOf } from './imap/imap-session.ts';
import type { ImapClient } from './imap/imap-client.ts';
import type { ResponseValue } from './imap/response-values.ts';

const LISTED_MAX = 10_000;
/** Folders that one source reads at most. */
const FOLDERS_MAX = 200;
/** A key holds it. */
const NAME_MAX = 1400;

interface MailFolder {
  /** As the server writes it. */
  name: string;
  /** As people read it, with `/` between its levels. */
  path: string;
}

/**
 * Returns the folders that are asked for by what people see: `Archive/2024`, in the server's own notation too. `Archive/*`
 * is what is below a folder, and `*` everything.
 * @throws {SourceError} `not_found` for one that does not exist.
 */
export async function foldersOf(
  client: ImapClient,
  asked: readonly string[],
): Promise<MailFolder[]> {
  const all = await listFolders(client);
  const found = new Map<string, MailFolder>();
  for (const wanted of asked) {
    const matching = all.filter((folder) => isWanted(folder, wanted));
    if (matching.length === 0) {
      throw new SourceError('not_found', { message: `The mailbox has no folder "${wanted}".` });
    }
    for (const folder of matching) found.set(folder.name, folder);
  }
  if (found.size > FOLDERS_MAX) {
    throw new SourceError('too_many_objects', {
      message: `A source reads at most ${FOLDERS_MAX} folders of a mailbox.`,
    });
  }
  return [...found.values()];
}

function isWanted({ name, path }: MailFolder, wanted: string): boolean {
  if (wanted === '*') return true;
  if (wanted.endsWith('/*')) return path.startsWith(wanted.slice(0, -1));
  if (wanted.toUpperCase() === 'INBOX') return name.toUpperCase() === 'INBOX';
  return wanted === path || wanted === name;
}

async function listFolders(client: ImapClient): Promise<MailFolder[]> {
  const folders: MailFolder[] = [];
  await responsesOf(client, 'LIST "" "*"', /^LIST /i, ([flags, delimiter, raw]) => {
    if (folders.length === LISTED_MAX) throw new SourceError('too_many_objects');
    const name = textOf(raw);
    const isClosed = Array.isArray(flags) && flags.some((flag) => isClosedFlag(flag));
    // oxlint-disable-next-line no-control-regex
    if (isClosed || name.length > NAME_MAX || !/^[^\r\n\u0000]+$/.test(name)) return;
    folders.push({ name, path: pathOf(name, textOf(delimiter)) });
  });
  return folders;
}

const isClosedFlag = (flag: unknown): boolean =>
  typeof flag === 'string' && /^\\(?:Noselect|NonExistent)$/i.test(flag);

const textOf = (value: ResponseValue): string =>
  value instanceof Uint8Array
    ? Buffer.from(value).toString('utf8')
    : typeof value === 'string'
      ? value
      : '';

/** Names are in modified UTF-7 (RFC 3501, 5.1.3), or in UTF-8 of later servers. */
function pathOf(name: string, delimiter: string): string {
  const isAscii = /^[\u0020-\u007e]*$/.test(name);
  const shown = isAscii ? iconv.decode(Buffer.from(name), 'utf-7-imap') : name;
  return delimiter === '' ? shown : shown.split(delimiter).join('/');
}
