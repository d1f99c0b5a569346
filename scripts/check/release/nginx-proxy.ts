import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { root } from '../../publish/built-state.ts';
import { until } from './person.ts';

/** Debian installs it outside of the usual PATH. */
const FOLDERS = ['/usr/sbin', '/usr/local/sbin', '/opt/homebrew/bin'];

/** Returns nginx's path; undefined where it is not installed. */
export function findNginx(): string | undefined {
  return [...(process.env['PATH'] ?? '').split(path.delimiter), ...FOLDERS]
    .map((folder) => path.join(folder, 'nginx'))
    .find((file) => existsSync(file));
}

/** Returns the configuration of deploy/nginx.conf for servers of this machine. */
export async function proxyConfiguration(ports: readonly number[], port: number): Promise<string> {
  const documented = await readFile(path.join(root, 'deploy/nginx.conf'), 'utf8');
  const servers = ports.map((one) => `  server 127.0.0.1:${one} max_fails=0;\n`).join('');
  return documented
    .replace(/(?:^ {2}server carrel-\S+ max_fails=0;\n)+/m, servers)
    .replace(/listen \S+;/, `listen 127.0.0.1:${port};`);
}

/** nginx in front of two instances, as documented, with its files in a temporary folder. */
export class NginxProxy {
  readonly #folder: string;
  readonly #child: ChildProcess;
  readonly origin: string;

  private constructor(folder: string, child: ChildProcess, port: number) {
    this.#folder = folder;
    this.#child = child;
    this.origin = `http://127.0.0.1:${port}`;
  }

  /** Resolves once it responds for the instances. */
  static async start(nginx: string, ports: readonly number[], port: number): Promise<NginxProxy> {
    const folder = await mkdtemp(path.join(tmpdir(), 'carrel-proxy-'));
    const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];
    const file = path.join(folder, 'nginx.conf');
    await writeFile(
      file,
      [
        process.getuid?.() === 0 ? 'user root;' : '',
        `daemon off;\npid ${folder}/nginx.pid;\nerror_log ${folder}/error.log error;`,
        'events {}\nhttp {\naccess_log off;',
        ...temporary.map((name) => `${name}_temp_path ${folder}/${name};`),
        await proxyConfiguration(ports, port),
        '}\n',
      ].join('\n'),
    );
    const child = spawn(nginx, ['-p', folder, '-c', file], {
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    const proxy = new NginxProxy(folder, child, port);
    await until('The proxy', async () => {
      const response = await fetch(`${proxy.origin}/readyz`).catch(() => undefined);
      return response?.ok === true ? true : undefined;
    });
    return proxy;
  }

  async stop(): Promise<void> {
    if (this.#child.exitCode === null) {
      const ended = once(this.#child, 'exit');
      this.#child.kill('SIGTERM');
      await ended;
    }
    await rm(this.#folder, { recursive: true, force: true });
  }
}
