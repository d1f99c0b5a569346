import type { Collection } from './collections.ts';

const LENGTH = 730;

/** Returns chunks of 730 characters, made of the collections' sentences in a fixed order that repeats none as a chunk. */
export function prose(collections: readonly Collection[], count: number): string[] {
  const sentences = collections.flatMap(({ documents }) =>
    documents.flatMap(({ text }) => text.split(/(?<=\.)\s+/)),
  );
  let at = 0;
  return Array.from({ length: count }, () => {
    let text = '';
    while (text.length < LENGTH) {
      // A linear congruential generator: the high bits are random enough.
      at = (Math.imul(at, 1_664_525) + 1_013_904_223) >>> 0;
      text += `${sentences[Math.floor((at / 2 ** 32) * sentences.length)] ?? ''} `;
    }
    return text.slice(0, LENGTH);
  });
}
