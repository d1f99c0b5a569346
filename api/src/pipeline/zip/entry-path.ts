import { describeEntry, entryPath, refusalSentence } from '@carrel/shared/contract/archive-rules';

import { RefusedArchive } from './refused-archive.ts';

/**
 * Returns the document path for the name of a zip entry. Empty for the root of the archive.
 * @throws {RefusedArchive} for a name that `entryPath` finds a fault in.
 */
export function documentPath(name: string): string {
  const found = entryPath(name);
  if ('path' in found) return found.path;
  throw new RefusedArchive(refusalSentence(`${describeEntry(name)} ${found.fault}`));
}
