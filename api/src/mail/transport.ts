import { mkdir, open, rename } from 'node:fs/promises';
import { join } from 'node:path';

import { createTransport } from 'nodemailer';

import type { Log } from '../log.ts';
import type { Settings } from '../settings/settings.ts';
import type { Message } from './write-message.ts';

/** Sends messages. */
export interface MailTransport {
  /** Resolves once the message is sent. `id` is that of the outbox, so that a retry has the same. */
  send(id: string, message: Message): Promise<void>;
  close(): void;
}

/** Returns SMTP where the settings name a server, otherwise files in the data directory's `outbox`. */
export function createMailTransport(
  settings: Pick<Settings, 'smtpUrl' | 'mailFrom' | 'dataDirectory' | 'publicUrl'>,
  log: Log,
): MailTransport {
  return settings.smtpUrl === undefined
    ? fileTransport(settings, join(settings.dataDirectory, 'outbox'), log)
    : smtpTransport(settings, settings.smtpUrl);
}

type From = Pick<Settings, 'mailFrom' | 'publicUrl'>;

const envelope = ({ mailFrom, publicUrl }: From, id: string, message: Message) => ({
  from: mailFrom,
  to: { name: '', address: message.to },
  subject: message.subject,
  text: message.text,
  html: message.html,
  messageId: `<${id}@${new URL(publicUrl).hostname}>`,
  headers: { 'Auto-Submitted': 'auto-generated' },
});

function smtpTransport(from: From, url: string): MailTransport {
  const smtp = createTransport({
    url,
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    socketTimeout: 30_000,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return {
    send: async (id, message) => {
      await smtp.sendMail(envelope(from, id, message));
    },
    close: () => {
      smtp.close();
    },
  };
}

function fileTransport(from: From, folder: string, log: Log): MailTransport {
  const writer = createTransport({ streamTransport: true, buffer: true });
  return {
    send: async (id, message) => {
      const { message: bytes } = await writer.sendMail(envelope(from, id, message));
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const time = new Date().toISOString().replaceAll(/[:.]/g, '-');
      const file = join(folder, `${time}-${id}.eml`);
      const handle = await open(`${file}.part`, 'w', 0o600);
      try {
        await handle.writeFile(bytes);
        await handle.sync();
      } finally {
        await handle.close();
      }
      await rename(`${file}.part`, file);
      log.info(`mail to ${message.to}: ${message.subject}`, { file, link: message.link });
    },
    close: () => undefined,
  };
}
