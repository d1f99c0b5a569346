import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

// What an upload is measured against: a process of its own that throws away whatever it is sent.
const server = createServer((incoming, outgoing) => {
  incoming.resume();
  incoming.on('end', () => outgoing.writeHead(201).end('{}'));
});
server.listen(0, '127.0.0.1', () => {
  const { port } = server.address() as AddressInfo;
  process.stdout.write(`${port}\n`);
});
