import { randomInt } from 'node:crypto';
import { crc32 } from 'node:zlib';

import { API_KEY_PREFIX } from '@carrel/shared/contract';

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
/** 178 bits. */
const SECRET_LENGTH = 30;
/** Enough for 32 bits. */
const CHECKSUM_LENGTH = 6;

const TOKEN = new RegExp(`^([\\dA-Za-z]{${SECRET_LENGTH}})([\\dA-Za-z]{${CHECKSUM_LENGTH}})$`);

/**
 * Returns a new token: a prefix, a secret in base 62, and a CRC-32 of the secret. Programs that look for leaked
 * secrets recognize tokens by the prefix and the checksum.
 * @param start The first characters of the secret, if they are given.
 */
export function newToken(prefix: string, start = ''): string {
  const secret = start + randomText(SECRET_LENGTH - start.length);
  return prefix + secret + checksumOf(secret);
}

/** Returns the secret of a text that has the form and the checksum of a token. */
export function secretOfToken(prefix: string, text: string): string | undefined {
  if (!text.startsWith(prefix)) return undefined;
  const [, secret, checksum] = TOKEN.exec(text.slice(prefix.length)) ?? [];
  return secret !== undefined && checksumOf(secret) === checksum ? secret : undefined;
}

/** Returns a new API key. */
export const newKey = (): string => newToken(API_KEY_PREFIX);

/** Returns whether a text has the form and the checksum of an API key. */
export const isKey = (text: string): boolean => secretOfToken(API_KEY_PREFIX, text) !== undefined;

function randomText(length: number): string {
  return Array.from({ length }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');
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
