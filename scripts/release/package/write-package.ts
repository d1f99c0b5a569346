import { cp, mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';

import { root } from '../../publish/built-state.ts';
import { bundledDependencies, bundlePackages, directDependencies } from './bundled-packages.ts';
import { packageManifests } from './manifests.ts';
import { readLockfile } from './read-lockfile.ts';
import { serverModules } from './server-modules.ts';

/** The command of the package, as a path below its root. */
export const COMMAND = 'scripts/operate/carrel.ts';

/** What the command starts, beside the server. */
const OPERATE = [
  'backup',
  'check-registry',
  'finish-upgrade',
  'install-model-runtime',
  'partition-tables',
  'quota',
  'restore',
  'sign-out',
  'status',
  'verify',
] as const;

/** What an operator reads, and what runs the package. */
const FOR_OPERATORS = ['README.md', 'CHANGELOG.md', 'ARCHITECTURE.md', 'docs', 'deploy'] as const;
const SECRETS = /(?:^|\/)carrel\.env$/u;

const MAP = /\.map(?:\.(?:gz|br))?$/u;

const javaScript = (file: string) => file.replace(/\.ts$/, '.js');

async function write(folder: string, file: string, text: string): Promise<void> {
  const target = path.join(folder, file);
  await mkdir(path.dirname(target), { recursive: true });
  await writeFile(target, text);
}

const asJson = (value: object) => `${JSON.stringify(value, null, 2)}\n`;

/**
 * Writes the source maps of the console that was built into `console` as a package of their own, which is unpacked
 * over an installed one.
 */
export async function writeSourceMaps(folder: string, console: string): Promise<void> {
  for (const name of await readdir(console, { recursive: true })) {
    if (!name.endsWith('.map')) continue;
    // Source maps name files of the machine that built them.
    const text = await readFile(path.join(console, name), 'utf8');
    await write(folder, path.join('dist/console', name), text.replaceAll(`${root}/`, ''));
  }
  const { version } = (await packageManifests(javaScript(COMMAND)))['package.json'] as {
    version: string;
  };
  await write(
    folder,
    'package.json',
    asJson({ name: 'carrel-source-maps', version, private: true }),
  );
}

/**
 * Writes what is installed on a server into an empty folder: the console that was built into `console`, the server
 * with its commands as JavaScript, and the documents. `bundle` adds the packages that are the same on every system.
 */
export async function writePackage(
  folder: string,
  console: string,
  { bundle }: { bundle: boolean },
): Promise<void> {
  await cp(console, path.join(folder, 'dist/console'), {
    recursive: true,
    filter: (file) => !MAP.test(file),
  });

  const operate = OPERATE.map((name) => `scripts/operate/${name}.ts`);
  const { texts, packages } = await serverModules(['api/src/main.ts', COMMAND, ...operate]);
  for (const [file, text] of texts) await write(folder, file, text);
  for (const name of FOR_OPERATORS) {
    await cp(path.join(root, name), path.join(folder, name), {
      recursive: true,
      filter: (file) => !SECRETS.test(file),
    });
  }
  await cp(path.join(root, 'api/migrations'), path.join(folder, 'api/migrations'), {
    recursive: true,
  });

  for (const name of ['package.json', 'package-lock.json']) {
    const file = path.join('api/model-runtime', name);
    await cp(path.join(root, file), path.join(folder, file));
  }

  const manifests = await packageManifests(javaScript(COMMAND));
  const { dependencies, version } = manifests['package.json'] as {
    dependencies: Record<string, string>;
    version: string;
  };
  const absent = [...packages].filter((name) => !(name in dependencies));
  if (absent.length > 0)
    throw new Error(`The package needs ${absent.join(', ')} of api/package.json.`);
  for (const [file, value] of Object.entries(manifests)) await write(folder, file, asJson(value));
  await write(folder, 'api/package.json', asJson({ name: 'api', version, type: 'module' }));
  if (bundle) {
    const lockfile = await readLockfile();
    const bundled = bundledDependencies(lockfile, directDependencies(lockfile, 'api'));
    await bundlePackages(folder, 'api', bundled);
  }
}
