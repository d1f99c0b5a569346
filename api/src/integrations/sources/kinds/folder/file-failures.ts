import { SourceError } from '../../source-error.ts';

const GONE = new Set(['ENOENT', 'ENOTDIR']);
const DENIED = new Set(['EACCES', 'EPERM']);

const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error ? String(error.code) : '';

/** Whether a file or folder is no longer there. */
export const isGone = (error: unknown): boolean => GONE.has(codeOf(error));

/** Why a file or folder cannot be read. `gone` is the error of one that is not there. */
export function failureOf(error: unknown, path: string, gone: SourceError): SourceError {
  if (error instanceof SourceError) return error;
  const code = codeOf(error);
  if (GONE.has(code)) return gone;
  const shown = path.slice(0, 300);
  if (DENIED.has(code)) {
    return new SourceError('forbidden', {
      message: `The server may not read "${shown}". Allow it to the server's user, or leave it out by a pattern.`,
      cause: error,
    });
  }
  return new SourceError('unreachable', {
    message: `"${shown}" cannot be read${code === '' ? '' : ` (${code})`}. Check the disk or the share it is on.`,
    cause: error,
  });
}
