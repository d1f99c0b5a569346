import PostalMime, { type Attachment } from 'postal-mime';

import { fileOf, type InnerFiles } from './inner-file.ts';

/** Bytes of a picture that belongs to a mail's text, such as a logo. A larger one is a document. */
const INLINE_BYTES_MAX = 256 * 1024;

const ENDINGS: Readonly<Record<string, string>> = {
  'message/rfc822': 'eml',
  'text/calendar': 'ics',
  'text/plain': 'txt',
  'text/html': 'html',
  'application/pdf': 'pdf',
};

/** Returns the attachments of an e-mail (.eml). */
export async function mailFiles(bytes: Uint8Array): Promise<InnerFiles> {
  const { attachments } = await PostalMime.parse(Buffer.from(bytes));
  const files = attachments.flatMap((attachment, at) => {
    const content = contentOf(attachment);
    if (isInlinePicture(attachment, content)) return [];
    return [fileOf(attachment.filename ?? nameOf(attachment, at), content)];
  });
  return { files, refused: [] };
}

function contentOf({ content }: Attachment): Uint8Array {
  return typeof content === 'string' ? Buffer.from(content) : new Uint8Array(content);
}

const isInlinePicture = ({ mimeType, related }: Attachment, { length }: Uint8Array) =>
  related === true && mimeType.startsWith('image/') && length <= INLINE_BYTES_MAX;

const nameOf = ({ mimeType }: Attachment, at: number) =>
  `attachment ${at + 1}.${ENDINGS[mimeType] ?? 'bin'}`;
