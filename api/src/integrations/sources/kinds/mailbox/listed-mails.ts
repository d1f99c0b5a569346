import { createHash } from 'node:crypto';

import PostalMime from 'postal-mime';

import type { ListedObject } from '../../source-kind.ts';
import type { ImapClient } from './imap/imap-client.ts';
import { responsesOf, type OpenFolder } from './imap/imap-session.ts';
import { pairsOf, type ResponseValue } from './imap/response-values.ts';

/** Messages of one page. */
const MAILS_MAX = 250;
/** Bytes of the headers of one message that are read for its name. */
const HEADER_BYTES = 16 * 1024;
const SUBJECT_MAX = 80;
/** UIDs that one search covers, at first; and at most in a folder that has more messages than that. */
const WINDOW = { first: 2000, most: 1_000_000 };

const ITEMS = `UID RFC822.SIZE INTERNALDATE BODY.PEEK[HEADER.FIELDS (SUBJECT FROM DATE MESSAGE-ID)]<0.${HEADER_BYTES}>`;

export interface MailKey {
  uidValidity: number;
  uid: number;
  /** The folder's, as the server writes it. */
  name: string;
}

export const keyOf = ({ uidValidity, uid, name }: MailKey): string =>
  `${uidValidity}:${uid}:${name}`;

export function parseKey(key: string): MailKey | undefined {
  const [, uidValidity, uid, name] = /^(\d+):(\d+):(.+)$/s.exec(key) ?? [];
  return name === undefined
    ? undefined
    : { uidValidity: Number(uidValidity), uid: Number(uid), name };
}

export interface MailPage {
  objects: ListedObject[];
  /** The first UID of the next page; undefined on the last one. */
  next: number | undefined;
}

/** Lists messages of an open folder with UIDs from `from`, and below `until`. */
export async function listMails(
  client: ImapClient,
  folder: OpenFolder,
  { path, from, until }: { path: string; from: number; until: number },
): Promise<MailPage> {
  const { uids, next } = await findUids(client, folder.messages, from, until);
  if (uids.length === 0) return { objects: [], next };
  const listed: Map<string, ResponseValue>[] = [];
  const wanted = new Set(uids);
  await responsesOf(
    client,
    `UID FETCH ${uids.join(',')} (${ITEMS})`,
    /^\d+ FETCH /i,
    ([values]) => {
      const pairs = pairsOf(values);
      // A server may tell of other messages in between, and of one twice.
      if (pairs.has('BODY') && wanted.delete(Number(pairs.get('UID')))) listed.push(pairs);
    },
  );
  const objects: ListedObject[] = [];
  for (const pairs of listed) objects.push(await objectOf(pairs, folder, path));
  return { objects, next };
}

/** Returns which UIDs exist. Numbers of messages that are gone make large gaps: windows grow as long as nothing is found. */
async function findUids(
  client: ImapClient,
  messages: number,
  from: number,
  until: number,
): Promise<{ uids: number[]; next: number | undefined }> {
  let window = WINDOW.first;
  for (let low = from; low < until;) {
    const end = Math.min(low + window, until);
    const found = await searchUids(client, low, end);
    if (found.length > MAILS_MAX) {
      const uids = found.slice(0, MAILS_MAX);
      return { uids, next: (uids.at(-1) ?? low) + 1 };
    }
    if (found.length > 0) return { uids: found, next: end < until ? end : undefined };
    low = end;
    window = messages < WINDOW.most ? window * 8 : Math.min(window * 8, WINDOW.most);
  }
  return { uids: [], next: undefined };
}

/** UIDs of an open folder from `low`, and below `end`, in order. */
export async function searchUids(client: ImapClient, low: number, end: number): Promise<number[]> {
  const found = new Set<number>();
  await responsesOf(client, `UID SEARCH UID ${low}:${end - 1}`, /^SEARCH ?/i, (values) => {
    for (const value of values) {
      const uid = Number(value);
      if (Number.isSafeInteger(uid) && uid >= low && uid < end) found.add(uid);
    }
  });
  return [...found].sort((a, b) => a - b);
}

async function objectOf(
  pairs: ReadonlyMap<string, ResponseValue>,
  { name, uidValidity }: OpenFolder,
  path: string,
): Promise<ListedObject> {
  const uid = Number(pairs.get('UID'));
  const size = Number(pairs.get('RFC822.SIZE'));
  const header = pairs.get('BODY');
  const bytes = Buffer.from(
    typeof header === 'string' || header instanceof Uint8Array ? header : '',
  );
  const internal = pairs.get('INTERNALDATE');
  const receivedAt = dateOf(
    // `17-Jul-1996 02:44:25 -0700`
    typeof internal === 'string' ? internal.replace(/^ ?(\d+)-(\w+)-/, '$1 $2 ') : undefined,
  );
  const mail = await PostalMime.parse(bytes).catch(() => undefined);
  const day = (dateOf(mail?.date) ?? receivedAt)?.toISOString().slice(0, 10);
  return {
    key: keyOf({ uidValidity, uid, name }),
    path: `${path}/${[day, subjectOf(mail?.subject), uid].filter(Boolean).join(' ')}.eml`,
    token: createHash('sha256')
      .update(JSON.stringify([receivedAt?.getTime() ?? null, size]))
      .update(bytes)
      .digest('base64url'),
    ...(Number.isSafeInteger(size) && { size }),
    modifiedAt: receivedAt,
  };
}

/** A date that a person can have meant. */
function dateOf(text: string | undefined): Date | undefined {
  const date = new Date(text ?? Number.NaN);
  const year = date.getUTCFullYear();
  return year >= 1970 && year < 2200 ? date : undefined;
}

/** A subject as a part of a name: one line without what separates folders. */
function subjectOf(subject: string | undefined): string {
  const clean = (subject ?? '')
    .toWellFormed()
    .replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}/\\:*?"<>|]+/gu, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim();
  // Never half of a pair of surrogates.
  return clean
    .slice(0, SUBJECT_MAX)
    .replace(/[\uD800-\uDBFF]$/, '')
    .trim();
}
