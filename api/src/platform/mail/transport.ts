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

/**
 * Returns SMTP where the settings name a server, otherwise files in the data directory's `outbox`, whose links are
 * logged. Logs are kept and read by others: without a terminal, a link that opens an account is only in its file.
 */
export function createMailTransport(
  settings: Pick<Settings, 'smtpUrl' | 'mailFrom' | 'dataDirectory' | 'publicUrl'>,
  log: Log,
  isTerminal = isOutputShown(),
): MailTransport {
  return settings.smtpUrl === undefined
    ? fileTransport(settings, join(settings.dataDirectory, 'outbox'), { log, isTerminal })
    : smtpTransport(settings, settings.smtpUrl);
}

/** `--terminal` is the word of a process that reads the output of this one and shows it. */
const isOutputShown = () => process.stdout.isTTY || process.argv.includes('--terminal');

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

interface Output {
  log: Log;
  isTerminal: boolean;
}

function fileTransport(from: From, folder: string, { log, isTerminal }: Output): MailTransport {
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
      const shown = isTerminal || !message.opensAccount ? { link: message.link } : {};
      log.info(`mail to ${message.to}: ${message.subject}`, { file, ...shown });
    },
    close: () => undefined,
  };
}
