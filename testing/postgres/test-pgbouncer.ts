import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { chownSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createConnection } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** PgBouncer refuses to run as root; the package of PostgreSQL creates this user. */
const USER = 'postgres';

const PORT = 6432;

/** Debian's place of the program, which is not on the PATH of every user. */
const PROGRAMS = ['/usr/sbin/pgbouncer', '/usr/bin/pgbouncer', '/usr/local/bin/pgbouncer'];

/** A PgBouncer in transaction mode in front of a PostgreSQL server. */
export interface TestPgbouncer {
  /** Returns the URL of a database of the server, by way of PgBouncer. */
  urlOf(name: string): string;
  close(): void;
}

const installed = () => PROGRAMS.find((program) => existsSync(program));

/** Returns the major and the minor version of a PgBouncer. */
export function programVersion(program: string): [number, number] {
  const text = execFileSync(program, ['--version'], { encoding: 'utf8' });
  const [, major, minor] = /PgBouncer (\d+)\.(\d+)/.exec(text) ?? [];
  return [Number(major), Number(minor)];
}

/** From 1.21 on, PgBouncer prepares the named statements of its clients on each of its connections. */
function keepsNames(program: string): boolean {
  const [major, minor] = programVersion(program);
  return major > 1 || minor >= 21;
}

/**
 * Returns the program of PgBouncer: the one that `PGBOUNCER` names, or Debian's. As root on Debian, installs its
 * package if it is missing.
 */
export function findPgbouncer({ debian = false } = {}): string | undefined {
  const named = process.env['PGBOUNCER'];
  if (named !== undefined && !debian) return named;
  if (installed() === undefined && process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
    const apt = (...options: string[]) => spawnSync('apt-get', options, { stdio: 'ignore', env });
    apt('update');
    apt('install', '-y', '--no-install-recommends', 'pgbouncer');
  }
  return installed();
}

/**
 * Starts PgBouncer in front of the server whose sockets are in the folder `socketFolder`. Sixteen clients
 * share four connections, so that the transactions of a client run on different ones.
 */
export async function startTestPgbouncer(
  program: string,
  socketFolder: string,
): Promise<TestPgbouncer> {
  const folder = mkdtempSync(join(tmpdir(), 'carrel-pgbouncer-'));
  const owner = process.getuid?.() === 0 ? { uid: idOf('-u'), gid: idOf('-g') } : {};
  if (owner.uid !== undefined) chownSync(folder, owner.uid, owner.gid);
  const configuration = join(folder, 'pgbouncer.ini');
  writeFileSync(
    configuration,
    `[databases]
* = host=${socketFolder} user=${USER}
[pgbouncer]
listen_port = ${PORT}
listen_addr =
unix_socket_dir = ${folder}
auth_type = any
pool_mode = transaction
default_pool_size = 4
max_client_conn = 1000
${keepsNames(program) ? 'max_prepared_statements = 200' : ''}
logfile = ${join(folder, 'log')}
`,
  );
  const running = spawn(program, [configuration], { stdio: 'ignore', cwd: folder, ...owner });
  const exited = new Promise<never>((_, reject) => {
    running.once('error', reject);
    running.once('exit', (code) => reject(new Error(`PgBouncer ended with ${String(code)}.`)));
  });
  await Promise.race([listening(join(folder, `.s.PGSQL.${PORT}`)), exited]);
  exited.catch(() => undefined);
  return {
    urlOf: (name) =>
      `postgres:///${name}?host=${encodeURIComponent(folder)}&port=${PORT}&user=${USER}`,
    close: () => {
      running.kill('SIGINT');
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

const idOf = (kind: string) => Number(execFileSync('id', [kind, USER], { encoding: 'utf8' }));

/** Waits until a socket accepts connections. */
function listening(socket: string): Promise<void> {
  return new Promise((resolve) => {
    const attempt = () => {
      const connection = createConnection(socket, () => {
        connection.destroy();
        resolve();
      });
      connection.on('error', () => setTimeout(attempt, 20));
    };
    attempt();
  });
}
