import { randomInt } from 'node:crypto';
import { crc32 } from 'node:zlib';

import { API_KEY_PREFIX } from '@carrel/shared/contract';

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
/** 178 bits. */
const SECRET_LENGTH = 30;
/** Enough for 32 bits. */
const CHECKSUM_LENGTH = 6;

const KEY = new RegExp(`^${API_KEY_PREFIX}([\\dA-Za-z]{${SECRET_LENGTH}})([\\dA-Za-z]{6})$`);

/**
 * Returns a new key: the prefix, a secret in base 62, and a CRC-32 of the secret. Programs that look for
 * leaked secrets recognize keys by the prefix and the checksum.
 */
export function newKey(): string {
  const secret = Array.from({ length: SECRET_LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]);
  return API_KEY_PREFIX + secret.join('') + checksumOf(secret.join(''));
}

/** Returns whether a text has the form and the checksum of a key. */
export function isKey(text: string): boolean {
  const [, secret, checksum] = KEY.exec(text) ?? [];
  return secret !== undefined && checksumOf(secret) === checksum;
}

function checksumOf(secret: string): string {
  let left = crc32(secret);
  let text = '';
  while (text.length < CHECKSUM_LENGTH) {
    text = (ALPHABET[left % ALPHABET.length] ?? '') + text;
    left = Math.floor(left / ALPHABET.length);
  }
  return text;
}
