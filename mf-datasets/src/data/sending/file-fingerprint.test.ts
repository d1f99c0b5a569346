import { crc32 } from 'node:zlib';

import { expect, test } from 'vitest';

import { fingerprintOf } from './file-fingerprint.ts';

test('a fingerprint has the size, the checksum of the last mebibyte and the name', async () => {
  const tail = 'b'.repeat(1024 * 1024);
  const file = new File(['a', tail], 'Über uns.zip');
  expect(await fingerprintOf(file)).toBe(
    `${1024 * 1024 + 1}-${crc32(tail).toString(16).padStart(8, '0')}-Über uns.zip`,
  );
});

test('a checksum has eight digits', async () => {
  expect(await fingerprintOf(new File([], 'empty.zip'))).toBe('0-00000000-empty.zip');
});

test('a long name, and one with half a character at the end, make a fingerprint of 200 characters', async () => {
  const file = new File(['x'], `${'n'.repeat(188)}📚.zip`);
  const fingerprint = await fingerprintOf(file);
  expect(fingerprint).toHaveLength(200);
  expect(fingerprint.isWellFormed()).toBe(true);
});
