import { decodeText } from '../kinds/text-encoding.ts';

/** The encoding that the header names decides, unless a byte-order mark does. Undefined for bytes that are no text. */
export function decodePage(bytes: Uint8Array, charset: string | undefined): string | undefined {
  const label = charset?.toLowerCase();
  const isMarked = bytes[0] === 0xef || bytes[0] === 0xfe || bytes[0] === 0xff;
  if (label !== undefined && !isMarked && !/^(?:utf-?8|us-ascii|iso-8859-1|latin1)$/.test(label)) {
    try {
      return new TextDecoder(label).decode(bytes);
    } catch {
      // A name that nobody knows says nothing.
    }
  }
  return decodeText(bytes, { encoding: label, isNamedText: true });
}
