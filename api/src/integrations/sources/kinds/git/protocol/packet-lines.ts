import { SourceError } from '../../../source-error.ts';

/** A packet with bytes, or one of those that separate them: the end of a message, of a section, of a response. */
export type Packet = Buffer | 'flush' | 'delimiter' | 'response-end';

const LENGTH_DIGITS = 4;
const PACKET_BYTES_MAX = 65_520;
const SPECIAL = ['flush', 'delimiter', 'response-end'] as const;
const BYTES_OF_SPECIAL = { flush: '0000', delimiter: '0001' } as const;

/** A text, or what separates texts. */
export type PacketLine = string | { separator: 'flush' | 'delimiter' };

/** Writes packets. Texts end with a line feed. */
export function packetLines(lines: readonly PacketLine[]): Buffer {
  return Buffer.concat(
    lines.map((line) => {
      if (typeof line !== 'string') return Buffer.from(BYTES_OF_SPECIAL[line.separator]);
      const bytes = Buffer.from(`${line}\n`);
      const length = (bytes.length + LENGTH_DIGITS).toString(16).padStart(LENGTH_DIGITS, '0');
      return Buffer.concat([Buffer.from(length), bytes]);
    }),
  );
}

/** Reads packets as they come. @throws {SourceError} `invalid_response` */
export async function* readPackets(body: AsyncIterable<Uint8Array>): AsyncGenerator<Packet> {
  let [rest, from]: [Buffer, number] = [Buffer.alloc(0), 0];
  for await (const piece of body) {
    rest = from === rest.length ? Buffer.from(piece) : Buffer.concat([rest.subarray(from), piece]);
    from = 0;
    while (rest.length - from >= LENGTH_DIGITS) {
      const digits = rest.toString('latin1', from, from + LENGTH_DIGITS);
      const length = /^[0-9a-fA-F]{4}$/.test(digits) ? Number.parseInt(digits, 16) : -1;
      const special = SPECIAL[length];
      if (special !== undefined) {
        from += LENGTH_DIGITS;
        yield special;
        continue;
      }
      if (length < LENGTH_DIGITS || length > PACKET_BYTES_MAX)
        throw new SourceError('invalid_response');
      if (rest.length - from < length) break;
      const packet = rest.subarray(from + LENGTH_DIGITS, from + length);
      from += length;
      yield packet;
    }
  }
  if (from !== rest.length) throw new SourceError('invalid_response');
}

/** The text of a packet without its line feed. */
export const lineOf = (packet: Buffer): string => packet.toString('utf8').replace(/\n$/, '');
