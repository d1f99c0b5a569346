import type { SourceSecret } from '@carrel/shared/contract/sources';

import { SourceError } from '../../../source-error.ts';
import { ImapRefusal, quoted, type ImapClient } from './imap-client.ts';

/** Codes of RFC 5530 that say nothing of the password. */
const BUSY = new Set(['UNAVAILABLE', 'INUSE', 'LIMIT', 'SERVERBUG', 'ALERT']);

/** Signs in with a user name and a password. @throws {SourceError} */
export async function signIn(client: ImapClient, secret: SourceSecret | undefined): Promise<void> {
  const { username = '', password = '' } = secret ?? {};
  if (username === '') throw new SourceError('sign_in');
  const capabilities = await client.capabilities();
  const isPlain = capabilities.has('AUTH=PLAIN');
  if (!isPlain && capabilities.has('LOGINDISABLED')) {
    throw new SourceError('insecure', {
      message: 'The server takes passwords by TLS only. Enter the port of it, which is often 993.',
    });
  }
  const isAscii = /^[\u0020-\u007e]*$/.test(username + password);
  if (!isPlain && !isAscii) throw new SourceError('sign_in');
  try {
    await (isPlain
      ? client.run('AUTHENTICATE PLAIN', {
          continuation: Buffer.from(`\u0000${username}\u0000${password}`).toString('base64'),
        })
      : client.run(`LOGIN ${quoted(username)} ${quoted(password)}`));
  } catch (error) {
    if (!(error instanceof ImapRefusal)) throw error;
    throw new SourceError(BUSY.has(error.code) ? 'rate_limited' : 'sign_in');
  }
  client.forgetCapabilities();
}
