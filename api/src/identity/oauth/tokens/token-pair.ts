import { newToken, secretOfToken } from '../../../platform/access/keys/key-token.ts';
import { sha256 } from '../../../platform/access/session-tokens.ts';

export const ACCESS_PREFIX = 'carrel_access_';
export const REFRESH_PREFIX = 'carrel_refresh_';
const CODE_PREFIX = 'carrel_code_';

/** Of the 30 characters of a refresh token's secret, those that all of a grant share: 71 bits; 107 are new. */
const FAMILY_LENGTH = 12;

/** What a program gets for a code, or for a refresh token. */
export interface TokenPair {
  access: string;
  refresh: string;
}

/** Returns new tokens; their refresh token is of the family of an earlier one, if one is given. */
export function newTokens(earlier?: string): TokenPair {
  const family = secretOfToken(REFRESH_PREFIX, earlier ?? '')?.slice(0, FAMILY_LENGTH);
  return { access: newToken(ACCESS_PREFIX), refresh: newToken(REFRESH_PREFIX, family) };
}

export const newCode = (): string => newToken(CODE_PREFIX);

/** Returns the hash by which all refresh tokens of a grant are found; undefined for what is none. */
export function familyOf(refresh: string): Buffer | undefined {
  const secret = secretOfToken(REFRESH_PREFIX, refresh);
  return secret === undefined ? undefined : sha256(secret.slice(0, FAMILY_LENGTH));
}
