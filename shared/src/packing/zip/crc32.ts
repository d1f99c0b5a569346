const POLYNOMIAL = 0xedb88320;

/** The remainder of each byte. */
const TABLE = Uint32Array.from({ length: 256 }, (_, byte) => {
  let remainder = byte;
  for (let bit = 0; bit < 8; bit += 1) {
    remainder = (remainder >>> 1) ^ ((remainder & 1) === 0 ? 0 : POLYNOMIAL);
  }
  return remainder;
});

/** Returns the CRC-32 that zip uses, of bytes that follow others with the checksum `before`. */
export function crc32(bytes: Uint8Array, before = 0): number {
  let checksum = ~before;
  for (const byte of bytes) {
    checksum = (TABLE[(checksum ^ byte) & 0xff] ?? 0) ^ (checksum >>> 8);
  }
  return ~checksum >>> 0;
}
