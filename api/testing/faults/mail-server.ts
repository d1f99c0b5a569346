import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

import { SMTPServer } from 'smtp-server';

/** A mail server that takes messages, or does not. */
export interface MailServerOfTest {
  url: string;
  /** The messages that it took, oldest first. */
  taken: string[];
  stop: () => Promise<void>;
}

interface MailFaults {
  /** The reply for a recipient, in place of taking the message: 451 for later, 550 for never. */
  refuse?: (address: string) => number | undefined;
  /** Asks for a password, and for this one. */
  password?: string;
}

export async function startMailServer({ refuse, password }: MailFaults): Promise<MailServerOfTest> {
  const taken: string[] = [];
  const server = new SMTPServer({
    authOptional: password === undefined,
    allowInsecureAuth: true,
    disabledCommands: ['STARTTLS'],
    onAuth: (given, _session, answer) => {
      answer(given.password === password ? null : new Error('who?'), { user: 'carrel' });
    },
    onRcptTo: ({ address }, _session, answer) => {
      const responseCode = refuse?.(address);
      if (responseCode === undefined) answer();
      else answer(Object.assign(new Error('not this one'), { responseCode }));
    },
    onData: (stream, _session, answer) => {
      void text(stream).then((message) => {
        taken.push(message);
        answer();
      });
    },
  });
  server.listen(0, '127.0.0.1');
  await once(server.server, 'listening');
  const { port } = server.server.address() as AddressInfo;
  return {
    url: `smtp://${password === undefined ? '' : `carrel:${password}@`}127.0.0.1:${port}`,
    taken,
    stop: () => new Promise((resolve) => server.close(resolve)),
  };
}
