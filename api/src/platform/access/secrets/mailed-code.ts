import { randomInt } from 'node:crypto';

import { USER_CODE_LETTERS } from '@carrel/shared/contract';

import { sha256 } from '../session-tokens.ts';

/** 43 bits. */
const LENGTH = 10;

/** Returns a new code that is read from a mail, `XXXXX-XXXXX`. */
export function newMailedCode(): string {
  const letters = Array.from(
    { length: LENGTH },
    () => USER_CODE_LETTERS[randomInt(USER_CODE_LETTERS.length)],
  ).join('');
  return `${letters.slice(0, LENGTH / 2)}-${letters.slice(LENGTH / 2)}`;
}

/** Returns the hash of a code as it is typed: in any case, with spaces and hyphens. */
export const hashOfMailedCode = (code: string): Buffer =>
  sha256(code.toUpperCase().replaceAll(/[\s-]/g, ''));
