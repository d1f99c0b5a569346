import { lstat, realpath } from 'node:fs/promises';
import { isAbsolute, resolve, sep } from 'node:path';

import { SourceError } from '../../source-error.ts';
import { failureOf } from './file-failures.ts';

/** The folder of a source, where no link is left in its path. */
export interface Root {
  real: string;
  /** Another one where something else is mounted there. */
  identity: string;
}

/**
 * Returns the folder of a source where the operator allows it. Whether anything is outside of what is allowed is
 * not told.
 * @throws {SourceError} also where it is missing, as of a share that is not mounted
 */
export async function allowedRoot(path: string, allowedFolders: readonly string[]): Promise<Root> {
  const asked = resolve(path);
  const isNamed = allowedFolders.some((allowed) => isWithin(asked, resolve(allowed)));
  if (!isAbsolute(path) || path.includes('\0') || !isNamed) throw new SourceError('not_allowed');
  const real = await realpath(asked).catch((error: unknown) => {
    throw failureOf(error, path, missing(path, error));
  });
  const allowed = await Promise.all(
    allowedFolders.map((folder) => realpath(resolve(folder)).catch(() => undefined)),
  );
  if (!allowed.some((folder) => folder !== undefined && isWithin(real, folder))) {
    throw new SourceError('not_allowed');
  }
  return { real, identity: await identityOf(real, path) };
}

/** @throws {SourceError} where the folder is no longer the one that it was. */
export async function requireSameRoot({ real, identity }: Root, path: string): Promise<void> {
  if ((await identityOf(real, path)) !== identity) throw missing(path);
}

async function identityOf(real: string, path: string): Promise<string> {
  const found = await lstat(real, { bigint: true }).catch((error: unknown) => {
    throw failureOf(error, path, missing(path, error));
  });
  if (!found.isDirectory()) throw missing(path);
  return `${found.dev}:${found.ino}`;
}

export function isWithin(path: string, folder: string): boolean {
  return path === folder || path.startsWith(folder.endsWith(sep) ? folder : folder + sep);
}

const missing = (path: string, cause?: unknown): SourceError =>
  new SourceError('not_found', {
    message: `There is no folder "${path}" on this server. Where it is a share, check that it is mounted.`,
    cause,
  });
