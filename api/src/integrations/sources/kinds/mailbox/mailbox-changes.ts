import type { ImapClient } from './imap/imap-client.ts';
import { ImapRefusal } from './imap/imap-client.ts';
import { openFolder, type OpenFolder } from './imap/imap-session.ts';
import { numbersOf } from './imap/response-values.ts';
import { keyOf, searchUids } from './listed-mails.ts';

/** Messages that are gone since the last run, of all folders, at most; beyond, everything is listed. */
const GONE_MAX = 10_000;
const NEW_MAX = 1_000_000;
const CHANGE_TOKEN_MAX = 100_000;

/** A folder at the last complete list. */
export interface KnownFolder {
  uidValidity: number;
  uidNext: number;
  messages: number;
  modSeq?: string | undefined;
}

/** A folder of which a list names the messages from `from`, and below `uidNext`. */
export interface PlannedFolder extends KnownFolder {
  name: string;
  path: string;
  from: number;
}

export interface MailboxPlan {
  isDelta: boolean;
  gone: string[];
  folders: PlannedFolder[];
}

/** Returns what has to be listed: what is new since the last list where the server tells what is gone, or everything. */
export async function planMailbox(
  client: ImapClient,
  folders: readonly { name: string; path: string }[],
  since: Readonly<Record<string, KnownFolder>> | undefined,
): Promise<MailboxPlan> {
  const hasResync = await enableResync(client);
  const plan: MailboxPlan = {
    isDelta: since !== undefined && hasAll(folders, since),
    gone: [],
    folders: [],
  };
  for (const { name, path } of folders) {
    const known = since?.[name];
    const changes = await changesOf(client, name, plan.isDelta ? known : undefined, hasResync);
    const { uidValidity, uidNext, messages, modSeq } = changes.folder;
    plan.folders.push({ name, path, uidValidity, uidNext, messages, modSeq, from: changes.from });
    const gone = changes.gone ?? [];
    if (changes.gone === undefined || plan.gone.length + gone.length > GONE_MAX)
      plan.isDelta = false;
    plan.gone.push(...gone.map((uid) => keyOf({ uidValidity, uid, name })));
  }
  if (plan.isDelta) return plan;
  return {
    isDelta: false,
    gone: [],
    folders: plan.folders.map((folder) => Object.assign(folder, { from: 1 })),
  };
}

const hasAll = (
  folders: readonly { name: string }[],
  since: Readonly<Record<string, KnownFolder>>,
) => Object.keys(since).every((known) => folders.some(({ name }) => name === known));

async function enableResync(client: ImapClient): Promise<boolean> {
  const capabilities = await client.capabilities();
  if (!capabilities.has('QRESYNC') || !capabilities.has('ENABLE')) return false;
  return client.run('ENABLE QRESYNC').then(
    () => true,
    (error: unknown) => {
      if (error instanceof ImapRefusal) return false;
      throw error;
    },
  );
}

interface FolderChanges {
  folder: OpenFolder;
  from: number;
  /** UIDs; undefined where the server does not tell them. */
  gone: number[] | undefined;
}

async function changesOf(
  client: ImapClient,
  name: string,
  known: KnownFolder | undefined,
  hasResync: boolean,
): Promise<FolderChanges> {
  const sets: string[] = [];
  const canResync = hasResync && known?.modSeq !== undefined;
  const folder = await openFolder(client, name, {
    ...(canResync && { parameters: `(QRESYNC (${known.uidValidity} ${known.modSeq}))` }),
    onVanished: (uids) => sets.push(uids),
  });
  if (known === undefined) return { folder, from: 1, gone: [] };
  const from = known.uidNext;
  const isSame = folder.uidValidity === known.uidValidity && folder.uidNext >= from;
  if (!isSame) return { folder, from, gone: undefined };
  if (
    canResync &&
    folder.modSeq !== undefined &&
    BigInt(folder.modSeq) >= BigInt(known.modSeq ?? 0)
  ) {
    const gone = numbersOf(sets.join(','), GONE_MAX)?.filter((uid) => uid < from);
    return { folder, from, gone };
  }
  // Without that: nothing is gone where the counts say so.
  if (folder.uidNext - from > NEW_MAX) return { folder, from, gone: undefined };
  const added =
    folder.uidNext === from ? 0 : (await searchUids(client, from, folder.uidNext)).length;
  return { folder, from, gone: known.messages + added === folder.messages ? [] : undefined };
}

/** What the next run starts from; undefined where it would be too long. */
export function changeTokenOf(folders: readonly PlannedFolder[]): string | undefined {
  const known = folders.map(({ name, uidValidity, uidNext, messages, modSeq }) => [
    name,
    { uidValidity, uidNext, messages, modSeq },
  ]);
  const token = JSON.stringify(Object.fromEntries(known));
  return token.length > CHANGE_TOKEN_MAX ? undefined : token;
}

export function parseChangeToken(
  token: string | undefined,
): Record<string, KnownFolder> | undefined {
  return token === undefined ? undefined : (JSON.parse(token) as Record<string, KnownFolder>);
}
