import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/** Debian's folder for the programs of each version. On the PATH it has wrappers for only some of them. */
const DEBIAN = '/usr/lib/postgresql';

/** Returns the folder of PostgreSQL's programs (`initdb`, `pg_ctl`), if it is installed. */
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
 * Returns the folder of PostgreSQL's programs. As root, installs Debian's package if it is missing.
 * @throws if PostgreSQL is neither installed nor installable.
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
