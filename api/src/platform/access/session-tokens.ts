import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

/** What a session's tokens are derived from. The database stores only a hash of the secret. */
export interface TokenFamily {
  sessionId: string;
  counter: number;
  secret: string;
}

/** The current tokens of one session. */
export interface SessionTokens {
  access: string;
  refresh: string;
}

/** Returns a new secret of 256 bits, as text for a cookie or a link. */
export function newSecret(): string {
  return randomBytes(32).toString('base64url');
}

export function sha256(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}

/**
 * Derives both tokens from the family and its counter. Concurrent refreshes get the same successor,
 * which cannot be derived from the database or from an older token.
 */
export function tokensOf(key: Uint8Array, family: TokenFamily): SessionTokens {
  const { sessionId, counter, secret } = family;
  return {
    access: `${sessionId}.${sign(key, 'access', family)}`,
    refresh: `${sessionId}.${counter}.${secret}.${sign(key, 'refresh', family)}`,
  };
}

/** Returns the family of a refresh token that this server issued, however old it is. */
export function readRefreshToken(key: Uint8Array, token: string): TokenFamily | undefined {
  const [sessionId = '', counter = '', secret = ''] = token.split('.');
  const family = { sessionId, counter: Number(counter), secret };
  if (!/^[\da-f-]{36}$/.test(sessionId) || !/^\d{1,9}$/.test(counter)) return undefined;
  return timingSafeEqual(sha256(tokensOf(key, family).refresh), sha256(token)) ? family : undefined;
}

function sign(key: Uint8Array, purpose: string, family: TokenFamily): string {
  return createHmac('sha256', key)
    .update(`${purpose}.${family.sessionId}.${family.counter}.${family.secret}`)
    .digest('base64url');
}
