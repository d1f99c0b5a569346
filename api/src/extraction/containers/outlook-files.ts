import type { FieldsData } from '@kenjiuno/msgreader';

import { openOutlook } from '../mail/read-outlook.ts';
import { fileOf, type InnerFiles } from './inner-file.ts';

/** Returns the attachments of a message of Outlook (.msg). One that is a message itself is a `.msg` too. */
export function outlookFiles(bytes: Uint8Array): InnerFiles {
  const { reader, message } = openOutlook(bytes);
  const files = (message.attachments ?? []).flatMap((attachment, at) => {
    if (isInlinePicture(attachment)) return [];
    const { content } = reader.getAttachment(attachment);
    return [fileOf(nameOf(attachment, at), content)];
  });
  return { files, refused: [] };
}

const isInlinePicture = ({ attachmentHidden, pidContentId }: FieldsData) =>
  attachmentHidden === true && pidContentId !== undefined;

function nameOf({ fileName, name, innerMsgContent }: FieldsData, at: number): string {
  const given = fileName ?? name ?? `attachment ${at + 1}`;
  // The name of a message is its subject, in which a slash is no folder.
  return innerMsgContent === true ? `${given.replaceAll(/[/\\]/g, '_')}.msg` : given;
}
