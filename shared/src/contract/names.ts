import * as v from 'valibot';

/** Control characters, line breaks included; Unicode counts two line breaks as separators. */
const CONTROLS = /[\p{Cc}\u2028\u2029]/gu;
/** White space and characters without a shape: format characters, fillers, an empty Braille cell. */
const INVISIBLE = /[\s\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]/gu;
/** Characters that change the direction of the text around them. */
const DIRECTIONS = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/u;
/** Those of them that could end the isolate that `shownName` adds. */
const ISOLATES = /[\u2066-\u2069]/gu;
const FIRST_STRONG_ISOLATE = '\u2068';
const POP_DIRECTIONAL_ISOLATE = '\u2069';

/** Returns a text without control characters and line breaks. */
export const withoutControls = (text: string): string => text.replace(CONTROLS, '');

/** Returns what names the first control character of a text, such as `U+0007`; undefined where there is none. */
export function firstControl(text: string): string | undefined {
  const at = text.search(CONTROLS);
  if (at === -1) return undefined;
  return `U+${text.charCodeAt(at).toString(16).toUpperCase().padStart(4, '0')}`;
}

/** Whether nothing of a text can be seen. */
export const showsNothing = (text: string): boolean => text.replace(INVISIBLE, '') === '';

/** Returns a typed name as it is stored. The isolates that `shownName` adds are removed again. */
export const storedName = (typed: string): string =>
  withoutControls(typed).replace(ISOLATES, '').trim();

/**
 * Returns a name as it is shown, within a sentence too: without control characters and, if it could
 * turn the text around it, isolated from that (Unicode Standard Annex 9).
 */
export function shownName(name: string): string {
  const shown = withoutControls(name);
  if (!DIRECTIONS.test(shown)) return shown;
  return FIRST_STRONG_ISOLATE + shown.replace(ISOLATES, '') + POP_DIRECTIONAL_ISOLATE;
}

/** A name in a response. Parsed, it is safe to show anywhere. */
export const shownNameSchema = v.pipe(v.string(), v.transform(shownName));
