import type { PlaceOf } from '@carrel/shared/contract/sources';

import { SourceError } from '../../source-error.ts';
import type { ListedPage, SourceConnection, SourceContext, SourceKind } from '../../source-kind.ts';
import { ImapClient } from './imap/imap-client.ts';
import { createImapSession, type ImapSession } from './imap/imap-session.ts';
import { signIn } from './imap/sign-in.ts';
import { listMails, parseKey, type MailPage } from './listed-mails.ts';
import {
  changeTokenOf,
  parseChangeToken,
  planMailbox,
  type MailboxPlan,
  type PlannedFolder,
} from './mailbox-changes.ts';
import { foldersOf } from './mailbox-folders.ts';
import { readMail } from './read-mail.ts';

const CONNECTIONS = 3;
/** The only port where TLS is not spoken from the start. */
const PLAIN_PORT = 143;

/** Where a list goes on: what it lists, in which of these folders, from which UID. */
interface MailboxCursor extends Omit<MailboxPlan, 'gone'> {
  at: number;
  from: number;
}

/** A mailbox by IMAP. A mail is a document; one that is moved to another folder has the same token. */
export const mailboxKind: SourceKind<'mailbox'> = {
  kind: 'mailbox',
  secretGoesTo: ({ host, port }) => `imap://${host.toLowerCase()}:${port}`,
  concurrency: CONNECTIONS,
  tokensAreContents: true,
  open: (place, context) => Promise.resolve(connectionTo(place, context)),
};

function connectionTo(place: PlaceOf<'mailbox'>, context: SourceContext): SourceConnection {
  const { host, port, folders = ['INBOX'] } = place;
  const connect = async () => {
    const socket = await context.connect({ host, port, tls: port !== PLAIN_PORT });
    const client = await ImapClient.open(socket, context.signal);
    await signIn(client, context.secret);
    return client;
  };
  const sessions = Array.from({ length: CONNECTIONS }, () => createImapSession(connect));
  let reads = 0;
  return {
    list: async ({ cursor, since }) => {
      const [session] = sessions;
      if (session === undefined) throw new Error('No session');
      if (cursor !== undefined) return nextPage(session, JSON.parse(cursor) as MailboxCursor);
      const { gone, ...plan } = await session.use(async (client) =>
        planMailbox(
          client,
          await foldersOf(client, folders.length === 0 ? ['INBOX'] : folders),
          parseChangeToken(since),
        ),
      );
      const page = await nextPage(session, { ...plan, at: 0, from: plan.folders[0]?.from ?? 1 });
      return plan.isDelta ? { ...page, gone } : page;
    },
    read: async ({ key, size }) => {
      const mail = parseKey(key);
      if (mail === undefined) throw new SourceError('not_found');
      if ((size ?? 0) > context.objectBytesMax) throw new SourceError('too_large');
      reads += 1;
      const session = sessions[reads % CONNECTIONS];
      if (session === undefined) throw new Error('No session');
      return readMail(session, mail, context.objectBytesMax);
    },
    close: () => {
      for (const session of sessions) session.close();
    },
  };
}

/** The first messages from the cursor; folders that have none are passed over. */
async function nextPage(session: ImapSession, cursor: MailboxCursor): Promise<ListedPage> {
  const { folders, isDelta } = cursor;
  let { at, from } = cursor;
  let objects: ListedPage['objects'] = [];
  while (at < folders.length && objects.length === 0) {
    const page = await listFolder(session, folders[at], from);
    objects = page.objects;
    if (page.next === undefined) at += 1;
    from = page.next ?? folders[at]?.from ?? 1;
  }
  return {
    objects,
    isDelta,
    ...(at < folders.length
      ? { next: JSON.stringify({ folders, isDelta, at, from } satisfies MailboxCursor) }
      : { changeToken: changeTokenOf(folders) }),
  };
}

async function listFolder(
  session: ImapSession,
  planned: PlannedFolder | undefined,
  from: number,
): Promise<MailPage> {
  if (planned === undefined || from >= planned.uidNext) return { objects: [], next: undefined };
  const { name, path, uidNext: until, uidValidity } = planned;
  return session.inFolder(name, async (client, folder) => {
    if (folder.uidValidity !== uidValidity) {
      throw new SourceError('invalid_response', {
        message: 'The mailbox was rebuilt while it was listed. The next run starts again.',
      });
    }
    return listMails(client, folder, { path, from, until });
  });
}
