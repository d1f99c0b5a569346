import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';

import { buildInto } from '../run/build.ts';
import { root } from '../publish/built-state.ts';
import { runScript } from '../publish/run-script.ts';
import { writePackage, writeSourceMaps } from './package/write-package.ts';
import { releaseVersion } from './versions.ts';

const run = promisify(execFile);

const say = (line: string) => process.stdout.write(`${line}\n`);

/** Returns the path of a tarball that npm makes of a folder. */
export async function packFolder(folder: string, name: string, out: string): Promise<string> {
  await mkdir(out, { recursive: true });
  // It sorts the files, and gives all of them the same time and owner.
  await run('npm', ['pack', folder, '--pack-destination', out, '--ignore-scripts', '--silent'], {
    cwd: folder,
    env: { ...process.env, npm_config_update_notifier: 'false' },
  });
  return path.join(out, `${name}-${await releaseVersion()}.tgz`);
}

/**
 * Builds the console, and writes it with the server as one tarball, which npm installs, into a folder, and its
 * source maps as another one. Returns the tarball's path. The same sources in the same folder become the same bytes.
 */
export async function pack(out: string): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'carrel-pack-'));
  try {
    const [built, packed, maps] = ['console', 'package', 'maps'].map((name) =>
      path.join(folder, name),
    ) as [string, string, string];
    await buildInto(built, say);
    await writePackage(packed, built, { bundle: true });
    await writeSourceMaps(maps, built);
    await packFolder(maps, 'carrel-source-maps', out);
    return await packFolder(packed, 'carrel', out);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

if (import.meta.main) {
  await runScript(async () => {
    const out = path.resolve(process.argv[2] ?? path.join(root, 'dist'));
    say(`The release is in ${await pack(out)}.`);
  });
}
