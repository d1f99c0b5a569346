import { decode, encodingExists } from 'iconv-lite';

import { encodingNamed } from '../kinds/encodings/declared-encoding.ts';

/** Encodings of 7 bits, which escape to the letters of another one. */
const ESCAPED: Readonly<Record<string, { shifted: RegExp; encoding: string; left: RegExp }>> = {
  'hz-gb-2312': { shifted: /~\{([^~\n]*)(?:~\}|$)/gm, encoding: 'gb18030', left: /~(?=~)|~\n/g },
  'iso-2022-kr': {
    shifted: new RegExp(String.raw`\u000e([^\u000f\n]*)\u000f?`, 'g'),
    encoding: 'euc-kr',
    left: new RegExp(String.raw`\u001b\$\)C`, 'g'),
  },
};

/** Returns the text in an encoding that web browsers do not know; undefined for others. */
export function decodeAlphabet(bytes: Uint8Array, label: string): string | undefined {
  const name = label.toLowerCase();
  const escaped = ESCAPED[name];
  if (escaped !== undefined) {
    return Buffer.from(bytes)
      .toString('latin1')
      .replace(escaped.left, '')
      .replace(escaped.shifted, (_, letters: string) =>
        decode(
          Buffer.from(letters, 'latin1').map((byte) => byte | 0x80),
          escaped.encoding,
        ),
      );
  }
  if (isDecoderName(name)) return undefined;
  const known = encodingNamed(name.replace(/^(?:cp|ibm)-?(\d+)$/, 'cp$1'));
  if (known === undefined || isDecoderName(known) || !encodingExists(known)) return undefined;
  return decode(bytes, known);
}

/** Whether decoders of the web know an encoding by this name, and have all of it. */
export function isDecoderName(label: string): boolean {
  if (ESCAPED[label.toLowerCase()] !== undefined) return false;
  try {
    return new TextDecoder(label).encoding !== 'replacement';
  } catch {
    return false;
  }
}
