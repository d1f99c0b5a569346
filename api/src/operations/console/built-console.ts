import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';

import { registrySchema, shellReleaseSchema } from '@carrel/shared/releases';
import type { Registry, ShellRelease } from '@carrel/shared/releases';
import * as v from 'valibot';

import type { Log } from '../../platform/log.ts';
import { recoverRegistry, saveRegistry } from './saved-registry.ts';

/** What a page needs to know of the built console. */
export interface BuiltConsole {
  shell: ShellRelease;
  registry: Registry;
}

interface Cached<T> {
  state: string;
  value: T;
}

/** A file that is not valid. The message lists each problem with its path. */
class BrokenFileError extends Error {
  constructor(file: string, problems: string[], cause?: unknown) {
    super([`${file} cannot be used:`, ...problems].join(' '), { cause });
  }
}

async function readJson<T>(file: string, schema: v.GenericSchema<unknown, T>): Promise<T> {
  let json: unknown;
  try {
    json = JSON.parse(await readFile(file, 'utf8'));
  } catch (error) {
    throw new BrokenFileError(file, [(error as Error).message], error);
  }
  const { success, output, issues = [] } = v.safeParse(schema, json);
  if (success) return output;
  throw new BrokenFileError(
    file,
    issues.map((issue) => `${v.getDotPath(issue) ?? 'all of it'}: ${issue.message}`),
  );
}

/** Changes with every edit, also with two within the resolution of the clock. */
async function stateOf(file: string): Promise<string> {
  try {
    const { mtimeMs, ino, size } = await stat(file);
    return [mtimeMs, ino, size].join();
  } catch {
    return 'absent';
  }
}

/** Stores the last valid value, for a later process. */
interface Fallback<T> {
  save: (value: T) => Promise<void>;
  recover: () => Promise<T | undefined>;
}

/**
 * Reads a JSON file through a schema, and again only after it changed. An edit that breaks it is logged
 * once; the last valid value is used instead, from `fallback` if this process has read none. Rejects if
 * there is none.
 */
function jsonFile<T>(
  file: string,
  schema: v.GenericSchema<unknown, T>,
  log: Pick<Log, 'error'>,
  fallback?: Fallback<T>,
): () => Promise<T> {
  let cached: Cached<T> | undefined;
  const read = async (state: string): Promise<T> => {
    try {
      const value = await readJson(file, schema);
      cached = { state, value };
      await fallback?.save(value);
      return value;
    } catch (error) {
      log.error('the console', error);
      const value = cached?.value ?? (await fallback?.recover());
      if (value === undefined) throw error;
      cached = { state, value };
      return value;
    }
  };
  return async () => {
    const state = await stateOf(file);
    return cached?.state === state ? cached.value : read(state);
  };
}

/**
 * Reads the shell's release and the registry from `folder`. An edit of either file applies from the next
 * page on, unless it breaks the file.
 */
export function readBuiltConsole(
  folder: string,
  log: Pick<Log, 'error'>,
): () => Promise<BuiltConsole> {
  const shell = jsonFile(path.join(folder, 'shell/release.json'), shellReleaseSchema, log);
  const registry = jsonFile(path.join(folder, 'registry.json'), registrySchema, log, {
    save: (value) => saveRegistry(folder, value),
    recover: () => recoverRegistry(folder),
  });
  return async () => ({ shell: await shell(), registry: await registry() });
}
