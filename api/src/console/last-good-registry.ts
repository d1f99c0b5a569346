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
 * Keeps a copy of a registry that was in order beside it, for a server that starts while it is not. A
 * folder that cannot be written to keeps none.
 */
export async function keepLastGood(folder: string, registry: Registry): Promise<void> {
  const file = fileIn(folder);
  const text = JSON.stringify(registry);
  const own = `${file}.${process.pid}`;
  try {
    if ((await readFile(file, 'utf8').catch(() => '')) === text) return;
    await writeFile(own, text);
    await rename(own, file);
  } catch {
    // The copy is a precaution: the console is served without it.
  }
}

/**
 * What a server that starts on a broken registry goes by: the last one that was in order, else what can
 * be used of the broken one. Undefined where there is neither.
 */
export async function recoverRegistry(folder: string): Promise<Registry | undefined> {
  const kept = v.safeParse(registrySchema, await readJson(fileIn(folder)));
  if (kept.success) return kept.output;
  return salvageRegistry(await readJson(path.join(folder, 'registry.json')));
}
