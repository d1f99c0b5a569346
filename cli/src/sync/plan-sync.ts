import { tooLargeSentence } from '@carrel/shared/contract/archive-rules';
import { compareFiles, planUpload, prepareFiles } from '@carrel/shared/packing';
import type {
  ComparedFiles,
  Found,
  Hashes,
  PathOutcome,
  PreparedFile,
  PreparedFiles,
  Present,
  UploadPlan,
} from '@carrel/shared/packing';

import { Failure } from '../exit-codes.ts';
import type { HashedFiles } from '../files/hash-files.ts';
import type { LocalFile } from '../files/local-file.ts';

/** What a command does, before it does it. */
export interface SyncPlan {
  compared: ComparedFiles<LocalFile>;
  hashes: Hashes;
  plan: UploadPlan;
  /** Whether documents that the folder lacks are removed. */
  isRemoving: boolean;
  /** What a person should know. */
  notes: string[];
}

interface PlanOptions {
  /** The folder of the dataset. */
  folder: string;
  isRemoving: boolean;
}

/** Returns the files that are read: without those that no archive takes, which are refused. */
export function prepareLocal(
  found: readonly Found<LocalFile>[],
  { limits }: Present,
  folder: string,
): PreparedFiles<LocalFile> {
  const { files, refused } = prepareFiles(found, folder);
  if (limits === undefined || limits === null) return { files, refused };
  const most = Math.min(limits.max_upload_bytes, limits.max_unpacked_bytes);
  const isTooLarge = ({ file }: PreparedFile<LocalFile>) => file.size > most;
  return {
    files: files.filter((file) => !isTooLarge(file)),
    refused: [
      ...refused,
      ...files
        .filter(isTooLarge)
        .map(({ path }) =>
          refusal(path, tooLargeSentence(most).replace('The archive', 'This file')),
        ),
    ],
  };
}

/** Returns what is done with files that were read. */
export async function planSync(
  { files, refused }: PreparedFiles<LocalFile>,
  { hashes, faults }: HashedFiles,
  present: Present,
  { folder, isRemoving }: PlanOptions,
): Promise<SyncPlan> {
  const unreadable = [...faults].map(([path, reason]) => refusal(path, reason));
  const prepared = {
    files: files.filter(({ path }) => !faults.has(path)),
    refused: [...refused, ...unreadable],
  };
  const compared = await compareFiles(prepared, hashes, present);
  const removing = planUpload(compared.comparison, isRemoving, folder);
  const notes = differByCase(prepared.files.map(({ path }) => path));
  if (isRemoving && present.isPartialKnown !== true) {
    throw new Failure('This server cannot remove documents of a folder. Leave out --delete.');
  }
  if (isRemoving && prepared.files.length === 0) {
    throw new Failure(
      'There is nothing to read in the folder, so nothing is removed from the dataset. Is the right folder named, and its disk mounted?',
    );
  }
  const kept = isRemoving ? removedWithoutReading(removing, prepared.refused) : [];
  if (kept.length === 0) return { compared, hashes, plan: removing, isRemoving, notes };
  notes.push(
    `Nothing is removed, as it is not known whether these are still there: ${kept.slice(0, 3).join(', ')}${kept.length > 3 ? ' and others' : ''}.`,
  );
  const plan = planUpload(compared.comparison, false, folder);
  return { compared, hashes, plan, isRemoving: false, notes };
}

/** Whether there is something to send. */
export function changesSomething({ plan, compared }: SyncPlan): boolean {
  const { added, changed, removed } = plan.counts;
  // A server that does not say what it has is sent everything.
  return added + changed + removed > 0 && compared.readable.length + removed > 0;
}

const refusal = (path: string, reason: string): PathOutcome => ({
  path,
  outcome: 'refused',
  reason,
});

/** Returns documents that would be removed because a file or a folder cannot be read. */
function removedWithoutReading({ entries }: UploadPlan, refused: readonly PathOutcome[]): string[] {
  const unread = new Set(refused.map(({ path }) => path));
  return entries
    .filter(
      ({ path, origin_path: known = path, outcome }) =>
        outcome === 'removed' && isWithin(known, unread),
    )
    .map(({ path }) => path);
}

function isWithin(path: string, folders: ReadonlySet<string>): boolean {
  for (let end = path.length; end > 0; end = path.lastIndexOf('/', end - 1)) {
    if (folders.has(path.slice(0, end))) return true;
  }
  return false;
}

/** Some disks take such names for one. */
function differByCase(paths: readonly string[]): string[] {
  const groups = Map.groupBy(paths, (path) => path.toLowerCase());
  return [...groups.values()]
    .filter((group) => group.length > 1)
    .slice(0, 20)
    .map(
      (group) =>
        `These names differ by case only, and become a document each: ${group.join(', ')}.`,
    );
}
