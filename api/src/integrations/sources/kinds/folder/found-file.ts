import type { BigIntStats } from 'node:fs';
import { realpath, stat } from 'node:fs/promises';

import { isGone } from './file-failures.ts';
import { diskPath, type BytePath } from './byte-path.ts';

/** Changes with what is written, also where the size and the time of it stay: `ctime` cannot be set. */
export const tokenOf = ({ size, mtimeNs, ctimeNs, ino }: BigIntStats): string =>
  `${size}-${mtimeNs}-${ctimeNs}-${ino}`;

/** Where a path leads, links followed; undefined where that is outside of the root or nowhere. */
export async function realFile(root: string, path: BytePath): Promise<Buffer | undefined> {
  const real = await realpath(diskPath(root, path), { encoding: 'buffer' }).catch(
    (error: unknown) => {
      const isLoop = error instanceof Error && 'code' in error && error.code === 'ELOOP';
      if (isGone(error) || isLoop) return undefined;
      throw error;
    },
  );
  if (real === undefined) return undefined;
  const start = Buffer.from(root.endsWith('/') ? root : `${root}/`);
  return real.subarray(0, start.length).equals(start) ? real : undefined;
}

/** The file that a link leads to; undefined where that is no file, or outside of the root. */
export async function linkedFile(root: string, path: BytePath): Promise<BigIntStats | undefined> {
  const real = await realFile(root, path);
  if (real === undefined) return undefined;
  const found = await stat(real, { bigint: true });
  return found.isFile() ? found : undefined;
}
