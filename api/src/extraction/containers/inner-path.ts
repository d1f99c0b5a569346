import { entryPath, isJunk } from '@carrel/shared/contract/archive-rules';

/** A path below a container; undefined for what operating systems leave behind. */
export type InnerPath = { path: string } | { fault: string } | undefined;

/** Returns the path of a document for what a container calls a file. */
export function innerPath(container: string, name: string): InnerPath {
  const found = entryPath(name);
  if ('fault' in found) return { fault: `It ${found.fault}.` };
  if (found.path === '') return { fault: 'It has no name.' };
  if (isJunk(found.path)) return undefined;
  const whole = entryPath(`${container}/${found.path}`);
  return 'fault' in whole ? { fault: `It ${whole.fault}.` } : whole;
}

/** Returns the path with a number before its ending, as mails may have two attachments of one name. */
export function freePath(path: string, isTaken: (path: string) => boolean): string {
  const slash = path.lastIndexOf('/');
  const dot = path.lastIndexOf('.');
  const end = dot > slash + 1 ? dot : path.length;
  for (let number = 2, free = path; ; number += 1) {
    if (!isTaken(free)) return free;
    free = `${path.slice(0, end)} (${number})${path.slice(end)}`;
  }
}
