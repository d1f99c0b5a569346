import { types } from '@electric-sql/pglite';

const PREFIX = '\\x';

/** Returns the bytes of a `bytea` as the database writes it: `\x` and two digits for each. They own their memory. */
const bytesOf = (text: string): Uint8Array =>
  new Uint8Array(Buffer.from(text.slice(PREFIX.length), 'hex'));

const textOf = (bytes: Uint8Array): string =>
  PREFIX + Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('hex');

/** Conversions of `bytea`. PGlite's own read and write each digit apart: a megabyte takes ten times as long. */
export const BYTES_AS_TEXT = {
  parsers: { [types.BYTEA]: bytesOf },
  serializers: { [types.BYTEA]: textOf },
};
