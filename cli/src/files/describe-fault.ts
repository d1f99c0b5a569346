import { FileChanged } from './local-file.ts';

export const SYMBOLIC_LINK = 'This is a symbolic link. Links are not followed.';
export const NO_FILE = 'This is a device, a socket or a pipe, and no file.';
export const NOT_UTF8 = 'The name of this file is not in UTF-8. Rename it.';
export const CHANGED =
  'This file was changed or deleted while it was read. Try again once it is finished.';

/** Returns why a file or folder cannot be read, as a sentence. */
export function describeFault(error: unknown, what: 'file' | 'folder' = 'file'): string {
  if (error instanceof FileChanged) return CHANGED;
  const { code } = error as NodeJS.ErrnoException;
  switch (code) {
    case 'EACCES':
    case 'EPERM':
      return `You have no permission to read this ${what}.`;
    case 'ENOENT':
      return `This ${what} was deleted meanwhile.`;
    case 'ENAMETOOLONG':
      return `The path of this ${what} is too long for this computer.`;
    default:
      return `This ${what} cannot be read (${code ?? 'unknown reason'}).`;
  }
}
