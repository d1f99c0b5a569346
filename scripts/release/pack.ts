import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';

import { buildInto } from '../run/build.ts';
import { root } from '../publish/built-state.ts';
import { runScript } from '../publish/run-script.ts';
import { writePackage } from './package/write-package.ts';
import { releaseVersion } from './versions.ts';

const run = promisify(execFile);

const say = (line: string) => process.stdout.write(`${line}\n`);

/**
 * Builds the console, and writes it with the server as one tarball, which npm installs, into a folder. Returns the
 * tarball's path. The same sources in the same folder become the same bytes.
 */
export async function pack(out: string): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'carrel-pack-'));
  try {
    const [built, packed] = [path.join(folder, 'console'), path.join(folder, 'package')];
    await buildInto(built, say);
    await writePackage(packed, built);
    await mkdir(out, { recursive: true });
    // It sorts the files, and gives all of them the same time and owner.
    await run('npm', ['pack', packed, '--pack-destination', out, '--ignore-scripts', '--silent'], {
      cwd: folder,
      env: { ...process.env, npm_config_update_notifier: 'false' },
    });
    return path.join(out, `carrel-${await releaseVersion()}.tgz`);
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
