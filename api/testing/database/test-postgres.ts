import { execFileSync, spawnSync } from 'node:child_process';
import { chownSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { installPostgres } from './install-postgres.ts';

/** PostgreSQL refuses to run as root; its package brings this user. */
const USER = 'postgres';

// Nothing here has to survive a power cut, and a test waits for every flush. A crash of PostgreSQL
// alone loses no commit even so.
const FLEETING = ['fsync=off', 'full_page_writes=off'];
const SETTINGS = ['listen_addresses=', 'max_connections=300'];

/** A PostgreSQL server in a temporary directory, reached by a socket within it. */
export interface TestPostgres {
  /** Of the database `name`, which may not exist. */
  urlOf(name: string): string;
  start(): void;
  /** `fast` as an operator stops it, `immediate` as a crash does. */
  stop(mode: 'fast' | 'immediate'): void;
  /** Stops it and leaves nothing behind. */
  close(): void;
}

/**
 * Starts a server of its own for a test file or a whole run; installs PostgreSQL where there is none.
 * A durable one flushes what it commits, as one that is measured has to.
 */
export function startTestPostgres({ durable = false } = {}): TestPostgres {
  const programs = installPostgres();
  const directory = mkdtempSync(join(tmpdir(), 'carrel-postgres-'));
  const data = join(directory, 'data');
  const isRoot = process.getuid?.() === 0;
  if (isRoot) {
    const id = (kind: string) => Number(execFileSync('id', [kind, USER], { encoding: 'utf8' }));
    chownSync(directory, id('-u'), id('-g'));
  }

  const run = (program: string, ...options: string[]) => {
    const command = [join(programs, program), '-D', data, ...options];
    const [first = '', ...rest] = isRoot ? ['runuser', '-u', USER, '--', ...command] : command;
    const { status, stderr } = spawnSync(first, rest, {
      cwd: directory,
      encoding: 'utf8',
      // The server would keep an output that it shares open for as long as it runs.
      stdio: ['ignore', 'ignore', program === 'initdb' ? 'pipe' : 'ignore'],
    });
    if (status !== 0) throw new Error(`${program} failed with ${String(status)}: ${stderr ?? ''}`);
  };

  const start = () => {
    const settings = [
      ...SETTINGS,
      ...(durable ? [] : FLEETING),
      `unix_socket_directories=${directory}`,
    ];
    const options = settings.map((setting) => `-c ${setting}`).join(' ');
    run('pg_ctl', 'start', '-w', '-l', join(directory, 'log'), '-o', options);
  };

  run('initdb', '--no-sync', '-A', 'trust', '-U', USER, '-E', 'UTF8', '--locale=C.UTF-8');
  start();
  return {
    urlOf: (name) => `postgres:///${name}?host=${encodeURIComponent(directory)}&user=${USER}`,
    start,
    stop: (mode) => run('pg_ctl', 'stop', '-w', '-m', mode),
    close: () => {
      run('pg_ctl', 'stop', '-w', '-m', 'immediate');
      rmSync(directory, { recursive: true, force: true });
    },
  };
}
