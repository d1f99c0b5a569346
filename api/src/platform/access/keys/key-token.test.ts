import { expect, test } from 'vitest';

import { isKey, newKey } from './key-token.ts';

test('a new key has the form of a key, and no two are the same', () => {
  const keys = Array.from({ length: 1000 }, newKey);
  expect(new Set(keys).size).toBe(1000);
  for (const key of keys) {
    expect(key).toMatch(/^carrel_key_[\dA-Za-z]{36}$/);
    expect(isKey(key)).toBe(true);
  }
});

test('a key that was cut or altered in one character has none', () => {
  const key = newKey();
  expect(isKey(key.slice(0, -1))).toBe(false);
  expect(isKey(`${key}a`)).toBe(false);
  for (let at = 'carrel_key_'.length; at < key.length; at += 1) {
    const other = key[at] === 'a' ? 'b' : 'a';
    expect(isKey(key.slice(0, at) + other + key.slice(at + 1))).toBe(false);
  }
});
