import type { SourceSecret } from '@carrel/shared/contract/sources';

/** Names that providers want beside a token. The others accept any. */
const NAMES: Readonly<Record<string, string>> = {
  'bitbucket.org': 'x-token-auth',
  'github.com': 'x-access-token',
};
const ANY_NAME = 'oauth2';

/** The header that a repository is read with. A token alone is sent as a password. */
export function authorizationOf(url: URL, secret: SourceSecret | undefined): string | undefined {
  const { username = '', password = '' } = secret ?? {};
  if (username === '' && password === '') return undefined;
  const name = username === '' ? (NAMES[url.hostname] ?? ANY_NAME) : username;
  return `Basic ${Buffer.from(`${name}:${password}`).toString('base64')}`;
}
