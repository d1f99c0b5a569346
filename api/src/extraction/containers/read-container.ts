import { detectFileKind, type FileKind } from '../kinds/file-kind.ts';
import { UnreadableDocument } from '../blocks/unreadable-document.ts';
import type { ArchiveLimits } from '../zip/read-directory.ts';
import type { InnerFiles } from './inner-file.ts';
import { mailFiles } from './mail-files.ts';
import { outlookFiles } from './outlook-files.ts';
import { zipFiles } from './zip-files.ts';

/**
 * Returns the files inside of a file: none, where it is no container whatever it is called.
 * @throws {UnreadableDocument} @throws {RefusedArchive} with the reason in a sentence.
 */
export async function readContainer(
  bytes: Uint8Array,
  name: string,
  limits: ArchiveLimits,
): Promise<InnerFiles> {
  const kind = kindOf(bytes, name);
  if (kind?.kind === 'zip') return zipFiles(bytes, limits);
  if (kind?.kind === 'outlook') return outlookFiles(bytes);
  if (kind?.kind === 'text' && kind.format === 'mail') return mailFiles(bytes);
  return { files: [], refused: [] };
}

/** What cannot be read has its reason as a document. */
function kindOf(bytes: Uint8Array, name: string): FileKind | undefined {
  try {
    return detectFileKind(bytes, name);
  } catch (error) {
    if (error instanceof UnreadableDocument) return undefined;
    throw error;
  }
}
