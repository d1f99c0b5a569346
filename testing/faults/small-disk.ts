import { spawnSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';

/**
 * Mounts an in-memory disk of `megabytes` at a folder. Returns whether that worked: it requires root, and
 * some containers forbid it.
 */
export function mountSmallDisk(folder: string, megabytes: number): boolean {
  mkdirSync(folder, { recursive: true });
  const options = ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'carrel', folder];
  return spawnSync('mount', options).status === 0;
}

/** Unmounts the disk, which exists until no process has a file of it open. */
export function unmountSmallDisk(folder: string): void {
  spawnSync('umount', ['--lazy', folder]);
}
