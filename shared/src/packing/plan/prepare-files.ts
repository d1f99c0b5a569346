import { isJunk, namedPath } from '@carrel/shared/contract/archive-rules';

import type { PathOutcome } from './plan-upload.ts';

/** A file that was found on a disk, with its path there; `fault` is why it cannot be read, in a sentence. */
export type Found<Content> = { path: string; file: Content } | { path: string; fault: string };

/** A file and the path of its document. */
export interface PreparedFile<Content> {
  path: string;
  file: Content;
}

/** Chosen files as they would become documents, and those that cannot. */
export interface PreparedFiles<Content> {
  files: readonly PreparedFile<Content>[];
  refused: readonly PathOutcome[];
}

const SAME_PATH =
  'Another of these files has the same path once it is written in one way. Rename one of them.';

/**
 * Puts files into a folder of a dataset, by the rules for names in archives. What operating systems leave in
 * folders is skipped, as on the server. One name alone is refused where an archive would be as a whole.
 */
export function prepareFiles<Content>(
  found: readonly Found<Content>[],
  folder: string,
): PreparedFiles<Content> {
  const files: PreparedFile<Content>[] = [];
  const refused: PathOutcome[] = [];
  const seen = new Set<string>();
  const refuse = (path: string, reason: string) =>
    refused.push({ path, outcome: 'refused', reason });
  for (const each of found) {
    const name = folder === '' ? each.path : `${folder}/${each.path}`;
    if (isJunk(name)) continue;
    const checked = namedPath(name);
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
