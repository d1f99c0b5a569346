import type { CurrentUser } from '@carrel/shared/contract';

/** Returns first and last name as one text. */
export function fullNameOf({ first_name, last_name }: CurrentUser): string {
  return `${first_name} ${last_name}`.trim();
}

const letters = new Intl.Segmenter();

/** Returns the first letters of up to two words of a name; format characters are no letters. */
export function initialsOf(name: string): string {
  const words = name
    .replace(/\p{Cf}/gu, '')
    .split(/\s+/)
    .filter((word) => word !== '');
  return words
    .slice(0, 2)
    .map((word) => letters.segment(word).containing(0)?.segment.toUpperCase())
    .join('');
}
