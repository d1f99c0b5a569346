import { COMPOUND_PART_MIN } from '../languages/word-forms.ts';

/** Letters of a word that may be a compound. */
const COMPOUND_MIN = 9;
const COMPOUND_MAX = 40;
/** How a word may begin: with a vowel, or with consonants before one. */
const BEGINS_WORD =
  /^(?:[aeiouy]|(?:sch[lmnrw]?|s[ptkclmnw]r?|[bcdfgkpt]h?[lr]|kn|gn|pf[lr]?|ph|ch|th|tsch|qu|zw|tw|wr|wh|kv|sv|dv|tv|fj|[bcdfghjklmnprstvwxz])[aeiouy])/;
const HAS_VOWEL = /[aeiouy]/;
const ENDS_IN_VOWEL = /[aeiouy]$/;

/** Yields the ends of a long word that may be words: of "versicherungsvertrag" also "vertrag". */
export function* compoundTails(word: string, lengthMin = COMPOUND_MIN): Generator<string> {
  if (word.length < lengthMin || word.length > COMPOUND_MAX || !/^[a-z]+$/.test(word)) return;
  for (let at = COMPOUND_PART_MIN - 1; at <= word.length - COMPOUND_PART_MIN; at += 1) {
    const tail = word.slice(at);
    const head = word.slice(0, at);
    if (!BEGINS_WORD.test(tail) || !HAS_VOWEL.test(head)) continue;
    // Two vowels that meet are one sound more often than the end of a word.
    if (ENDS_IN_VOWEL.test(head) && HAS_VOWEL.test(tail[0] ?? '')) continue;
    yield tail;
  }
}
