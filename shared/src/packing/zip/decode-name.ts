import { crc32 } from './crc32.ts';

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
const replacing = new TextDecoder('utf-8', { ignoreBOM: true });

/** Returns a name that is declared as UTF-8 or valid in it. */
export function utf8Name(bytes: Uint8Array, saysUtf8: boolean): string | undefined {
  if (saysUtf8) return replacing.decode(bytes);
  try {
    return utf8.decode(bytes);
  } catch {
    return undefined;
  }
}

/**
 * Returns the name in the data of Info-ZIP's Unicode path field (0x7075): a version, the checksum of
 * the name that it replaces, and the name in UTF-8. Undefined if it is about another name.
 */
export function unicodeName(field: Uint8Array, name: Uint8Array): string | undefined {
  if (field.length < 5 || field[0] !== 1) return undefined;
  const view = new DataView(field.buffer, field.byteOffset, field.byteLength);
  return view.getUint32(1, true) === crc32(name) ? replacing.decode(field.subarray(5)) : undefined;
}
