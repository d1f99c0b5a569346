/** Hashes of a sketch: the estimate of a similarity of 90 % has a standard error of 2.5 %, and none for short texts. */
export const SKETCH_SIZE = 128;
/** Units that are remembered: a power of two, and no fewer than those of a shingle. */
const UNITS = 8;
/** Half words of a shingle: three words, or six characters of a script without spaces. */
const SHINGLE = 6;
/** Bands of hashes that are compared as one: of texts that share 82 % of all their shingles, 98 % share a band. */
const BANDS = 12;
const ROWS = 6;
const BINS = BANDS * ROWS;
/** Shingles that are kept before those that cannot be in the sketch are dropped. */
const BUFFER = 1024;
const EMPTY = 0xffffffff;

/** Spreads a hash over all 32 bits: the last step of MurmurHash3. */
function spread(hash: number): number {
  let mixed = hash ^ (hash >>> 16);
  mixed = Math.imul(mixed, 0x85ebca6b);
  mixed ^= mixed >>> 13;
  mixed = Math.imul(mixed, 0xc2b2ae35);
  return (mixed ^ (mixed >>> 16)) >>> 0;
}

/** Different shingles of a text that are counted: a hash table with open addressing, for one text at a time. */
const SLOTS = 32_768;
const COUNTED_MAX = SLOTS / 2;
const keys = new Uint32Array(SLOTS);
const counts = new Uint8Array(SLOTS);

/** Counts how often each shingle has come, so that what repeats in a text counts as often as it is there. */
function createCounter() {
  keys.fill(0);
  let different = 0;
  return {
    different: () => different,
    /** Returns how often it has come before, up to 255 times. */
    add: (shingle: number): number => {
      const key = shingle === 0 ? 1 : shingle;
      let slot = key & (SLOTS - 1);
      while (keys[slot] !== key) {
        if (keys[slot] === 0) {
          if (different === COUNTED_MAX) return 0;
          keys[slot] = key;
          counts[slot] = 0;
          different += 1;
          return 0;
        }
        slot = (slot + 1) & (SLOTS - 1);
      }
      const before = counts[slot] ?? 0;
      if (before < 255) counts[slot] = before + 1;
      return counts[slot] ?? 0;
    },
  };
}

/**
 * Takes the units of a text one after the other, and returns the smallest hashes of its shingles (bottom-k
 * sketch), and bands of the smallest ones in each bin of one permutation.
 * Sources: Broder, "On the resemblance and containment of documents", 1997; Li, Owen and Zhang, "One permutation
 * hashing", 2012; Shrivastava and Li, "Densifying one permutation hashing via rotation", 2014.
 */
export function createSketcher() {
  const last = new Int32Array(UNITS);
  const halves = new Uint8Array(UNITS);
  let count = 0;
  let length = 0;
  const bins = new Uint32Array(BINS).fill(EMPTY);
  const buffer = new Uint32Array(BUFFER);
  let filled = 0;
  let largest = EMPTY;

  const compact = () => {
    const sorted = buffer.subarray(0, filled).sort();
    let kept = 0;
    for (let at = 0; at < filled && kept < SKETCH_SIZE; at += 1) {
      const hash = sorted[at] ?? 0;
      if (kept === 0 || buffer[kept - 1] !== hash) buffer[kept++] = hash;
    }
    filled = kept;
    if (kept === SKETCH_SIZE) largest = buffer[kept - 1] ?? EMPTY;
  };

  const counter = createCounter();
  const addShingle = (shingle: number) => {
    const before = counter.add(shingle);
    const hash = before === 0 ? shingle : spread(shingle + Math.imul(before, 0x9e3779b1));
    const bin = ((hash & 0xffff) * BINS) >>> 16;
    const value = spread(hash ^ 0x9e3779b9);
    if (value < (bins[bin] ?? EMPTY)) bins[bin] = value;
    if (hash >= largest) return;
    if (filled === BUFFER) compact();
    buffer[filled++] = hash;
  };

  return {
    add: (hash: number, weight: number): void => {
      last[count & (UNITS - 1)] = hash;
      halves[count & (UNITS - 1)] = weight;
      count += 1;
      length += weight;
      let weightOfAll = 0;
      let shingle = 0;
      for (let back = 1; back <= SHINGLE && back <= count; back += 1) {
        const at = (count - back) & (UNITS - 1);
        shingle = Math.imul(shingle, 0x5bd1e995) + (last[at] ?? 0);
        shingle ^= shingle >>> 15;
        weightOfAll += halves[at] ?? 0;
        if (weightOfAll >= SHINGLE) {
          addShingle(spread(shingle));
          return;
        }
      }
    },

    /** Ends the text. One shorter than `least`, or of few different shingles, has no sketch. */
    end: (least: number) => {
      compact();
      // A text that repeats itself is like any other that does.
      if (length < least || counter.different() < least / 4) {
        return { length, sketch: undefined, bands: [] };
      }
      const sketch = Buffer.alloc(4 * filled);
      for (let at = 0; at < filled; at += 1) sketch.writeUInt32BE(buffer[at] ?? 0, 4 * at);
      return { length, sketch: sketch.toString('base64'), bands: bandsOf(bins) };
    },
  };
}

/** Returns a hash for each band. An empty bin borrows from the next that is not. */
function bandsOf(bins: Uint32Array): number[] {
  const dense = new Uint32Array(BINS);
  let next = EMPTY;
  let distance = 0;
  for (let at = 2 * BINS - 1; at >= 0; at -= 1) {
    const value = bins[at % BINS] ?? EMPTY;
    if (value === EMPTY) distance += 1;
    else {
      next = value;
      distance = 0;
    }
    if (at < BINS) dense[at] = next + Math.imul(distance, 0x27d4eb2f);
  }
  return Array.from({ length: BANDS }, (_, band) => {
    let hash = band + 1;
    for (let row = 0; row < ROWS; row += 1) {
      hash = spread(Math.imul(hash, 0x01000193) ^ (dense[band * ROWS + row] ?? 0));
    }
    return hash | 0;
  });
}

/** Sketch and length of a text, as its signature has them. */
export interface Sketched {
  /** Big-endian hashes of four bytes in ascending order. */
  sketch: Uint8Array;
  length: number;
}

/**
 * Returns how much of two texts is the same, from 0 to 1: twice the shingles that they share, divided by those
 * of both (Sørensen–Dice), and no more than their lengths allow.
 */
export function similarityOf(a: Sketched, b: Sketched): number {
  const first = hashesOf(a.sketch);
  const second = hashesOf(b.sketch);
  let shared = 0;
  let seen = 0;
  let at = 0;
  let other = 0;
  // The smallest hashes of both together are a sample of all their shingles; short texts are there as a whole.
  const isWhole = first.length < SKETCH_SIZE && second.length < SKETCH_SIZE;
  const most = isWhole ? 2 * SKETCH_SIZE : SKETCH_SIZE;
  while (seen < most && (at < first.length || other < second.length)) {
    const left = first[at] ?? Infinity;
    const right = second[other] ?? Infinity;
    if (left === right) shared += 1;
    if (left <= right) at += 1;
    if (right <= left) other += 1;
    seen += 1;
  }
  if (seen === 0) return 0;
  const resemblance = shared / seen;
  const lengths = (2 * Math.min(a.length, b.length)) / Math.max(1, a.length + b.length);
  return Math.min((2 * resemblance) / (1 + resemblance), lengths);
}

function hashesOf(sketch: Uint8Array): number[] {
  const view = new DataView(sketch.buffer, sketch.byteOffset, sketch.byteLength);
  return Array.from({ length: sketch.byteLength / 4 }, (_, at) => view.getUint32(4 * at));
}
