import { argon2, randomBytes, timingSafeEqual } from 'node:crypto';

import { PASSWORD_MAX } from '@carrel/shared/contract';

interface Cost {
  memory: number;
  passes: number;
  parallelism: number;
}

/**
 * The cost of new hashes, by OWASP's recommendation for argon2id: 19 MiB, two passes, one lane. That is 50 ms of a
 * core. Passwords match at the cost that they were hashed with; recovery codes only at the cost of new hashes.
 */
export const COST: Cost = { memory: 19_456, passes: 2, parallelism: 1 };
const TAG_BYTES = 32;
const CONCURRENCY = 4;

const waiting: (() => void)[] = [];
let running = 0;

const SALT_BYTES = 16;

/**
 * Returns the hash of a password as a PHC string. The same characters match in any Unicode form (NFKC).
 * Hashes of the same salt can be checked at the cost of one.
 */
export async function hashPassword(
  password: string,
  salt: Uint8Array = randomBytes(SALT_BYTES),
): Promise<string> {
  return phcString(salt, await derive(password.normalize('NFKC'), salt, COST));
}

function phcString(salt: Uint8Array, hash: Uint8Array): string {
  const { memory, passes, parallelism } = COST;
  const parts = [salt, hash].map((bytes) =>
    Buffer.from(bytes).toString('base64').replace(/=+$/, ''),
  );
  return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism},form=nfkc$${parts.join('$')}`;
}

/**
 * Returns the index of the stored hash that a password matches, or -1. All must have the salt and the cost of
 * the first; others do not match. It takes the same time for any number of hashes, none included, so that
 * response times do not show which accounts exist.
 */
export async function findMatchingHash(
  password: string,
  stored: readonly string[],
): Promise<number> {
  const { form, salt, cost } = readHash(stored[0] ?? dummyHash());
  const typed = password.slice(0, PASSWORD_MAX + 1).normalize(form);
  const actual = await derive(typed, Buffer.from(salt, 'base64'), cost);
  return stored.map(readHash).findIndex((one) => {
    const expected = Buffer.from(one.hash, 'base64');
    return (
      one.salt === salt && expected.length === actual.length && timingSafeEqual(expected, actual)
    );
  });
}

const dummyHash = () => phcString(new Uint8Array(SALT_BYTES), new Uint8Array(TAG_BYTES));

/** Hashes that do not name a Unicode form are of NFC, which the first releases used. */
function readHash(stored: string): {
  form: 'NFC' | 'NFKC';
  salt: string;
  hash: string;
  cost: Cost;
} {
  const [parameters = '', salt = '', hash = ''] = stored.split('$').slice(3);
  const [memory = 0, passes = 0, parallelism = 0] = (parameters.match(/\d+/g) ?? []).map(Number);
  const form = parameters.includes('form=nfkc') ? 'NFKC' : 'NFC';
  return { form, salt, hash, cost: { memory, passes, parallelism } };
}

/** Each hash takes 19 MiB and a core, so their number at a time is limited. */
async function derive(password: string, salt: Uint8Array, cost: Cost): Promise<Buffer> {
  if (running >= CONCURRENCY) await new Promise<void>((resolve) => waiting.push(resolve));
  else running += 1;
  try {
    return await argon2id(password, salt, cost);
  } finally {
    const next = waiting.shift();
    if (next === undefined) running -= 1;
    else next();
  }
}

function argon2id(message: string, nonce: Uint8Array, cost: Cost): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    argon2('argon2id', { ...cost, tagLength: TAG_BYTES, message, nonce }, (error, hash) => {
      if (error === null) resolve(hash);
      else reject(error);
    });
  });
}
