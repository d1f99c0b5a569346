import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import path from 'node:path';

import { expect } from '@playwright/test';

import { freePort } from './free-port.ts';

/** Timeout of the first build on a busy machine, in milliseconds. */
const BUILD_TIMEOUT_MS = 90_000;

const ROOT = path.resolve(import.meta.dirname, '../../..');

/** The development server of one remote, as `pnpm --filter <remote> dev` starts it. */
export class DevServer {
  readonly #process: ChildProcess;
  readonly url: string;

  private constructor(child: ChildProcess, port: number) {
    this.#process = child;
    this.url = `http://localhost:${port}`;
  }

  /** Starts it and waits until it serves a release. `api` is the API server of its page. */
  static async start(remote: string, api: string): Promise<DevServer> {
    const port = await freePort();
    const folder = path.join(ROOT, remote);
    // The files of an earlier run must not be served.
    await rm(path.join(ROOT, 'dist/override', remote), { recursive: true, force: true });
    const child = spawn(
      path.join(folder, 'node_modules/.bin/rspack'),
      ['dev', '--port', String(port)],
      { cwd: folder, env: { ...process.env, API_URL: api }, stdio: 'ignore' },
    );
    const server = new DevServer(child, port);
    await expect.poll(server.#servesRelease, { timeout: BUILD_TIMEOUT_MS }).toBe(true);
    return server;
  }

  readonly #servesRelease = (): Promise<boolean> =>
    fetch(`${this.url}/release.json`).then(
      ({ ok }) => ok,
      () => false,
    );

  async stop(): Promise<void> {
    const ended = once(this.#process, 'exit');
    this.#process.kill('SIGKILL');
    await ended;
  }
}
