import { DatabaseRefused, DatabaseUnavailable } from '../../platform/database/database-error.ts';
import { MigrationMismatch } from '../../platform/database/migrations/migration-mismatch.ts';
import { QuotaRefused } from '../../platform/quotas/write-quota.ts';
import { StorageMismatch } from '../../platform/storage/storage-identity.ts';
import { UnreadableSetting } from '../../platform/settings/settings.ts';

/**
 * Returns a sentence that says why the server did not start, or a command failed, and what to do about it. `other` is
 * that of a failure that is not known.
 */
export function describeFailure(
  error: unknown,
  other = `Carrel did not start: ${error instanceof Error ? error.message : String(error)}`,
): string {
  if (
    error instanceof UnreadableSetting ||
    error instanceof DatabaseRefused ||
    error instanceof MigrationMismatch ||
    error instanceof QuotaRefused ||
    error instanceof StorageMismatch
  ) {
    return error.message;
  }
  if (error instanceof DatabaseUnavailable) {
    const cause = error.cause instanceof Error ? causeOf(error.cause) : undefined;
    return `${error.message}${cause === undefined ? '' : ` (${cause})`}: check DATABASE_URL, or DATA_DIR for the embedded database.`;
  }
  const { code, port, path } = error as NodeJS.ErrnoException & { port?: number };
  if (code === 'EADDRINUSE') {
    return `Port ${port ?? ''} is in use by another program: stop it, or set PORT to another one.`;
  }
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND') {
    return 'This machine has no such address: check the setting HOST.';
  }
  if (code === 'EACCES' || code === 'EPERM' || code === 'EROFS' || code === 'ENOTDIR') {
    return `Carrel may not use ${path ?? `port ${port ?? ''}`} (${code}): check DATA_DIR, HOST and PORT.`;
  }
  if (code === 'ENOSPC') return 'The disk is full: the data directory needs more space.';
  return other;
}

function causeOf(error: Error): string {
  const inner = error instanceof AggregateError ? (error.errors[0] as unknown) : error;
  return inner instanceof Error ? inner.message : String(inner);
}
