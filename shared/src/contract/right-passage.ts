/**
 * Characters of a passage that are kept of a right answer: its beginning. By default chunks repeat 150
 * characters of the one before, which is less than half.
 */
export const PASSAGE_MAX = 400;

/** A chunk within a passage is at least so long, unless it is most of the passage: shorter ones occur by chance. */
const WITHIN_MIN = 40;

/** Returns a passage as it is stored: in one line, its first 400 characters. */
export function passageOf(text: string): string {
  const line = text.replaceAll('\u0000', '').toWellFormed().replaceAll(/\s+/g, ' ').trim();
  // A pair of surrogates is not cut.
  return line.slice(0, PASSAGE_MAX).replace(/[\uD800-\uDBFF]$/, '');
}

const comparable = (text: string) => text.normalize('NFKC').toLowerCase().replaceAll(/\s+/g, '');

/**
 * Whether a chunk holds a passage, also where the document was split in another way since the passage was
 * taken: it contains the passage, is a part of it, or they overlap by more than half of the passage.
 * Every chunk holds an empty passage. Case, white space and compatibility characters do not count.
 */
export function holdsPassage(chunk: string, passage: string): boolean {
  const wanted = comparable(passage);
  const text = comparable(chunk);
  if (text.includes(wanted)) return true;
  const half = wanted.length / 2;
  if (wanted.includes(text)) return text.length > Math.min(half, WITHIN_MIN - 1);
  for (let shared = wanted.length - 1; shared > half; shared -= 1) {
    if (text.endsWith(wanted.slice(0, shared)) || text.startsWith(wanted.slice(-shared))) {
      return true;
    }
  }
  return false;
}
