/** A place in the write-ahead log of PostgreSQL: bytes since its beginning. */
export type LogPosition = bigint;

const FORMAT = /^([0-9A-F]{1,8})\/([0-9A-F]{1,8})$/;
const LOW_BITS = 32n;

/** Returns the position that PostgreSQL writes as `16/B374D848`; undefined for any other text. */
export function parseLogPosition(text: string): LogPosition | undefined {
  const [, high, low] = FORMAT.exec(text) ?? [];
  if (high === undefined || low === undefined) return undefined;
  return (BigInt(`0x${high}`) << LOW_BITS) | BigInt(`0x${low}`);
}

/** Returns the position as PostgreSQL writes it. */
export function formatLogPosition(position: LogPosition): string {
  return `${hex(position >> LOW_BITS)}/${hex(BigInt.asUintN(32, position))}`;
}

const hex = (part: bigint) => part.toString(16).toUpperCase();
