import PostalMime, { type Attachment, type Email } from 'postal-mime';

import type { EncodingHint } from '../kinds/encodings/guess-encoding.ts';
import { guessWideEncoding } from '../kinds/encodings/wide-encoding.ts';
import { decodeText } from '../kinds/text-encoding.ts';
import { withCharsets } from './part-charsets.ts';
import { signedContent } from './signed-content.ts';

const ENDINGS: Readonly<Record<string, string>> = {
  'message/rfc822': 'eml',
  'text/calendar': 'ics',
  'text/plain': 'txt',
  'text/html': 'html',
  'application/pdf': 'pdf',
};

/** Bytes in which the first part of a mail declares its encoding. */
const HEAD_BYTES = 256 * 1024;

/**
 * Parses an e-mail, also one that was saved in another encoding than the one it was sent in. The hint is for parts that
 * do not declare theirs.
 */
export async function parseMail(bytes: Uint8Array, hint: EncodingHint = {}): Promise<Email> {
  const mail = await parseParts(bytes, hint);
  const signed = signedContent(mail);
  if (signed === undefined) return mail;
  const { text, html, attachments } = await parseParts(signed, hint);
  return {
    ...mail,
    ...(text !== undefined && { text }),
    ...(html !== undefined && { html }),
    attachments,
  };
}

const parseParts = (bytes: Uint8Array, hint: EncodingHint): Promise<Email> =>
  PostalMime.parse(Buffer.from(withCharsets(asSent(bytes, hint), hint)));

function asSent(bytes: Uint8Array, hint: EncodingHint): Uint8Array {
  const isWide = (bytes[0] ?? 0) >= 0xfe || guessWideEncoding(bytes) !== undefined;
  const isMarked = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf;
  if (isWide) return transcoded(bytes, hint);
  const sent = isMarked ? bytes.subarray(3) : bytes;
  const text = Buffer.from(sent.buffer, sent.byteOffset, sent.byteLength);
  return /charset/i.test(text.toString('latin1', 0, HEAD_BYTES)) ? sent : transcoded(sent, hint);
}

/** The text as UTF-8. Then that is also the encoding of its parts, but of those in base64 and the like. */
function transcoded(bytes: Uint8Array, hint: EncodingHint): Uint8Array {
  if (!bytes.some((byte) => byte >= 0x80 || byte === 0)) return bytes;
  const text = decodeText(bytes, { ...hint, isNamedText: true });
  if (text === undefined) return bytes;
  const isAscii = !/[\u0080-\uffff]/.test(text);
  const charset = isAscii
    ? /charset=["']?utf-?(?:16|32)[\w-]*["']?/gi
    : /charset=["']?[\w.:-]+["']?/gi;
  const declared = text.replace(charset, 'charset=utf-8');
  return Buffer.from(
    hasType(declared) ? declared : `Content-Type: text/plain; charset=utf-8\r\n${declared}`,
  );
}

const hasType = (text: string) =>
  /^content-type:/im.test(text.slice(0, text.search(/\r?\n\r?\n/) + 1));

/** Returns the bytes of an attachment. */
export function contentOf({ content }: Attachment): Uint8Array {
  return typeof content === 'string' ? Buffer.from(content) : new Uint8Array(content);
}

/** Returns the name of an attachment, or one by its place for one that has none. */
export const attachmentName = ({ filename, mimeType }: Attachment, at: number): string =>
  filename ?? `attachment ${at + 1}.${ENDINGS[mimeType] ?? 'bin'}`;

/** Whether an attachment is a part of the text: what a bounce says, or an invitation. */
export const isReport = ({ mimeType }: Attachment): boolean =>
  /^(?:message\/(?:global-)?(?:delivery-status|disposition-notification|headers|feedback-report)|text\/rfc822-headers)$/.test(
    mimeType,
  );
