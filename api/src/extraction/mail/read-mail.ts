import { decodeWords, type Address, type Attachment, type Email } from 'postal-mime';

import { mailProperties } from '../metadata/file-properties.ts';
import type { Block } from '../blocks/block.ts';
import { Omissions } from '../blocks/omissions.ts';
import type { Partitioned } from '../blocks/partitioned.ts';
import type { EncodingHint } from '../kinds/encodings/guess-encoding.ts';
import { readCalendar } from '../text/calendar.ts';
import { readPlainText } from '../text/plain-text.ts';
import { readBody, type ReadHtml } from './mail-body.ts';
import { attachmentName, contentOf, isReport, parseMail } from './parse-mail.ts';
import { reasons, UnreadableDocument } from '../blocks/unreadable-document.ts';

/** Messages that a bounce returns within others that were returned. */
const RETURNED_MAX = 3;

export interface MailOptions {
  /** Whether its attachments are no documents of their own. */
  isInside: boolean;
  /** What is known of the encoding of texts that do not say it. */
  encoding?: EncodingHint | undefined;
}

/** Reads an e-mail: subject, addresses and date, body, and the names of attachments. */
export async function readMail(
  bytes: Uint8Array,
  readHtml: ReadHtml,
  { isInside, encoding, depth = 0 }: MailOptions & { depth?: number },
): Promise<Partitioned> {
  const mail = await parseMail(bytes, encoding).catch((error: unknown) => {
    throw new UnreadableDocument(reasons.damaged('e-mail'), { cause: error });
  });
  const omitted = new Omissions();
  const blocks: Block[] = [];
  if (mail.subject !== undefined && mail.subject.trim() !== '') {
    blocks.push({ kind: 'heading', level: 1, text: mail.subject.trim() });
  }
  const envelope = envelopeOf(mail);
  if (envelope !== '') blocks.push({ kind: 'paragraph', text: envelope });
  blocks.push(...(await readBody(mail.text, mail.html, (html) => readHtml(html, omitted))));
  for (const part of await reportOf(mail, readHtml, { encoding, depth })) {
    blocks.push(...part.blocks);
    omitted.addAll(part.omitted);
  }
  const attached = mail.attachments.flatMap((attachment, at) =>
    isPartOfText(attachment) ? [] : [attachmentName(attachment, at)],
  );
  if (attached.length > 0) {
    blocks.push({ kind: 'paragraph', text: `Attachments: ${attached.join(', ')}` });
    if (isInside) omitted.add('attachment', attached.length);
  }
  return {
    blocks,
    properties: mailProperties(mail, (address) => addressText([address])),
    omitted: omitted.list(),
  };
}

/** Reads what a bounce says of the delivery, the message that it returns, and invitations. */
async function reportOf(
  mail: Email,
  readHtml: ReadHtml,
  { encoding, depth }: Pick<MailOptions, 'encoding'> & { depth: number },
): Promise<Pick<Partitioned, 'blocks' | 'omitted'>[]> {
  const parts: Pick<Partitioned, 'blocks' | 'omitted'>[] = [];
  const isBounce = mail.attachments.some(isReport);
  for (const attachment of mail.attachments) {
    const content = contentOf(attachment);
    if (isReport(attachment)) {
      parts.push({ blocks: readPlainText(readableHeaders(Buffer.from(content).toString())) });
    } else if (isOtherText(attachment) && mail.text === undefined && mail.html === undefined) {
      const text = Buffer.from(content).toString();
      const isRich = attachment.mimeType !== 'text/markdown';
      parts.push({ blocks: readPlainText(isRich ? withoutCommands(text) : text) });
    } else if (isCalendar(attachment)) {
      parts.push({ blocks: readCalendar(Buffer.from(content).toString()) });
    } else if (isBounce && attachment.mimeType === 'message/rfc822' && depth < RETURNED_MAX) {
      parts.push(await readMail(content, readHtml, { isInside: true, encoding, depth: depth + 1 }));
    }
  }
  return parts;
}

const isCalendar = ({ mimeType, filename }: Attachment) =>
  mimeType === 'text/calendar' && filename === null;

/** Text that is a part of the mail, in formats that few mails have. */
const isOtherText = ({ mimeType, filename, disposition }: Attachment) =>
  /^text\/(?:markdown|enriched|richtext)$/.test(mimeType) &&
  filename === null &&
  disposition !== 'attachment';

const withoutCommands = (text: string) =>
  text
    .replace(/<param>.*?<\/param>/gis, '')
    .replace(/<(?!<)[^<>]{0,60}>/g, '')
    .replaceAll('<<', '<');

/** Headers of a returned message in their own lines and letters. */
const readableHeaders = (text: string) => decodeWords(text.replace(/\r?\n[ \t]+/g, ' '));

/** What has no name and is shown with the text, such as the logo of a signature. */
const isPartOfText = (attachment: Attachment) =>
  attachment.filename === null &&
  (isReport(attachment) ||
    isCalendar(attachment) ||
    isOtherText(attachment) ||
    attachment.related === true ||
    /signature|pgp-encrypted/.test(attachment.mimeType));

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
