import { argon2, randomBytes, timingSafeEqual } from 'node:crypto';

import { PASSWORD_MAX } from '@carrel/shared/contract';

// OWASP's recommendation for argon2id: 19 MiB, two passes, one lane.
const COST = { memory: 19_456, passes: 2, parallelism: 1, tagLength: 32 };
const CONCURRENCY = 4;

const waiting: (() => void)[] = [];
let running = 0;

/** Returns the hash of a password as a PHC string. The same characters match in any Unicode form. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16);
  const hash = await derive(password, salt);
  const { memory, passes, parallelism } = COST;
  const parts = [salt, hash].map((bytes) => bytes.toString('base64').replace(/=+$/, ''));
  return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${parts.join('$')}`;
}

/**
 * Returns whether a password matches a stored hash. Without a stored hash it takes the same time, so
 * that response times do not show which accounts exist.
 */
export async function verifyPassword(
  password: string,
  stored: string | undefined,
): Promise<boolean> {
  const [salt = '', hash = ''] = (stored ?? DUMMY_HASH).split('$').slice(4);
  const expected = Buffer.from(hash, 'base64');
  const actual = await derive(password.slice(0, PASSWORD_MAX + 1), Buffer.from(salt, 'base64'));
  return (
    stored !== undefined && expected.length === actual.length && timingSafeEqual(expected, actual)
  );
}

const DUMMY_HASH = `$argon2id$v=19$m=19456,t=2,p=1$${'A'.repeat(22)}$${'A'.repeat(43)}`;

/** Each hash takes 19 MiB and a core, so their number at a time is limited. */
async function derive(password: string, salt: Buffer): Promise<Buffer> {
  if (running >= CONCURRENCY) await new Promise<void>((resolve) => waiting.push(resolve));
  else running += 1;
  try {
    return await argon2id(password.normalize('NFC'), salt);
  } finally {
    const next = waiting.shift();
    if (next === undefined) running -= 1;
    else next();
  }
}

function argon2id(message: string, nonce: Buffer): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    argon2('argon2id', { ...COST, message, nonce }, (error, hash) => {
      if (error === null) resolve(hash);
      else reject(error);
    });
  });
}
