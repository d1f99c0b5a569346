import { spawnSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';

/**
 * Mounts a disk of so many megabytes, in memory, at a folder. Gives whether that worked: only root
 * may, and not in every container.
 */
export function mountSmallDisk(folder: string, megabytes: number): boolean {
  mkdirSync(folder, { recursive: true });
  const options = ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'carrel', folder];
  return spawnSync('mount', options).status === 0;
}

/** Even where a process still has a file of it open, which keeps it until then. */
export function unmountSmallDisk(folder: string): void {
  spawnSync('umount', ['--lazy', folder]);
}
