import { reasons } from '../blocks/unreadable-document.ts';
import { CompoundFile } from '../compound/compound-file.ts';
import type { Signature } from './formats.ts';

/** Returns what a compound file of an old office program is, by its streams. */
export function compoundFormatOf(buffer: Buffer): Signature {
  const has = namesOf(buffer);
  if (has('EncryptedPackage') || has('\u0009DRMContent')) {
    return { refusal: reasons.password('document') };
  }
  // A message may have documents as attachments.
  if (has('__properties_version1.0')) return { format: 'msg' };
  if (has('WordDocument')) return { format: 'doc' };
  if (has('PowerPoint Document')) return { format: 'ppt' };
  if (has('Workbook') || has('Book')) return { format: 'xls' };
  if (has('PP40')) return { refusal: reasons.legacyOffice('PowerPoint 95', '.ppt', '.pptx') };
  return { refusal: reasons.otherProgram('an old office program') };
}

/** Streams are named in UTF-16, also in a file whose list of them is damaged. */
function namesOf(buffer: Buffer): (stream: string) => boolean {
  try {
    const file = new CompoundFile(buffer);
    return (stream) => file.has(stream);
  } catch {
    return (stream) => buffer.includes(Buffer.from(stream, 'utf16le'));
  }
}
