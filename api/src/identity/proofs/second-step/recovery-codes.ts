import { createHmac, randomInt } from 'node:crypto';

import { RECOVERY_CODES } from '@carrel/shared/contract/sign-in';

import { storedSecret } from '../../../platform/access/secrets/stored-secret.ts';
import { sha256 } from '../../../platform/access/session-tokens.ts';
import type { Queryable } from '../../../platform/database/database.ts';
import { hashPassword } from '../passwords/passwords.ts';

const BASE32 = 'abcdefghijklmnopqrstuvwxyz234567';
const SALT_BYTES = 16;
/** 50 bits. */
const CHARACTERS = 10;

/** New codes, as they are shown and as they are stored. */
export interface NewRecoveryCodes {
  shown: string[];
  hashes: Buffer[];
}

/** Returns new codes for an account. Runs outside of transactions: the key is read by a connection of its own. */
export async function newRecoveryCodes(
  database: Queryable,
  accountId: string,
): Promise<NewRecoveryCodes> {
  const codes = Array.from({ length: RECOVERY_CODES }, newCode);
  return {
    shown: codes.map((code) => `${code.slice(0, CHARACTERS / 2)}-${code.slice(CHARACTERS / 2)}`),
    hashes: await Promise.all(codes.map((code) => hashRecoveryCode(database, accountId, code))),
  };
}

/**
 * Returns what is stored of a code: it has fewer bits than a key, so it is hashed as a password is, with one salt for
 * the codes of an account.
 */
export async function hashRecoveryCode(
  database: Queryable,
  accountId: string,
  code: string,
): Promise<Buffer> {
  const key = await storedSecret(database, 'recovery-codes');
  const salt = createHmac('sha256', key).update(accountId).digest().subarray(0, SALT_BYTES);
  return sha256(await hashPassword(code, salt));
}

const newCode = () =>
  Array.from({ length: CHARACTERS }, () => BASE32[randomInt(BASE32.length)]).join('');
