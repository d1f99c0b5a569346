import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/** Where Debian keeps the programs of each version; on the PATH it has wrappers of only some. */
const DEBIAN = '/usr/lib/postgresql';

/** The folder of PostgreSQL's own programs, if it is installed: `initdb`, `pg_ctl`. */
function findPostgres(): string | undefined {
  const versions = existsSync(DEBIAN) ? readdirSync(DEBIAN) : [];
  const newestFirst = versions.sort((a, b) => Number(b) - Number(a));
  const folders = [
    ...newestFirst.map((version) => join(DEBIAN, version, 'bin')),
    ...(process.env['PATH'] ?? '').split(delimiter),
  ];
  return folders.find((folder) => existsSync(join(folder, 'initdb')));
}

/**
 * Finds PostgreSQL, and installs Debian's package where there is none and root may. Throws where
 * neither works.
 */
export function installPostgres(): string {
  const found = findPostgres();
  if (found !== undefined) return found;
  if (process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    process.stdout.write('No PostgreSQL here; installing it ...\n');
    execFileSync('apt-get', ['update'], { stdio: 'inherit' });
    const options = ['install', '-y', '--no-install-recommends', 'postgresql'];
    execFileSync('apt-get', options, {
      stdio: 'inherit',
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    });
  }
  const installed = findPostgres();
  if (installed === undefined) {
    throw new Error('The tests need PostgreSQL, 15 or later. Install it, with initdb on the PATH.');
  }
  return installed;
}
