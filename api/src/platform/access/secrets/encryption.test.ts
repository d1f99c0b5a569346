import { randomBytes } from 'node:crypto';

import { afterAll, beforeAll, expect, test } from 'vitest';

import { createTestDatabase } from '@carrel/testing/database/test-database.ts';
import type { Database } from '../../database/database.ts';
import { encryptionOf } from './encryption.ts';

let database: Database;

beforeAll(async () => {
  database = await createTestDatabase();
});

afterAll(async () => {
  await database.close();
});

test('a secret is decrypted in its own context only', async () => {
  const encryption = encryptionOf(database, { encryptionKeys: [] });
  const sealed = await encryption.encrypt('a secret', 'totp 1');
  expect(sealed.toString('latin1')).not.toContain('a secret');
  expect(await encryption.decrypt(sealed, 'totp 1')).toBe('a secret');
  await expect(encryption.decrypt(sealed, 'totp 2')).rejects.toThrow('auth');
  const altered = Buffer.concat([sealed.subarray(0, -1), Buffer.from([(sealed.at(-1) ?? 0) ^ 1])]);
  await expect(encryption.decrypt(altered, 'totp 1')).rejects.toThrow('auth');
});

test('after a key was added, what was encrypted before is still decrypted', async () => {
  const [first, second] = [randomBytes(32), randomBytes(32)];
  const ofDatabase = await encryptionOf(database, { encryptionKeys: [] }).encrypt('a', 'x');
  const ofFirst = await encryptionOf(database, { encryptionKeys: [first] }).encrypt('b', 'x');
  const encryption = encryptionOf(database, { encryptionKeys: [second, first] });
  expect(await encryption.decrypt(ofDatabase, 'x')).toBe('a');
  expect(await encryption.decrypt(ofFirst, 'x')).toBe('b');
  const ofSecond = await encryption.encrypt('c', 'x');
  await expect(
    encryptionOf(database, { encryptionKeys: [first] }).decrypt(ofSecond, 'x'),
  ).rejects.toThrow('missing');
});
