import { createSocket } from 'node:dgram';

const HEADER_BYTES = 12;
const NO_SUCH_NAME = 3;
const TYPE_TXT = 16;

/** A name server on the loopback address that knows TXT records. */
export interface NameServer {
  /** As the setting DNS_SERVERS has it. */
  address: string;
  records: Map<string, string>;
  close(): void;
}

export async function startNameServer(): Promise<NameServer> {
  const socket = createSocket('udp4');
  const server: NameServer = {
    address: '',
    records: new Map(),
    close: () => socket.close(),
  };
  socket.on('message', (message, { port, address }) => {
    const { name, end } = questionOf(message);
    const value = server.records.get(name);
    const header = Buffer.from(message.subarray(0, HEADER_BYTES));
    header.writeUInt16BE(0x81_80 + (value === undefined ? NO_SUCH_NAME : 0), 2);
    header.writeUInt16BE(value === undefined ? 0 : 1, 6);
    header.writeUInt32BE(0, 8);
    const question = message.subarray(HEADER_BYTES, end);
    const answer = value === undefined ? Buffer.alloc(0) : answerOf(value);
    socket.send(Buffer.concat([header, question, answer]), port, address);
  });
  await new Promise<void>((resolve) => {
    socket.bind(0, '127.0.0.1', resolve);
  });
  server.address = `127.0.0.1:${socket.address().port}`;
  return server;
}

function questionOf(message: Buffer): { name: string; end: number } {
  const labels: string[] = [];
  let at = HEADER_BYTES;
  for (let length = message[at] ?? 0; length > 0; length = message[at] ?? 0) {
    labels.push(message.toString('latin1', at + 1, at + 1 + length));
    at += 1 + length;
  }
  return { name: labels.join('.').toLowerCase(), end: at + 5 };
}

/** One TXT record of the name in the question. */
function answerOf(value: string): Buffer {
  const text = Buffer.from(value);
  const fixed = Buffer.alloc(12);
  fixed.writeUInt16BE(0xc0_0c, 0);
  fixed.writeUInt16BE(TYPE_TXT, 2);
  fixed.writeUInt16BE(1, 4);
  fixed.writeUInt32BE(60, 6);
  fixed.writeUInt16BE(text.length + 1, 10);
  return Buffer.concat([fixed, Buffer.from([text.length]), text]);
}
