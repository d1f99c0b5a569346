/**
 * An archive need not hold the bytes of a file that the dataset has already: its entry is empty, and an extra
 * field of its central directory names the SHA-256 of the bytes. The field's id is of the range that PKWARE's
 * APPNOTE 4.5.2 leaves to third parties; its data is a mark and the 32 bytes of the hash.
 */
export const PRESENT_FIELD = 0x4352;

/** `carrel`, and the version of the field. */
const MARK = new Uint8Array([0x63, 0x61, 0x72, 0x72, 0x65, 0x6c, 1]);
const HASH_BYTES = 32;

/** Bytes of the field's data. */
export const PRESENT_BYTES = MARK.length + HASH_BYTES;

/** Why such an entry is refused where the dataset does not have its bytes. */
export const NOT_PRESENT =
  'This file was not sent, as the dataset had it. The dataset has other bytes by now. Upload the file again.';

/** Why a file is refused at whose path a document is that archives know by another path. */
export const MOVED_HERE = 'A document that was moved here from another path has this path.';

/** Returns the data of the extra field for a SHA-256 in hexadecimal. */
export function presentField(sha256: string): Uint8Array<ArrayBuffer> {
  const data = new Uint8Array(PRESENT_BYTES);
  data.set(MARK);
  for (let at = 0; at < HASH_BYTES; at += 1) {
    data[MARK.length + at] = Number.parseInt(sha256.slice(2 * at, 2 * at + 2), 16);
  }
  return data;
}

/** Returns the SHA-256 in hexadecimal that an extra field names; undefined for a field of another program. */
export function presentHash(data: Uint8Array | undefined): string | undefined {
  if (data?.length !== PRESENT_BYTES || MARK.some((byte, at) => data[at] !== byte))
    return undefined;
  return Array.from(data.subarray(MARK.length), (byte) => byte.toString(16).padStart(2, '0')).join(
    '',
  );
}
