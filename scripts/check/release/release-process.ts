import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';

import { until } from './person.ts';

/** A release that runs as a process, on its own port. */
export class ReleaseProcess {
  readonly origin: string;
  readonly #child: ChildProcess;
  #errors = '';

  private constructor(child: ChildProcess, port: number) {
    this.#child = child;
    this.origin = `http://127.0.0.1:${port}`;
    child.stderr?.on('data', (bytes: Buffer) => (this.#errors += bytes.toString()));
    // A pipe that nobody reads would stop the server.
    child.stdout?.resume();
  }

  /** Starts a command with these settings only. It may not be ready yet. */
  static spawn(
    command: readonly [string, ...string[]],
    port: number,
    settings: Readonly<Record<string, string>>,
    folder: string,
  ): ReleaseProcess {
    const [file, ...options] = command;
    const child = spawn(file, options, {
      cwd: folder,
      env: { PATH: process.env['PATH'], HOME: folder, ...settings, PORT: String(port) },
      stdio: ['ignore', 'pipe', 'pipe'],
      // A group of its own, with the server that the command starts.
      detached: true,
    });
    return new ReleaseProcess(child, port);
  }

  /** Resolves once the server is ready. Rejects with what it wrote if it ends before. */
  async ready(): Promise<void> {
    await until('The start', async () => {
      if (this.hasEnded) throw new Error(`The server ended: ${this.#errors}`);
      const response = await fetch(`${this.origin}/readyz`).catch(() => undefined);
      return response?.ok === true ? true : undefined;
    });
  }

  get hasEnded(): boolean {
    return this.#child.exitCode !== null || this.#child.signalCode !== null;
  }

  /** Resolves with the exit code and the errors of a process that ends by itself. */
  async ended(): Promise<{ code: number | null; errors: string }> {
    if (!this.hasEnded) await once(this.#child, 'close');
    return { code: this.#child.exitCode, errors: this.#errors };
  }

  /** Stops it as a service manager does, and returns its exit code. */
  async stop(): Promise<number | null> {
    this.#child.kill('SIGTERM');
    return (await this.ended()).code;
  }

  /** Kills it, and what it started. */
  kill(): void {
    const { pid } = this.#child;
    if (pid !== undefined && !this.hasEnded) process.kill(-pid, 'SIGKILL');
  }
}
