import { StatementRefused } from '../../platform/database/database-error.ts';
import { StorageFull } from '../../platform/storage/archive-storage.ts';
import { BackupRefused } from './backup-refused.ts';

/** The SQLSTATE of a database whose disk is full. */
const DISK_FULL = '53100';
/** ENOSPC as the files of the embedded database number it. */
const EMBEDDED_DISK_FULL = 51;

/** Returns the sentence for a restore that failed and was undone; `left` is what could not be removed. */
export function restoreFailure(error: unknown, left: readonly string[]): BackupRefused {
  const after =
    left.length === 0
      ? 'Nothing of it is left.'
      : `${left.length} of its files are left in the storage: restore the same backup again, which replaces them.`;
  const reason = isDiskFull(error)
    ? 'The disk is full: a restore needs space for the database and all files.'
    : `The restore failed: ${sentenceOf(error)}`;
  return new BackupRefused(`${reason} ${after}`, { cause: error });
}

const sentenceOf = (error: unknown) =>
  `${(error instanceof Error ? error.message : String(error)).replace(/\.$/, '')}.`;

export function isDiskFull(error: unknown): boolean {
  if ((error as { errno?: unknown } | undefined)?.errno === EMBEDDED_DISK_FULL) return true;
  if (error instanceof StorageFull) return true;
  if (error instanceof StatementRefused) return error.code === DISK_FULL;
  if (!(error instanceof Error)) return false;
  return (
    (error as NodeJS.ErrnoException).code === 'ENOSPC' ||
    /no space left/i.test(error.message) ||
    isDiskFull(error.cause)
  );
}
