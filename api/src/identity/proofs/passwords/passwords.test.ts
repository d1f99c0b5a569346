import { argon2Sync } from 'node:crypto';

import { expect, test } from 'vitest';

import { COST, findMatchingHash, hashPassword } from './passwords.ts';

const matches = async (password: string, ...stored: string[]) => findMatchingHash(password, stored);

test('A19: a password matches in any compatible form of Unicode', async () => {
  const stored = await hashPassword('ﬁle Ⅷ pässwörd ①');
  for (const form of ['NFC', 'NFD', 'NFKC', 'NFKD'] as const) {
    expect(await matches('ﬁle Ⅷ pässwörd ①'.normalize(form), stored)).toBe(0);
  }
  expect(await matches('file VIII pässwörd 1', stored)).toBe(0);
  expect(await matches('file VIII password 1', stored)).toBe(-1);
});

test('A19: a hash of the first releases still matches what it was made of', async () => {
  const nonce = Buffer.alloc(16, 7);
  const message = 'ﬁle pässwörd'.normalize('NFC');
  const hash = argon2Sync('argon2id', {
    message,
    nonce,
    memory: 19_456,
    passes: 2,
    parallelism: 1,
    tagLength: 32,
  });
  const [salt, tag] = [nonce, hash].map((bytes) => bytes.toString('base64').replace(/=+$/, ''));
  const stored = `$argon2id$v=19$m=19456,t=2,p=1$${salt ?? ''}$${tag ?? ''}`;
  for (const form of ['NFC', 'NFD'] as const) {
    expect(await matches('ﬁle pässwörd'.normalize(form), stored)).toBe(0);
  }
  expect(await matches('file passwort', stored)).toBe(-1);
});

test('finds which of several hashes of one salt a password matches', async () => {
  const salt = Buffer.alloc(16, 3);
  const stored = await Promise.all(['one', 'two', 'three'].map((text) => hashPassword(text, salt)));
  expect(await matches('two', ...stored)).toBe(1);
  expect(await matches('four', ...stored)).toBe(-1);
  expect(await matches('one')).toBe(-1);
});

test('a hash matches after the cost of new ones was raised', async () => {
  const stored = await hashPassword('correct horse');
  const before = COST.passes;
  COST.passes += 1;
  expect(await matches('correct horse', stored)).toBe(0);
  expect(await hashPassword('correct horse')).toContain(`t=${COST.passes},`);
  COST.passes = before;
});
