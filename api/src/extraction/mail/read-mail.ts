import PostalMime, { type Address, type Email } from 'postal-mime';

import { mailProperties } from '../metadata/file-properties.ts';
import type { Block } from '../blocks/block.ts';
import type { Partitioned } from '../blocks/partitioned.ts';
import { readPlainText } from '../text/plain-text.ts';
import { reasons, UnreadableDocument } from '../blocks/unreadable-document.ts';

/** Reads an e-mail: subject, addresses and date, body, and the names of attachments. */
export async function readMail(
  bytes: Uint8Array,
  readHtml: (html: string) => Promise<Block[]>,
): Promise<Partitioned> {
  const mail = await PostalMime.parse(Buffer.from(bytes)).catch((error: unknown) => {
    throw new UnreadableDocument(reasons.damaged('e-mail'), { cause: error });
  });
  const blocks: Block[] = [];
  if (mail.subject !== undefined && mail.subject.trim() !== '') {
    blocks.push({ kind: 'heading', level: 1, text: mail.subject.trim() });
  }
  const envelope = envelopeOf(mail);
  if (envelope !== '') blocks.push({ kind: 'paragraph', text: envelope });
  blocks.push(...(await bodyOf(mail, readHtml)));
  const attached = mail.attachments.flatMap(({ filename }) => (filename ? [filename] : []));
  if (attached.length > 0) {
    blocks.push({ kind: 'paragraph', text: `Attachments: ${attached.join(', ')}` });
  }
  return { blocks, properties: mailProperties(mail, (address) => addressText([address])) };
}

async function bodyOf(mail: Email, readHtml: (html: string) => Promise<Block[]>): Promise<Block[]> {
  if (mail.text !== undefined && mail.text.trim() !== '') return readPlainText(mail.text);
  return mail.html === undefined || mail.html.trim() === '' ? [] : readHtml(mail.html);
}

function envelopeOf(mail: Email): string {
  const lines: [label: string, value: string | undefined][] = [
    ['From', addressText(mail.from === undefined ? [] : [mail.from])],
    ['To', addressText(mail.to)],
    ['Cc', addressText(mail.cc)],
    ['Date', mail.date],
  ];
  return lines
    .filter(([, value]) => value !== undefined && value !== '')
    .map(([label, value]) => `${label}: ${value}`)
    .join('\n');
}

function addressText(addresses: readonly Address[] = []): string {
  return addresses
    .map(({ name, address, group }) => {
      if (group !== undefined) return `${name}: ${addressText(group)}`;
      return name === '' ? (address ?? '') : `${name} <${address}>`;
    })
    .join(', ');
}
