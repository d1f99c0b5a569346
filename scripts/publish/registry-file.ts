import { open, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';

import { describeRegistryProblems } from '@carrel/shared/releases';
import type { Registry } from '@carrel/shared/releases';
import { isRunning } from './is-running.ts';

/** How long to wait for another edit of the same registry, in milliseconds. */
const LOCK_TIMEOUT_MS = 10_000;
const RETRY_MS = 25;

const isCode = (error: unknown, code: string) =>
  error instanceof Error && 'code' in error && error.code === code;

/** Returns the registry of a console's folder; an empty one where there is none. Throws where it is invalid. */
export async function readRegistry(folder: string): Promise<Registry> {
  const file = path.join(folder, 'registry.json');
  const text = await readFile(file, 'utf8').catch((error: unknown) => {
    if (isCode(error, 'ENOENT')) return '{"remotes":{}}';
    throw error;
  });
  let registry: unknown;
  try {
    registry = JSON.parse(text);
  } catch (error) {
    throw new Error(`${file} is not JSON: ${(error as Error).message}`, { cause: error });
  }
  const problems = describeRegistryProblems(registry);
  if (problems.length > 0) throw new Error([`${file} cannot be used:`, ...problems].join('\n  '));
  return registry as Registry;
}

/** Waits until the lock file can be created. A lock whose process has ended is deleted. */
async function lock(file: string): Promise<void> {
  const deadline = performance.now() + LOCK_TIMEOUT_MS;
  for (;;) {
    try {
      const handle = await open(file, 'wx');
      await handle.writeFile(String(process.pid));
      await handle.close();
      return;
    } catch (error) {
      if (!isCode(error, 'EEXIST')) throw error;
    }
    const holder = Number(await readFile(file, 'utf8').catch(() => ''));
    if (holder > 0 && !isRunning(holder)) await rm(file, { force: true });
    else if (performance.now() > deadline) {
      throw new Error(`Somebody else edits this registry. If nobody does, delete ${file}.`);
    } else await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
  }
}

/**
 * Changes the registry of a console's folder atomically, under a lock, and returns the new registry.
 */
export async function editRegistry(
  folder: string,
  edit: (registry: Registry) => Registry,
): Promise<Registry> {
  const file = path.join(folder, 'registry.json');
  const lockFile = `${file}.lock`;
  await lock(lockFile);
  try {
    const before = await readRegistry(folder);
    const after = edit(before);
    if (after === before) return before;
    await writeFile(`${file}.new`, `${JSON.stringify(after, null, 2)}\n`);
    await rename(`${file}.new`, file);
    return after;
  } finally {
    await rm(lockFile, { force: true });
  }
}
