import * as v from 'valibot';

/** Whether a text can be stored: PostgreSQL has no U+0000, and UTF-8 has no half of a surrogate pair. */
export const isStorable = (text: string): boolean =>
  !text.includes('\u0000') && text.isWellFormed();

/** Whether all texts and names within a JSON value can be stored. */
export function isStorableJson(value: unknown): boolean {
  const left = [value];
  for (let each = left.pop(); each !== undefined; each = left.pop()) {
    if (typeof each === 'string' && !isStorable(each)) return false;
    if (typeof each === 'object' && each !== null) {
      left.push(...Object.keys(each), ...(Object.values(each) as unknown[]));
    }
  }
  return true;
}

export const NOT_STORABLE = 'The text contains a character that cannot be stored';

/** The API refuses such texts in every request; a form says it before it sends them. */
export const storable = v.check(isStorable, NOT_STORABLE);
