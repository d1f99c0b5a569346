import { execFile } from 'node:child_process';
import { copyFile, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';

import { root } from '../publish/built-state.ts';

const run = promisify(execFile);

/** Files of the package, below its folder. */
const MAIN = 'client/src/public';
const NODE = 'client/src/node/public';
const ROOM = /(['"])@carrel\/shared\/(contract(?:\/sources)?|paths)\1/gu;

const entryOf = (file: string) => ({ types: `./${file}.d.ts`, default: `./${file}.js` });

/**
 * Writes the package `@carrel/client` as it is published: modules of JavaScript with types, with the rooms of
 * shared that they use. `folder` is replaced.
 */
export async function packClient(folder: string): Promise<void> {
  await rm(folder, { recursive: true, force: true });
  const compiler = path.join(root, 'node_modules/typescript/bin/tsc');
  const project = path.join(root, 'client/tsconfig.package.json');
  await run(process.execPath, [compiler, '-p', project, '--outDir', folder]);
  for (const name of await readdir(folder, { recursive: true })) {
    if (/\.(?:js|d\.ts)$/u.test(name)) await nameRooms(folder, path.join(folder, name));
  }
  const { name, version, description, dependencies } = JSON.parse(
    await readFile(path.join(root, 'client/package.json'), 'utf8'),
  ) as Record<string, string>;
  const workspace = await readFile(path.join(root, 'pnpm-workspace.yaml'), 'utf8');
  const valibot = /^ {2}valibot: (\S+)$/mu.exec(workspace)?.[1];
  if (valibot === undefined || !('valibot' in Object(dependencies))) {
    throw new Error('The catalog has no version of valibot.');
  }
  const manifest = {
    name,
    version,
    description,
    type: 'module',
    sideEffects: false,
    exports: { '.': entryOf(MAIN), './node': entryOf(NODE) },
    engines: { node: '>=22' },
    dependencies: { valibot },
  };
  await writeFile(path.join(folder, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`);
  await copyFile(path.join(root, 'docs/client.md'), path.join(folder, 'README.md'));
  await copyFile(path.join(root, 'CHANGELOG.md'), path.join(folder, 'CHANGELOG.md'));
}

/** Outside of this repository, the rooms of shared are files of the package. */
async function nameRooms(folder: string, file: string): Promise<void> {
  const text = await readFile(file, 'utf8');
  const named = text.replaceAll(ROOM, (_, quote: string, room: string) => {
    const target = path.join(folder, `shared/src/${room}/public.js`);
    const relative = path.relative(path.dirname(file), target).replaceAll(path.sep, '/');
    return `${quote}${relative}${quote}`;
  });
  if (named !== text) await writeFile(file, named);
}

if (import.meta.main) {
  const folder = path.join(root, 'dist/client');
  await packClient(folder);
  process.stdout.write(`The package is in ${folder}.\n`);
}
