import { entryPath, isJunk } from '@carrel/shared/contract/archive-rules';

import type { PathOutcome } from '../uploads/plan/plan-upload.ts';
import type { Found } from './found-files.ts';

/** A file and the path of its document. */
export interface PreparedFile {
  path: string;
  file: File;
}

/** Chosen files as they would become documents, and those that cannot. */
export interface PreparedFiles {
  files: readonly PreparedFile[];
  refused: readonly PathOutcome[];
}

const SAME_PATH =
  'Another of these files has the same path once it is written in one way. Rename one of them.';

/**
 * Puts files into a folder of a dataset, by the rules for names in archives. What operating systems leave in
 * folders is skipped, as on the server. One name alone is refused where an archive would be as a whole.
 */
export function prepareFiles(found: readonly Found[], folder: string): PreparedFiles {
  const files: PreparedFile[] = [];
  const refused: PathOutcome[] = [];
  const seen = new Set<string>();
  const refuse = (path: string, reason: string) =>
    refused.push({ path, outcome: 'refused', reason });
  for (const each of found) {
    const name = folder === '' ? each.path : `${folder}/${each.path}`;
    const checked = entryPath(name);
    if ('fault' in checked) refuse(name, `This file ${checked.fault}.`);
    else if (isJunk(checked.path)) continue;
    else if ('fault' in each) refuse(checked.path, each.fault);
    else if (seen.has(checked.path)) refuse(checked.path, SAME_PATH);
    else {
      seen.add(checked.path);
      files.push({ path: checked.path, file: each.file });
    }
  }
  return { files, refused };
}
