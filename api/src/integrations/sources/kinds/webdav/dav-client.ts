import type { SourceSecret } from '@carrel/shared/contract/sources';

import type { SourceResponse } from '../../http/source-http.ts';
import { SourceError } from '../../source-error.ts';
import type { SourceContext } from '../../source-kind.ts';
import { PROPERTIES_WANTED } from './multi-status.ts';

/** Bytes of the list of one folder: some hundred thousand files. */
const FOLDER_BYTES_MAX = 256 * 1024 * 1024;
const MULTI_STATUS = 207;
/** Statuses that are explained here. */
const EXPLAINED = [400, 403, 404, 405, 409, 410, 415, 501];

export interface DavClient {
  /** Asks for a folder with what is in it, or for a resource alone. */
  propfind(url: URL, depth: '0' | '1'): Promise<SourceResponse>;
  get(url: URL): Promise<SourceResponse>;
}

/** @throws {SourceError} for a token that no header can hold. */
export function createDavClient({ http, secret, objectBytesMax }: SourceContext): DavClient {
  const authorization = authorizationOf(secret);
  return {
    propfind: (url, depth) =>
      http.request(url, {
        method: 'PROPFIND',
        headers: {
          ...authorization,
          Depth: depth,
          'Content-Type': 'application/xml; charset=utf-8',
        },
        body: PROPERTIES_WANTED,
        bytesMax: FOLDER_BYTES_MAX,
        accept: EXPLAINED,
      }),
    get: (url) => http.request(url, { headers: authorization, bytesMax: objectBytesMax }),
  };
}

/** A user name with a password is sent as such, a token alone as a bearer token. */
function authorizationOf(secret: SourceSecret | undefined): Record<string, string> {
  const username = secret?.username?.trim() ?? '';
  const password = secret?.password ?? '';
  if (username !== '') {
    const pair = Buffer.from(`${username}:${password}`).toString('base64');
    return { Authorization: `Basic ${pair}` };
  }
  const token = password.trim();
  if (token === '') return {};
  if (!/^[\u0021-\u007e]+$/.test(token)) {
    throw new SourceError('sign_in', {
      message: 'The token has characters that no token has. Enter the user name of the password.',
    });
  }
  return { Authorization: `Bearer ${token}` };
}

/** Returns the list in a response, or why there is none: null where the folder is gone. @throws {SourceError} */
export function multiStatusOf(response: SourceResponse, folder: string): SourceResponse | null {
  const { status } = response;
  if (status === MULTI_STATUS) return response;
  response.discard();
  const isRoot = folder === '';
  if ((status === 404 || status === 410) && !isRoot) return null;
  if (status === 404 || status === 410) {
    throw new SourceError('not_found', {
      message: 'The server has no folder at this address. Check it, with its capitals.',
    });
  }
  if (status === 403) throw unreadableError(folder);
  throw new SourceError('invalid_response', {
    message: `The server returned ${status} instead of a list. Check that the address is a folder of WebDAV.`,
  });
}

/** What cannot be read must not count as gone: it ends the run. */
export function unreadableError(path: string): SourceError {
  const message =
    path === ''
      ? 'The server does not allow this folder to be read.'
      : `The server does not allow "${path.slice(0, 300)}" to be read. Allow it, or leave it out by a pattern.`;
  return new SourceError('forbidden', { message });
}
