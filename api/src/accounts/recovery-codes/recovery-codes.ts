import { createHmac, randomInt } from 'node:crypto';

import { RECOVERY_CODES } from '@carrel/shared/contract';

import { storedSecret } from '../../access/secrets/stored-secret.ts';
import type { Queryable } from '../../database/database.ts';

const BASE32 = 'abcdefghijklmnopqrstuvwxyz234567';
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

/** Returns what is stored of a code: a hash with a key of the database, so that a table alone does not show them. */
export async function hashRecoveryCode(
  database: Queryable,
  accountId: string,
  code: string,
): Promise<Buffer> {
  const key = await storedSecret(database, 'recovery-codes');
  return createHmac('sha256', key).update(`${accountId}.${code}`).digest();
}

const newCode = () =>
  Array.from({ length: CHARACTERS }, () => BASE32[randomInt(BASE32.length)]).join('');
