import type { Attachment } from 'postal-mime';

import { attachmentName, contentOf, isReport, parseMail } from '../mail/parse-mail.ts';
import { fileOf, type InnerFiles } from './inner-file.ts';

/** Bytes of a picture that belongs to a mail's text, such as a logo. A larger one is a document. */
const INLINE_BYTES_MAX = 256 * 1024;

/** Returns the attachments of an e-mail (.eml). */
export async function mailFiles(bytes: Uint8Array): Promise<InnerFiles> {
  const { attachments } = await parseMail(bytes);
  const files = attachments.flatMap((attachment, at) => {
    const content = contentOf(attachment);
    if (isInlinePicture(attachment, content) || isReport(attachment)) return [];
    return [fileOf(attachmentName(attachment, at), content)];
  });
  return { files, refused: [] };
}

const isInlinePicture = ({ mimeType, related }: Attachment, { length }: Uint8Array) =>
  related === true && mimeType.startsWith('image/') && length <= INLINE_BYTES_MAX;
