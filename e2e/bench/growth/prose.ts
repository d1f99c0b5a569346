import { buildZip } from '../../support/build-zip.ts';
import type { Random } from './draws.ts';

const VOCABULARY = 30_000;
/** Letters as often as in English words, roughly. */
const LETTERS =
  'eeeeeeeeeeeetttttttttaaaaaaaaoooooooiiiiiiinnnnnnnsssssshhhhhhrrrrrrddddlllluuucccmmmwwffggyyppbbvk';

/** Returns a source of words of which the n-th is drawn 1/n times as often as the first, as in a language. */
export function wordSource(random: Random): () => string {
  const pick = <T>(from: ArrayLike<T>) => from[Math.floor(random() * from.length)];
  const words = Array.from({ length: VOCABULARY }, () =>
    Array.from({ length: 2 + Math.floor(random() * 8) }, () => pick(LETTERS)).join(''),
  );
  return () => words[Math.floor(VOCABULARY ** random()) - 1] ?? '';
}

/** Returns an archive with a text of each of the lengths (characters), in paragraphs below headings. */
export function zipOfProse(random: Random, lengths: readonly number[]): Buffer<ArrayBuffer> {
  const word = wordSource(random);
  const paragraph = () => Array.from({ length: 80 }, word).join(' ');
  const textOf = (length: number) => {
    const parts: string[] = [];
    for (let written = 0; written < length;) {
      const part = `${parts.length % 4 === 0 ? `## ${word()} ${word()}\n\n` : ''}${paragraph()}.\n\n`;
      parts.push(part.slice(0, length - written));
      written += part.length;
    }
    return parts.join('');
  };
  return Buffer.from(
    buildZip(
      lengths.map((length, number) => ({
        name: `folder-${number % 50}/text-${number}.md`,
        content: textOf(length),
      })),
    ),
  );
}
