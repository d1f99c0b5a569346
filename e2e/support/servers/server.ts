import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';

import { copyMigratedDatabase } from '@carrel/testing/database/copy-migrated-database.ts';
import { SHORT_LIVED } from '@carrel/testing/servers/short-lived.ts';
import { SERVER_ENVIRONMENT } from '@carrel/scripts/run/server-environment.ts';
import { freePort } from './free-port.ts';

const MAIN = path.resolve(import.meta.dirname, '../../../api/src/main.ts');

/** The benches, which Playwright does not run, measure the server as users run it. */
const FLAGS = process.env['TEST_WORKER_INDEX'] === undefined ? [] : SHORT_LIVED;

type Settings = Readonly<Record<string, string>>;

/** A real server process with an empty data directory, at `url`. */
export class ServerProcess {
  readonly #dataDirectory: string;
  readonly #settings: Settings;
  #process: ChildProcess | undefined;
  #port = 0;

  private constructor(dataDirectory: string, settings: Settings) {
    this.#dataDirectory = dataDirectory;
    this.#settings = settings;
  }

  /**
   * Starts a server, with additional settings, which may depend on its port. With `createsDatabase`, it
   * creates its database instead of starting on a copy of a migrated one.
   */
  static async start(
    settings: Settings | ((port: number) => Settings) = {},
    { createsDatabase = false } = {},
  ): Promise<ServerProcess> {
    const port = await freePort();
    const all = typeof settings === 'function' ? settings(port) : settings;
    const server = new ServerProcess(await mkdtemp(path.join(tmpdir(), 'carrel-e2e-')), all);
    server.#port = port;
    if (!createsDatabase) copyMigratedDatabase(server.#dataDirectory);
    await server.run();
    return server;
  }

  get url(): string {
    return `http://localhost:${this.#port}`;
  }

  /** The server's data directory. */
  get dataDirectory(): string {
    return this.#dataDirectory;
  }

  /** The id of the running process. Throws where it is not running. */
  get pid(): number {
    if (this.#process?.pid === undefined) throw new Error('The server is not running.');
    return this.#process.pid;
  }

  /** Starts the process, with the same data and port after it was killed. */
  async run(): Promise<void> {
    const child = spawn(process.execPath, [...FLAGS, MAIN], {
      env: {
        ...SERVER_ENVIRONMENT,
        ...process.env,
        ...this.#settings,
        DATA_DIR: this.#dataDirectory,
        HOST: '127.0.0.1',
        PORT: String(this.#port),
      },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    this.#process = child;
    const { promise: ready, resolve, reject } = Promise.withResolvers<void>();
    createInterface(child.stdout).on('line', (line) => {
      if (line.includes('"message":"ready"')) resolve();
    });
    child.once('exit', (code) => reject(new Error(`The server ended with ${code}.`)));
    await ready;
  }

  /** Kills the process without a shutdown. */
  async kill(): Promise<void> {
    const ended = this.#process?.exitCode ?? this.#process?.signalCode ?? null;
    if (this.#process === undefined || ended !== null) return;
    const exit = once(this.#process, 'exit');
    this.#process.kill('SIGKILL');
    await exit;
  }

  async stop(): Promise<void> {
    await this.kill();
    // A worker of the killed server may still be writing its last file.
    await rm(this.#dataDirectory, { recursive: true, force: true, maxRetries: 10 });
  }

  /** Returns the path of the newest link mailed to an address; undefined while there is none. */
  async mailedPath(address: string): Promise<string | undefined> {
    const outbox = path.join(this.#dataDirectory, 'outbox');
    const names = await readdir(outbox).catch(() => []);
    for (const name of names
      .filter((file) => file.endsWith('.eml'))
      .sort()
      .toReversed()) {
      const mail = await readFile(path.join(outbox, name), 'utf8');
      // Undoes the soft line breaks and the escaped equals signs of quoted-printable.
      const text = mail.replaceAll(/=\r?\n/g, '').replaceAll('=3D', '=');
      const link =
        /https?:\/\/[^\s/]+(\/(?:accounts|organizations|datasets|workspaces)\/[^\s"<>]+)/.exec(
          text,
        )?.[1];
      // A long header is folded.
      if (text.replaceAll(/\r?\n /g, ' ').includes(`To: ${address}`) && link !== undefined)
        return link;
    }
    return undefined;
  }
}
