import { createRequire } from 'node:module';

import type * as msgreader from '@kenjiuno/msgreader';
import type { FieldsData } from '@kenjiuno/msgreader';

import type { Block } from '../blocks/block.ts';
import { Omissions } from '../blocks/omissions.ts';
import type { Partitioned } from '../blocks/partitioned.ts';
import type { EncodingHint } from '../kinds/encodings/guess-encoding.ts';
import { decodeText } from '../kinds/text-encoding.ts';
import { readPlainText } from '../text/plain-text.ts';
import { reasons, UnreadableDocument } from '../blocks/unreadable-document.ts';
import type { ReadHtml } from './mail-body.ts';
import type { MailOptions } from './read-mail.ts';
import { encodingOfCodePage, encodingOfMessage, hasCodePage } from './outlook-encoding.ts';

// A module of CommonJS whose class is its property `default`, which `import` does not reach everywhere.
const { default: MsgReader } = createRequire(import.meta.url)(
  '@kenjiuno/msgreader',
) as typeof msgreader;

/** Reads a message of Outlook (.msg): subject, addresses and date, body, and the names of attachments. */
export async function readOutlook(
  bytes: Uint8Array,
  readHtml: ReadHtml,
  { isInside, encoding }: MailOptions,
): Promise<Partitioned> {
  const { message } = openOutlook(bytes, encoding);
  const omitted = new Omissions();
  const subject = message.subject?.trim() ?? '';
  const from = person(message.senderName, message.senderSmtpAddress ?? message.senderEmail);
  const to = (message.recipients ?? []).map(({ name, smtpAddress, email }) =>
    person(name, smtpAddress ?? email),
  );
  const date = dateOf(message);
  const blocks: Block[] = [];
  if (subject !== '') blocks.push({ kind: 'heading', level: 1, text: subject });
  const envelope = [
    ['From', from],
    ['To', to.filter((each) => each !== '').join(', ')],
    ['Date', date],
  ].filter(([, value]) => value !== undefined && value !== '');
  if (envelope.length > 0) {
    const text = envelope.map(([label, value]) => `${label}: ${value}`).join('\n');
    blocks.push({ kind: 'paragraph', text });
  }
  blocks.push(...(await bodyOf(message, (html) => readHtml(html, omitted), encoding)));
  const attached = (message.attachments ?? []).flatMap(
    ({ fileName, name }) => fileName ?? name ?? [],
  );
  if (attached.length > 0) {
    blocks.push({ kind: 'paragraph', text: `Attachments: ${attached.join(', ')}` });
    if (isInside) omitted.add('attachment', attached.length);
  }
  return {
    blocks,
    properties: [
      ['subject', subject],
      ['from', from],
      ['to', to],
      ['date', date],
    ],
    omitted: omitted.list(),
  };
}

/**
 * Opens a message, whose attachments `reader` reads. The hint is for texts in a code page that the message does not say.
 * @throws {UnreadableDocument} for a damaged one.
 */
export function openOutlook(
  bytes: Uint8Array,
  hint?: EncodingHint,
): {
  reader: msgreader.default;
  message: FieldsData;
} {
  try {
    // A copy: the reader takes the whole buffer that a view is of.
    const { buffer } = Uint8Array.from(bytes);
    const reader = new MsgReader(buffer);
    const message = reader.getFileData();
    if (message.error === undefined && !hasCodePage(bytes)) return { reader, message };
    const decoding = new MsgReader(buffer);
    decoding.parserConfig = { ansiEncoding: encodingOfMessage(message, hint) };
    const decoded = decoding.getFileData();
    if (decoded.error === undefined) return { reader: decoding, message: decoded };
  } catch {
    // As below.
  }
  throw new UnreadableDocument(reasons.damaged('e-mail'));
}

const person = (name = '', address = ''): string =>
  address === '' || address === name ? name : `${name} <${address}>`.trim();

function dateOf({ messageDeliveryTime, clientSubmitTime }: FieldsData): string | undefined {
  const time = Date.parse(messageDeliveryTime ?? clientSubmitTime ?? '');
  return Number.isNaN(time) ? undefined : new Date(time).toISOString();
}

function bodyOf(
  { body = '', bodyHtml, html, internetCodepage }: FieldsData,
  readHtml: (html: string) => Promise<Block[]>,
  hint: EncodingHint | undefined,
): Block[] | Promise<Block[]> {
  if (body.trim() !== '') return readPlainText(body);
  const declared = encodingOfCodePage(internetCodepage);
  const options = { ...hint, ...(declared !== undefined && { encoding: declared }) };
  const page = bodyHtml ?? (html === undefined ? '' : (decodeText(html, options) ?? ''));
  return page.trim() === '' ? [] : readHtml(page);
}
