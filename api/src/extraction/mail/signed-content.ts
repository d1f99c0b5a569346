import type { Email } from 'postal-mime';

/** The object identifier of data within a signed message, 1.2.840.113549.1.7.1. */
const DATA = Buffer.from('06092a864886f70d010701', 'hex');
const CONTENT = 0xa0;
const OCTETS = 0x04;
const OCTETS_IN_PIECES = 0x24;

/** Returns the mail that a message of S/MIME has signed and holds in one part; undefined for others, and encrypted ones. */
export function signedContent({ attachments }: Email): Buffer | undefined {
  const [part] = attachments;
  if (attachments.length !== 1 || part === undefined) return undefined;
  if (!/^application\/(?:x-)?pkcs7-mime$/i.test(part.mimeType)) return undefined;
  const { content } = part;
  if (typeof content === 'string') return undefined;
  const bytes = Buffer.from(content instanceof ArrayBuffer ? new Uint8Array(content) : content);
  const at = bytes.indexOf(DATA);
  if (at < 0) return undefined;
  const outer = fieldAt(bytes, at + DATA.length);
  if (outer?.tag !== CONTENT) return undefined;
  const octets = fieldAt(bytes, outer.start);
  if (octets?.tag === OCTETS) return bytes.subarray(octets.start, octets.end);
  if (octets?.tag !== OCTETS_IN_PIECES) return undefined;
  const pieces: Buffer[] = [];
  let piece = fieldAt(bytes, octets.start);
  while (piece?.tag === OCTETS && piece.start < octets.end) {
    pieces.push(bytes.subarray(piece.start, piece.end));
    piece = fieldAt(bytes, piece.end);
  }
  return Buffer.concat(pieces);
}

interface Field {
  tag: number;
  start: number;
  /** The end of the file for a field that ends with a mark. */
  end: number;
}

/** Reads the tag and the length of a field of ASN.1. */
function fieldAt(bytes: Buffer, at: number): Field | undefined {
  const tag = bytes[at];
  const first = bytes[at + 1];
  if (tag === undefined || first === undefined) return undefined;
  if (first === 0x80) return { tag, start: at + 2, end: bytes.length };
  if (first < 0x80) return { tag, start: at + 2, end: Math.min(bytes.length, at + 2 + first) };
  const digits = first & 0x7f;
  if (digits > 4 || at + 2 + digits > bytes.length) return undefined;
  const start = at + 2 + digits;
  return { tag, start, end: Math.min(bytes.length, start + bytes.readUIntBE(at + 2, digits)) };
}
