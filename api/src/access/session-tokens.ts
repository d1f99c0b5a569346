import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

/** What a session's tokens are made of. The database knows the secret by its hash alone. */
export interface TokenFamily {
  sessionId: string;
  counter: number;
  secret: string;
}

/** The tokens of one browser at one point of its session. */
export interface SessionTokens {
  access: string;
  refresh: string;
}

/** A new secret of 256 bits, as text that fits in a cookie or a link. */
export function newSecret(): string {
  return randomBytes(32).toString('base64url');
}

export function sha256(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}

/**
 * Derives both tokens from the family and its counter: the same successor for everyone who asks, and
 * nothing of it to be had from the database or from an older token.
 */
export function tokensOf(key: Uint8Array, family: TokenFamily): SessionTokens {
  const { sessionId, counter, secret } = family;
  return {
    access: `${sessionId}.${seal(key, 'access', family)}`,
    refresh: `${sessionId}.${counter}.${secret}.${seal(key, 'refresh', family)}`,
  };
}

/** Reads a refresh token that this server made, however old it is. */
export function readRefreshToken(key: Uint8Array, token: string): TokenFamily | undefined {
  const [sessionId = '', counter = '', secret = ''] = token.split('.');
  const family = { sessionId, counter: Number(counter), secret };
  if (!/^[\da-f-]{36}$/.test(sessionId) || !/^\d{1,9}$/.test(counter)) return undefined;
  return timingSafeEqual(sha256(tokensOf(key, family).refresh), sha256(token)) ? family : undefined;
}

/** Reads which session an access token claims to be of. */
export function sessionOfAccessToken(token: string): string | undefined {
  const [sessionId = ''] = token.split('.');
  return /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/.test(sessionId) ? sessionId : undefined;
}

function seal(key: Uint8Array, purpose: string, family: TokenFamily): string {
  return createHmac('sha256', key)
    .update(`${purpose}.${family.sessionId}.${family.counter}.${family.secret}`)
    .digest('base64url');
}
