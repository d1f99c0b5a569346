import { once } from 'node:events';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import { createInterface } from 'node:readline';

interface StoredMail {
  uid: number;
  text: string;
  /** As IMAP writes it. */
  receivedAt: string;
}

export interface StoredFolder {
  uidValidity: number;
  uidNext: number;
  mails: StoredMail[];
  /** Of the last change, and of each message that is gone. */
  modSeq: number;
  gone: { uid: number; modSeq: number }[];
}

interface MailboxServerOptions {
  capabilities?: readonly string[];
  delimiter?: string;
  /** A response in place of the server's own, without the tag; an empty one ends the connection. */
  fault?: (command: string) => string | undefined;
}

/** A server for the part of IMAP that sources use, which records every command. */
export async function startMailboxServer({
  capabilities = ['AUTH=PLAIN'],
  delimiter = '/',
  fault = () => undefined,
}: MailboxServerOptions = {}) {
  const folders = new Map<string, StoredFolder>();
  const commands: string[] = [];
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.setNoDelay(true);
    socket.on('error', () => undefined);
    socket.on('close', () => sockets.delete(socket));
    serve(socket);
  });

  function serve(socket: Socket): void {
    let opened: StoredFolder | undefined;
    let waiting: string | undefined;
    const say = (line: string) => socket.write(`${line}\r\n`);
    say('* OK ready');
    createInterface({ input: socket }).on('line', (line) => {
      if (waiting !== undefined) {
        const isRight =
          Buffer.from(line, 'base64').toString('utf8') === '\u0000ann@example.com\u0000päss "word"';
        say(`${waiting} ${isRight ? 'OK in' : `NO [AUTHENTICATIONFAILED] no ${line}`}`);
        waiting = undefined;
        return;
      }
      const [, tag = '', command = ''] = /^(\S+) (.*)$/.exec(line) ?? [];
      commands.push(command);
      const instead = fault(command);
      if (instead === '') {
        socket.destroy();
        return;
      }
      if (instead !== undefined) {
        say(instead.replaceAll('TAG', tag));
        return;
      }
      const name = /^EXAMINE "((?:[^"\\]|\\.)*)"/.exec(command)?.[1]?.replaceAll(/\\(.)/g, '$1');
      if (command === 'AUTHENTICATE PLAIN') {
        waiting = tag;
        say('+ ');
        return;
      }
      if (command === 'CAPABILITY') say(`* CAPABILITY IMAP4rev1 ${capabilities.join(' ')}`);
      else if (command.startsWith('LOGIN ')) {
        if (command !== String.raw`LOGIN "ann@example.com" "a\\b\"c"`) {
          say(`${tag} NO [AUTHENTICATIONFAILED] no`);
          return;
        }
      } else if (command === 'LIST "" "*"') {
        say(String.raw`* LIST (\Noselect) "${delimiter}" "Nothing here"`);
        for (const [folder] of folders) {
          say(String.raw`* LIST (\HasNoChildren) "${delimiter}" {${Buffer.byteLength(folder)}}`);
          say(folder);
        }
      } else if (name !== undefined) {
        opened = folders.get(name);
        if (opened === undefined) {
          say(`${tag} NO [NONEXISTENT] no`);
          return;
        }
        examine(opened, command, say);
      } else if (opened !== undefined && command.startsWith('UID SEARCH UID ')) {
        const [low = 0, high = 0] = command.slice(15).split(':').map(Number);
        const found = opened.mails.filter(({ uid }) => uid >= low && uid <= high);
        say(`* SEARCH ${found.map(({ uid }) => uid).join(' ')}`.trim());
      } else if (opened !== undefined && command.startsWith('UID FETCH ')) {
        fetchMails(opened, command, (bytes) => socket.write(bytes));
      } else if (!['ENABLE QRESYNC', 'LOGOUT'].includes(command)) {
        say(`${tag} BAD what?`);
        return;
      }
      say(`${tag} OK done`);
    });
  }

  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const folder = (name: string): StoredFolder => {
    const found = folders.get(name) ?? {
      uidValidity: 7,
      uidNext: 1,
      mails: [],
      modSeq: 1,
      gone: [],
    };
    folders.set(name, found);
    return found;
  };
  return {
    port: (server.address() as AddressInfo).port,
    folders,
    commands,
    folder,
    add: (name: string, text: string, receivedAt = '17-Jul-2024 02:44:25 -0700') => {
      const to = folder(name);
      to.mails.push({ uid: to.uidNext, text, receivedAt });
      to.uidNext += 1;
      to.modSeq += 1;
      return to.uidNext - 1;
    },
    remove: (name: string, uid: number) => {
      const from = folder(name);
      from.mails = from.mails.filter((mail) => mail.uid !== uid);
      from.modSeq += 1;
      from.gone.push({ uid, modSeq: from.modSeq });
    },
    disconnect: () => {
      for (const socket of sockets) socket.destroy();
    },
    stop: async () => {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}

function examine(folder: StoredFolder, command: string, say: (line: string) => void): void {
  const { uidValidity, uidNext, mails, modSeq, gone } = folder;
  say(String.raw`* FLAGS (\Seen \Deleted)`);
  say(`* ${mails.length} EXISTS`);
  say(`* OK [UIDVALIDITY ${uidValidity}] valid`);
  say(`* OK [UIDNEXT ${uidNext}] next`);
  say(`* OK [HIGHESTMODSEQ ${modSeq}] highest`);
  const [, validity, since] = /\(QRESYNC \((\d+) (\d+)\)\)/.exec(command) ?? [];
  if (since === undefined || Number(validity) !== uidValidity) return;
  const vanished = gone.filter((one) => one.modSeq > Number(since));
  if (vanished.length > 0) say(`* VANISHED (EARLIER) ${vanished.map(({ uid }) => uid).join(',')}`);
  say(String.raw`* 1 FETCH (UID 1 FLAGS (\Seen) MODSEQ (3))`);
}

function fetchMails(folder: StoredFolder, command: string, write: (bytes: Buffer) => void): void {
  const [, set = '', items = ''] = /^UID FETCH (\S+) \((.*)\)$/.exec(command) ?? [];
  const [, offset = '0', length = '0'] = /<(\d+)\.(\d+)>$/.exec(items) ?? [];
  const wanted = new Set(set.split(',').map(Number));
  for (const [at, { uid, text, receivedAt }] of folder.mails.entries()) {
    if (!wanted.has(uid)) continue;
    const isHeader = items.includes('HEADER.FIELDS');
    const names = /FIELDS \(([^)]*)\)/.exec(items)?.[1]?.toLowerCase().split(' ') ?? [];
    const head = text.split('\r\n\r\n')[0] ?? '';
    const fields = head
      .split(/\r\n(?![ \t])/)
      .filter((field) => names.includes(field.split(':')[0]?.toLowerCase() ?? ''));
    const whole = Buffer.from(isHeader ? `${fields.join('\r\n')}\r\n\r\n` : text);
    const bytes = whole.subarray(Number(offset), Number(offset) + Number(length));
    const section = /BODY\.PEEK(\[.*\])/.exec(items)?.[1] ?? '';
    const info = isHeader
      ? `RFC822.SIZE ${Buffer.byteLength(text)} INTERNALDATE "${receivedAt}" `
      : '';
    write(
      Buffer.from(
        `* ${at + 1} FETCH (UID ${uid} ${info}BODY${section}<${offset}> {${bytes.length}}\r\n`,
      ),
    );
    write(bytes);
    write(Buffer.from(')\r\n'));
  }
}

/** A message with these headers, as it is stored. */
export const mailText = (subject: string, body: string, headers = ''): string =>
  `Received: from here\r\nFrom: Ann <ann@example.com>\r\nSubject: ${subject}\r\n${headers}Date: Mon, 1 Jul 2024 10:00:00 +0000\r\nMessage-ID: <${Buffer.from(subject).toString('hex').slice(0, 40)}@example.com>\r\n\r\n${body}`;
