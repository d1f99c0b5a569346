import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

import { SMTPServer } from 'smtp-server';

/** A mail server that accepts or refuses messages. */
export interface TestMailServer {
  url: string;
  /** The accepted messages, oldest first. */
  accepted: string[];
  stop: () => Promise<void>;
}

interface MailFaults {
  /** Returns an error code for a recipient: 451 for a transient failure, 550 for a permanent one. */
  refuse?: (address: string) => number | undefined;
  /** Requires this password. */
  password?: string;
}

export async function startMailServer({ refuse, password }: MailFaults): Promise<TestMailServer> {
  const accepted: string[] = [];
  const server = new SMTPServer({
    authOptional: password === undefined,
    allowInsecureAuth: true,
    disabledCommands: ['STARTTLS'],
    onAuth: (given, _session, respond) => {
      respond(given.password === password ? null : new Error('who?'), { user: 'carrel' });
    },
    onRcptTo: ({ address }, _session, respond) => {
      const responseCode = refuse?.(address);
      if (responseCode === undefined) respond();
      else respond(Object.assign(new Error('not this one'), { responseCode }));
    },
    onData: (stream, _session, respond) => {
      void text(stream).then((message) => {
        accepted.push(message);
        respond();
      });
    },
  });
  server.listen(0, '127.0.0.1');
  await once(server.server, 'listening');
  const { port } = server.server.address() as AddressInfo;
  return {
    url: `smtp://${password === undefined ? '' : `carrel:${password}@`}127.0.0.1:${port}`,
    accepted,
    stop: () => new Promise((resolve) => server.close(resolve)),
  };
}
