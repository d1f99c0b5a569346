import type { Partitioned } from '../blocks/partitioned.ts';
import { reasons, UnreadableDocument } from '../blocks/unreadable-document.ts';
import { ExcessiveXml } from '../xml/xml-reader.ts';
import { FaultyPackage } from '../zip/package-parts.ts';

/** Runs a reader, whatever is wrong with its file. @throws {UnreadableDocument} with the reason why it cannot be read. */
export function readChecked(read: () => Partitioned, format: string): Partitioned {
  try {
    return read();
  } catch (error) {
    throw new UnreadableDocument(reasonOf(error, format), { cause: error });
  }
}

function reasonOf(error: unknown, format: string): string {
  const fault = error instanceof FaultyPackage ? error.fault : undefined;
  if (fault === 'encrypted') return reasons.password('document');
  if (fault === 'too-large' || error instanceof ExcessiveXml) return reasons.unpacksTooFar();
  return reasons.damaged(`.${format} file`);
}
