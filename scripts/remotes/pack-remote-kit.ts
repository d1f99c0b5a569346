import { execFile } from 'node:child_process';
import {
  chmod,
  copyFile,
  cp,
  mkdir,
  readdir,
  readFile,
  rename,
  rm,
  writeFile,
} from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';

import { root } from '../publish/built-state.ts';
import { runScript } from '../publish/run-script.ts';
import { catalogVersion } from '../release/package/read-lockfile.ts';

const run = promisify(execFile);

/** An import of one of the doors of shared, which are those of the kit outside of this repository. */
const DOOR = /(\b(?:from|import)\s*\(?\s*)(['"])@carrel\/shared(?=\/)/g;

const COMMANDS = {
  'carrel-remote': 'scripts/remotes/kit/carrel-remote.js',
  'carrel-conformance': 'e2e/conformance/check-console.js',
};

/** What a remote's own tests, types and the conformance suite need, besides what the console does. */
const OPTIONAL = ['@playwright/test', 'happy-dom', 'typescript', 'vitest'];

interface Manifest {
  version: string;
  exports: Record<string, string>;
  dependencies: Record<string, string>;
}

const readManifest = async (name: string) =>
  JSON.parse(await readFile(path.join(root, name, 'package.json'), 'utf8')) as Manifest;

const versionsOf = async (names: readonly string[]) =>
  Object.fromEntries(
    await Promise.all(names.toSorted().map(async (name) => [name, await catalogVersion(name)])),
  ) as Record<string, string>;

async function manifest(): Promise<object> {
  const shared = await readManifest('shared');
  const shell = await readManifest('shell');
  const types = ['@types/node', '@types/react', '@types/react-dom'];
  const needed = new Set([
    ...Object.keys(shared.dependencies),
    ...Object.keys(shell.dependencies),
    ...types,
    '@rspack/dev-server',
  ]);
  needed.delete('@carrel/shared');
  const doors = Object.entries(shared.exports).map(([door, file]) => {
    const module = file.replace(/\.ts$/, '');
    return [door, { types: `${module}.d.ts`, default: `${module}.js` }];
  });
  return {
    name: '@carrel/remote-kit',
    version: shared.version,
    description: 'Builds, tests and releases a remote of the Carrel console.',
    type: 'module',
    sideEffects: ['./shell/**', './src/testing/set-up.js'],
    bin: COMMANDS,
    exports: {
      ...Object.fromEntries(doors),
      './testing/set-up': './src/testing/set-up.js',
      './package.json': './package.json',
    },
    engines: { node: '>=24' },
    dependencies: await versionsOf([...needed]),
    peerDependencies: await versionsOf(OPTIONAL),
    peerDependenciesMeta: Object.fromEntries(OPTIONAL.map((name) => [name, { optional: true }])),
  };
}

async function nameDoors(file: string): Promise<void> {
  const text = await readFile(file, 'utf8');
  const named = text.replaceAll(DOOR, '$1$2@carrel/remote-kit');
  if (named !== text) await writeFile(file, named);
}

/**
 * Writes the package `@carrel/remote-kit` as it is published: what a remote in a repository of its own is built,
 * tested and released with. `folder` is replaced.
 */
export async function writeRemoteKit(folder: string): Promise<void> {
  await rm(folder, { recursive: true, force: true });
  const compiler = path.join(root, 'node_modules/typescript/bin/tsc');
  const project = path.join(root, 'scripts/remotes/kit/tsconfig.json');
  await run(process.execPath, [compiler, '-p', project, '--outDir', folder]);
  // The doors are at the root of the package, as in shared.
  await rename(path.join(folder, 'shared/src'), path.join(folder, 'src'));
  await rm(path.join(folder, 'shared'), { recursive: true });
  for (const name of await readdir(folder, { recursive: true })) {
    if (/\.(?:js|d\.ts)$/.test(name)) await nameDoors(path.join(folder, name));
  }
  const template = 'scripts/remotes/template';
  await cp(path.join(root, template), path.join(folder, template), { recursive: true });
  await copyFile(path.join(root, 'docs/remotes.md'), path.join(folder, 'README.md'));
  await writeFile(
    path.join(folder, 'package.json'),
    `${JSON.stringify(await manifest(), null, 2)}\n`,
  );
  for (const command of Object.values(COMMANDS)) await chmod(path.join(folder, command), 0o755);
}

/** Packs that package as a tarball, which npm installs. Returns its path. */
async function packRemoteKit(out: string): Promise<string> {
  const folder = path.join(out, 'remote-kit');
  await mkdir(out, { recursive: true });
  await writeRemoteKit(folder);
  await run('npm', ['pack', folder, '--pack-destination', out, '--ignore-scripts', '--silent'], {
    env: { ...process.env, npm_config_update_notifier: 'false' },
  });
  const { version } = await readManifest('shared');
  return path.join(out, `carrel-remote-kit-${version}.tgz`);
}

if (import.meta.main) {
  await runScript(async () => {
    const out = path.resolve(process.argv[2] ?? path.join(root, 'dist'));
    process.stdout.write(`The kit is in ${await packRemoteKit(out)}.\n`);
  });
}
