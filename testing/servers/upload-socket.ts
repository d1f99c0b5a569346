import { once } from 'node:events';
import { connect, type AddressInfo, type Socket } from 'node:net';

import { createListener, listen } from '@carrel/api/src/platform/http/serve.ts';
import type { PipelineFixture } from '../pipeline-fixture.ts';

/** A fixture's server on a real port, for uploads over raw sockets. */
export interface TestSocketServer {
  port: number;
  /** Opens a connection and sends the headers of an upload of `bytes`, but no body. */
  announce(bytes: number): Promise<Socket>;
  close(): Promise<void>;
}

export async function listenFor(fixture: PipelineFixture): Promise<TestSocketServer> {
  const { owner, organizationId, datasetId } = fixture;
  const server = createListener(fixture.server.app.fetch);
  await listen(server, { port: 0, host: '127.0.0.1' });
  const { port } = server.address() as AddressInfo;
  return {
    port,
    announce: async (bytes) => {
      const socket = connect(port, '127.0.0.1');
      // Without a listener, a reset connection would throw.
      socket.on('error', () => undefined);
      await once(socket, 'connect');
      const head = [
        `POST /api/v1/datasets/${datasetId}/archives?sync=false HTTP/1.1`,
        'Host: localhost',
        'Content-Type: application/zip',
        `Content-Length: ${bytes}`,
        `X-Organization-Id: ${organizationId}`,
        `Cookie: ${[...owner.cookies].map((pair) => pair.join('=')).join('; ')}`,
      ];
      socket.write(`${head.join('\r\n')}\r\n\r\n`);
      return socket;
    },
    close: async () => {
      server.close();
      if ('closeAllConnections' in server) server.closeAllConnections();
      await once(server, 'close');
    },
  };
}

/** Returns everything that arrives over a connection until it ends. */
export async function readToEnd(socket: Socket): Promise<string> {
  let text = '';
  socket.on('data', (bytes: Buffer) => {
    text += bytes.toString();
  });
  await once(socket, 'close');
  return text;
}
