import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

// The baseline of uploads: a process of its own that discards every request body.
const server = createServer((incoming, outgoing) => {
  incoming.resume();
  incoming.on('end', () => outgoing.writeHead(201).end('{}'));
});
server.listen(0, '127.0.0.1', () => {
  const { port } = server.address() as AddressInfo;
  process.stdout.write(`${port}\n`);
});
