import path from 'node:path';

import { keepRelease } from './kept-release.ts';
import type { ShellRelease } from '@carrel/shared/releases';
import { build } from '@carrel/scripts/run/build.ts';
import { consoleFolder } from '@carrel/scripts/publish/built-state.ts';
import { readRegistry } from '@carrel/scripts/publish/registry-file.ts';
import { readFile } from 'node:fs/promises';

const say = (line: string) => process.stdout.write(`${line}\n`);

/** Returns a predicate for files of the current releases; earlier ones are in the same folder. */
async function currentFiles(): Promise<(file: string) => boolean> {
  const registry = await readRegistry(consoleFolder);
  const homes = Object.entries(registry.remotes).map(
    ([name, { version }]) => `remotes/${name}/${version}/`,
  );
  const description = await readFile(path.join(consoleFolder, 'shell/release.json'), 'utf8');
  const { integrity } = JSON.parse(description) as ShellRelease;
  const shellFiles = new Set(Object.keys(integrity).map((url) => url.slice(1)));
  return (file) =>
    file === 'registry.json' ||
    file === 'shell/release.json' ||
    shellFiles.has(file) ||
    homes.some((home) => file.startsWith(home));
}

await build(say);
const size = await keepRelease(consoleFolder, await currentFiles());
say(`Kept the shell and the remotes as the last release: ${Math.round(size / 1024)} kB.`);
