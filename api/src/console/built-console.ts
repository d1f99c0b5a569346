import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';

import { registrySchema, shellReleaseSchema } from '@carrel/shared/contract';
import type { Registry, ShellRelease } from '@carrel/shared/contract';
import * as v from 'valibot';

/** What a page needs to know of the built console. */
export interface BuiltConsole {
  shell: ShellRelease;
  registry: Registry;
}

interface Cached<T> {
  modified: number;
  value: T;
}

/** Reads a JSON file through a schema, again only after it was changed. */
function jsonFile<T>(file: string, parse: (json: unknown) => T): () => Promise<T> {
  let cached: Cached<T> | undefined;
  return async () => {
    const { mtimeMs } = await stat(file);
    if (cached?.modified !== mtimeMs) {
      const value = parse(JSON.parse(await readFile(file, 'utf8')));
      cached = { modified: mtimeMs, value };
    }
    return cached.value;
  };
}

/**
 * Reads what was built into `folder`: the shell's release and the registry. An edit of either file
 * counts from the next page on. Rejects where a file is absent or breaks its schema.
 */
export function readBuiltConsole(folder: string): () => Promise<BuiltConsole> {
  const shell = jsonFile(path.join(folder, 'shell/release.json'), (json) =>
    v.parse(shellReleaseSchema, json),
  );
  const registry = jsonFile(path.join(folder, 'registry.json'), (json) =>
    v.parse(registrySchema, json),
  );
  return async () => ({ shell: await shell(), registry: await registry() });
}
