import { cp, mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';

import { root } from '../../publish/built-state.ts';
import { packageManifests } from './manifests.ts';
import { serverModules } from './server-modules.ts';

/** The command of the package, as a path below its root. */
export const COMMAND = 'scripts/operate/carrel.ts';

/** What the command starts, beside the server. */
const OPERATE = [
  'backup',
  'check-registry',
  'finish-upgrade',
  'partition-tables',
  'quota',
  'restore',
  'sign-out',
  'status',
  'verify',
] as const;

const javaScript = (file: string) => file.replace(/\.ts$/, '.js');

async function write(folder: string, file: string, text: string): Promise<void> {
  const target = path.join(folder, file);
  await mkdir(path.dirname(target), { recursive: true });
  await writeFile(target, text);
}

const asJson = (value: object) => `${JSON.stringify(value, null, 2)}\n`;

/** Source maps name files of the machine that built them. */
async function nameSourcesRelatively(folder: string): Promise<void> {
  for (const name of await readdir(folder, { recursive: true })) {
    if (!name.endsWith('.map')) continue;
    const file = path.join(folder, name);
    const text = await readFile(file, 'utf8');
    if (text.includes(root)) await writeFile(file, text.replaceAll(`${root}/`, ''));
  }
}

/**
 * Writes what is installed on a server into an empty folder: the console that was built into `console`, and the
 * server with its commands as JavaScript.
 */
export async function writePackage(folder: string, console: string): Promise<void> {
  await cp(console, path.join(folder, 'dist/console'), { recursive: true });
  await nameSourcesRelatively(path.join(folder, 'dist/console'));

  const operate = OPERATE.map((name) => `scripts/operate/${name}.ts`);
  const { texts, packages } = await serverModules(['api/src/main.ts', COMMAND, ...operate]);
  for (const [file, text] of texts) await write(folder, file, text);

  const migrations = path.join(root, 'api/migrations');
  for (const name of await readdir(migrations)) {
    if (name === 'schema.sql') continue;
    await write(
      folder,
      `api/migrations/${name}`,
      await readFile(path.join(migrations, name), 'utf8'),
    );
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
}
