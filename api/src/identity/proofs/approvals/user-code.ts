import { randomInt } from 'node:crypto';

import { USER_CODE_LENGTH, USER_CODE_LETTERS } from '@carrel/shared/contract';

/** Returns a new code for a person, `XXXX-XXXX`: one of 25.6 billion. */
export function newUserCode(): string {
  const letters = Array.from(
    { length: USER_CODE_LENGTH },
    () => USER_CODE_LETTERS[randomInt(USER_CODE_LETTERS.length)],
  ).join('');
  return `${letters.slice(0, 4)}-${letters.slice(4)}`;
}
