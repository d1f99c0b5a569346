import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createConnection } from 'node:net';

import { expect, test } from 'vitest';

import { waitingConnections } from './waiting-connections.ts';

/** Listens, says where, and is then busy: what connects waits. */
const BUSY = `const server = require('node:net').createServer().listen(0, '127.0.0.1', () => {
  require('node:fs').writeSync(1, String(server.address().port));
  for (;;);
});`;

test.runIf(process.platform === 'linux')(
  'connections that a busy process has not accepted are counted',
  async () => {
    const child = spawn(process.execPath, ['-e', BUSY]);
    const [bytes] = (await once(child.stdout, 'data')) as [Buffer];
    const port = Number(bytes.toString());
    expect(waitingConnections(port)).toBe(0);
    const sockets = [1, 2, 3].map(() => createConnection(port, '127.0.0.1'));
    await Promise.all(sockets.map((socket) => once(socket, 'connect')));
    expect(waitingConnections(port)).toBe(3);
    for (const socket of sockets) socket.on('error', () => undefined).destroy();
    child.kill('SIGKILL');
    await once(child, 'close');
    expect(waitingConnections(port)).toBeUndefined();
  },
);
