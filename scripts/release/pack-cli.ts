import { copyFile, mkdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';

import { root } from '../publish/built-state.ts';
import { runScript } from '../publish/run-script.ts';
import { catalogVersion } from './package/read-lockfile.ts';
import { serverModules } from './package/server-modules.ts';
import { releaseVersion } from './versions.ts';

/** The command, which is not that of an operator. */
const COMMAND = 'carrel-cli';
const MAIN = 'cli/src/main';

const asJson = (value: object) => `${JSON.stringify(value, null, 2)}\n`;

/**
 * Writes the package `@carrel/cli` as it is published: modules of JavaScript, with those of the client and of
 * shared that they import. `folder` is replaced.
 */
export async function packCli(folder: string): Promise<void> {
  await rm(folder, { recursive: true, force: true });
  const { texts, packages } = await serverModules([`${MAIN}.ts`]);
  for (const [file, text] of texts) {
    const target = path.join(folder, file);
    await mkdir(path.dirname(target), { recursive: true });
    const shebang = file === `${MAIN}.js` ? '#!/usr/bin/env node\n' : '';
    await writeFile(target, shebang + text, { mode: shebang === '' ? 0o644 : 0o755 });
  }
  const version = await releaseVersion();
  const versions = [...packages].map(async (name) => [name, await catalogVersion(name)] as const);
  const manifest = {
    name: '@carrel/cli',
    version,
    description: 'Syncs folders to datasets of Carrel, and uploads archives, from a terminal.',
    type: 'module',
    bin: { [COMMAND]: `${MAIN}.js` },
    engines: { node: '>=22' },
    dependencies: Object.fromEntries(await Promise.all(versions)),
  };
  await writeFile(path.join(folder, 'package.json'), asJson(manifest));
  // What the modules read as the manifest of their package.
  await writeFile(
    path.join(folder, 'cli/package.json'),
    asJson({ name: 'cli', version, type: 'module' }),
  );
  await copyFile(path.join(root, 'docs/command-line.md'), path.join(folder, 'README.md'));
  await copyFile(path.join(root, 'CHANGELOG.md'), path.join(folder, 'CHANGELOG.md'));
}

if (import.meta.main) {
  await runScript(async () => {
    const folder = path.join(root, 'dist/cli');
    await packCli(folder);
    process.stdout.write(`The package is in ${folder}.\n`);
  });
}
