import { execFileSync, spawnSync } from 'node:child_process';
import { chownSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { installPostgres } from './install-postgres.ts';

/** PostgreSQL refuses to run as root; its package creates this user. */
const USER = 'postgres';

// Tests need not survive a power cut, and every fsync slows them down. A crash of PostgreSQL alone loses
// no commit without fsync either.
const WITHOUT_FSYNC = ['fsync=off', 'full_page_writes=off'];
const SETTINGS = ['listen_addresses=', 'max_connections=300'];

/** A PostgreSQL server in a temporary directory, with a Unix socket in it. */
export interface TestPostgres {
  /** The folder of its socket. */
  readonly socketFolder: string;
  /** Returns the URL of the database `name`, whether it exists or not. */
  urlOf(name: string): string;
  /** What it has logged. */
  readLog(): string;
  start(): void;
  /** Ends the following of another server: it writes on its own. */
  promote(): void;
  /** `fast` stops it as an operator does, `immediate` as a crash does. */
  stop(mode: 'fast' | 'immediate'): void;
  /** Stops it and deletes its files. */
  close(): void;
}

interface TestPostgresOptions {
  /** Uses fsync, as benchmarks require. */
  durable?: boolean;
  /** The server to copy and to follow. */
  replicaOf?: TestPostgres;
  /** Of its configuration, such as `max_standby_streaming_delay=0`. */
  settings?: readonly string[];
}

/** Starts a server for a test file or a whole run; installs PostgreSQL if it is missing. */
export function startTestPostgres({
  durable = false,
  replicaOf,
  settings: more = [],
}: TestPostgresOptions = {}): TestPostgres {
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
      // The server would keep an inherited output open for as long as it runs.
      stdio: ['ignore', 'ignore', program === 'pg_ctl' ? 'ignore' : 'pipe'],
    });
    if (status !== 0) throw new Error(`${program} failed with ${String(status)}: ${stderr ?? ''}`);
  };

  const start = () => {
    const settings = [
      ...SETTINGS,
      ...(durable ? [] : WITHOUT_FSYNC),
      `unix_socket_directories=${directory}`,
      ...more,
    ];
    const options = settings.map((setting) => `-c ${setting}`).join(' ');
    run('pg_ctl', 'start', '-w', '-l', join(directory, 'log'), '-o', options);
  };

  if (replicaOf === undefined) {
    run('initdb', '--no-sync', '-A', 'trust', '-U', USER, '-E', 'UTF8', '--locale=C.UTF-8');
  } else {
    const from = ['-h', replicaOf.socketFolder, '-U', USER, '--no-sync'];
    // With the configuration of a standby server.
    run('pg_basebackup', ...from, '--checkpoint=fast', '-X', 'stream', '-R');
  }
  start();
  return {
    socketFolder: directory,
    urlOf: (name) => `postgres:///${name}?host=${encodeURIComponent(directory)}&user=${USER}`,
    readLog: () => readFileSync(join(directory, 'log'), 'utf8'),
    start,
    promote: () => run('pg_ctl', 'promote', '-w'),
    stop: (mode) => run('pg_ctl', 'stop', '-w', '-m', mode),
    close: () => {
      run('pg_ctl', 'stop', '-w', '-m', 'immediate');
      rmSync(directory, { recursive: true, force: true });
    },
  };
}
