import { readFile, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';

import { registrySchema, salvageRegistry } from '@carrel/shared/releases';
import type { Registry } from '@carrel/shared/releases';
import * as v from 'valibot';

const fileIn = (folder: string) => path.join(folder, 'registry.last-good.json');

async function readJson(file: string): Promise<unknown> {
  try {
    return JSON.parse(await readFile(file, 'utf8')) as unknown;
  } catch {
    return undefined;
  }
}

/**
 * Saves a copy of a valid registry beside it, for a server that starts on a broken one. A folder that is
 * read-only gets no copy.
 */
export async function saveRegistry(folder: string, registry: Registry): Promise<void> {
  const file = fileIn(folder);
  const text = JSON.stringify(registry);
  const temporary = `${file}.${process.pid}`;
  try {
    if ((await readFile(file, 'utf8').catch(() => '')) === text) return;
    await writeFile(temporary, text);
    await rename(temporary, file);
  } catch {
    // The copy is a precaution: the console is served without it.
  }
}

/**
 * Returns the registry for a server that starts on a broken one: the saved copy, or else the valid
 * remotes of the broken one. Undefined if there are none.
 */
export async function recoverRegistry(folder: string): Promise<Registry | undefined> {
  const saved = v.safeParse(registrySchema, await readJson(fileIn(folder)));
  if (saved.success) return saved.output;
  return salvageRegistry(await readJson(path.join(folder, 'registry.json')));
}
