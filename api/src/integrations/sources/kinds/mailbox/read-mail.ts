import { SourceError } from '../../source-error.ts';
import { responsesOf, type ImapSession } from './imap/imap-session.ts';
import { pairsOf } from './imap/response-values.ts';
import type { MailKey } from './listed-mails.ts';

/** Bytes that one command asks for: a connection never waits for who reads them. */
const PIECE = 1024 * 1024;

/**
 * Returns the bytes of a message, which stays unread. @throws {SourceError} `not_found`, `too_large`; before anything is
 * returned where it is known then.
 */
export async function readMail(
  session: ImapSession,
  key: MailKey,
  bytesMax: number,
): Promise<AsyncIterable<Uint8Array>> {
  const first = await readPiece(session, key, 0);
  return pieces(session, key, first, bytesMax);
}

async function* pieces(
  session: ImapSession,
  key: MailKey,
  first: Uint8Array,
  bytesMax: number,
): AsyncGenerator<Uint8Array> {
  for (let piece = first, read = 0; ;) {
    read += piece.byteLength;
    if (read > bytesMax) throw new SourceError('too_large');
    if (piece.byteLength > 0) yield piece;
    if (piece.byteLength < PIECE) return;
    piece = await readPiece(session, key, read);
  }
}

function readPiece(
  session: ImapSession,
  { name, uid, uidValidity }: MailKey,
  offset: number,
): Promise<Uint8Array> {
  return session.inFolder(name, async (client, folder) => {
    if (folder.uidValidity !== uidValidity) throw new SourceError('not_found');
    let piece: Uint8Array | undefined;
    const command = `UID FETCH ${uid} (UID BODY.PEEK[]<${offset}.${PIECE}>)`;
    await responsesOf(client, command, /^\d+ FETCH /i, ([values]) => {
      const pairs = pairsOf(values);
      const body = pairs.get('BODY');
      if (Number(pairs.get('UID')) !== uid || !pairs.has('BODY')) return;
      piece = Buffer.from(typeof body === 'string' || body instanceof Uint8Array ? body : '');
    });
    if (piece === undefined) throw new SourceError('not_found');
    if (piece.byteLength > PIECE) throw new SourceError('invalid_response');
    return piece;
  });
}
