/** Numbers in a vector of the local vectorizer. */
export const LOCAL_DIMENSIONS = 384;

const WEIGHTS = { word: 1, pair: 0.6, gram: 0.3 } as const;
const GRAM_LENGTHS = [3, 4, 5];
/** Only this many characters of a word make n-grams. */
const GRAM_WORD_MAX = 40;

/**
 * Returns a vector of unit length for a text, without a model: its words, word pairs and n-grams are
 * hashed onto the dimensions. Texts that share words and word stems are close to each other.
 */
export function hashText(text: string): Float32Array {
  const vector = new Float32Array(LOCAL_DIMENSIONS);
  const words =
    text
      .normalize('NFKC')
      .toLowerCase()
      .match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
  let previous = '';
  for (const word of words) {
    add(vector, `w${word}`, WEIGHTS.word);
    if (previous !== '') add(vector, `p${previous} ${word}`, WEIGHTS.pair);
    addGrams(vector, word);
    previous = word;
  }
  // Punctuation alone still needs a direction.
  if (words.length === 0) add(vector, `t${text.trim()}`, WEIGHTS.word);
  return normalised(vector);
}

function addGrams(vector: Float32Array, word: string): void {
  const marked = `<${word.slice(0, GRAM_WORD_MAX)}>`;
  for (const length of GRAM_LENGTHS) {
    for (let at = 0; at + length <= marked.length; at += 1) {
      add(vector, `g${marked.slice(at, at + length)}`, WEIGHTS.gram);
    }
  }
}

/** The hash determines the dimension and, so that collisions cancel out, the sign. */
function add(vector: Float32Array, feature: string, weight: number): void {
  const hash = hashOf(feature);
  const dimension = (hash >>> 1) % LOCAL_DIMENSIONS;
  vector[dimension] = (vector[dimension] ?? 0) + ((hash & 1) === 0 ? weight : -weight);
}

/** FNV-1a with a final mix, as the low bits pick the dimension. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  }
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d);
  return (hash ^ (hash >>> 13)) >>> 0;
}

function normalised(vector: Float32Array): Float32Array {
  const length = Math.hypot(...vector);
  return length === 0
    ? vector.fill(1 / Math.sqrt(LOCAL_DIMENSIONS))
    : vector.map((value) => value / length);
}
