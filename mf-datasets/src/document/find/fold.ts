import { foldText } from '@carrel/shared/contract';

/** A text as it is searched, and where each of its characters comes from. */
export interface Folded {
  text: string;
  /** Undefined where every character stays at its place. */
  places: Uint32Array | undefined;
}

// eslint-disable-next-line no-control-regex
const ASCII = /^[\u0000-\u007f]*$/;

const foldedCharacters = new Map<string, string>();
/** Characters of which the fold is remembered. */
const REMEMBERED_MAX = 20_000;

function foldCharacter(character: string): string {
  const known = foldedCharacters.get(character);
  if (known !== undefined) return known;
  const folded = /\s/.test(character) ? ' ' : foldText(character);
  if (foldedCharacters.size < REMEMBERED_MAX) foldedCharacters.set(character, folded);
  return folded;
}

/** Folds case, accents, width and white space; each character of the result knows its place. */
export function fold(text: string): Folded {
  if (ASCII.test(text))
    return { text: text.toLowerCase().replaceAll(/\s/g, ' '), places: undefined };
  const pieces: string[] = [];
  const places: number[] = [];
  let place = 0;
  for (const character of text) {
    const folded = foldCharacter(character);
    pieces.push(folded);
    for (let unit = 0; unit < folded.length; unit += 1) places.push(place);
    place += character.length;
  }
  return { text: pieces.join(''), places: Uint32Array.from(places) };
}

const foldedTexts = new WeakMap<object, Folded>();

/** Returns the fold of a text that belongs to an object, and keeps it as long as the object. */
export function foldOnce(owner: { text: string }): Folded {
  const known = foldedTexts.get(owner);
  if (known !== undefined) return known;
  const folded = fold(owner.text);
  foldedTexts.set(owner, folded);
  return folded;
}
