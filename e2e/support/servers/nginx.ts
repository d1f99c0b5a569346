import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { expect } from '@playwright/test';

import { findOnPath, installPackages } from '../browser.ts';

/** Debian installs it outside of the usual PATH. */
const FOLDERS = ['/usr/sbin', '/usr/local/sbin', '/opt/homebrew/bin'];

const findNginx = () => findOnPath(['nginx'], FOLDERS);

/** Installs nginx where it is missing, as far as that is possible. */
export function installNginx(): void {
  if (findNginx() === undefined) installPackages(['nginx']);
}

/** A server block: where it listens, and its configuration file. */
export interface NginxSite {
  host: string;
  port: number;
  configuration: string;
}

const serverBlock = ({ host, port, configuration }: NginxSite) => `
  server {
    listen 127.0.0.1:${port};
    server_name ${host};
    include ${configuration};
  }`;

/** An nginx process that writes only to a temporary folder. */
export class Nginx {
  readonly #folder: string;
  readonly #process: ChildProcess;

  private constructor(folder: string, child: ChildProcess) {
    this.#folder = folder;
    this.#process = child;
  }

  /** Starts nginx, and resolves once it serves the sites. @throws where it is not installed. */
  static async start(sites: readonly NginxSite[]): Promise<Nginx> {
    const executable = findNginx();
    if (executable === undefined) throw new Error('This test needs nginx. Install it.');
    const folder = await mkdtemp(path.join(tmpdir(), 'carrel-nginx-'));
    const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];
    const configuration = `
${process.getuid?.() === 0 ? 'user root;' : ''}
daemon off;
worker_processes 1;
pid ${folder}/nginx.pid;
error_log stderr error;
events {}
http {
  include ${process.env['NGINX_MIME_TYPES'] ?? '/etc/nginx/mime.types'};
  access_log off;
${temporary.map((name) => `  ${name}_temp_path ${folder}/${name};`).join('\n')}
${sites.map(serverBlock).join('\n')}
}
`;
    await writeFile(path.join(folder, 'nginx.conf'), configuration);
    const child = spawn(executable, ['-p', folder, '-c', `${folder}/nginx.conf`], {
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    const nginx = new Nginx(folder, child);
    for (const { port } of sites) {
      await expect
        .poll(() =>
          fetch(`http://127.0.0.1:${port}/`).then(
            () => true,
            () => child.exitCode,
          ),
        )
        .toBe(true);
    }
    return nginx;
  }

  async stop(): Promise<void> {
    if (this.#process.exitCode === null) {
      const exit = once(this.#process, 'exit');
      this.#process.kill('SIGQUIT');
      await exit;
    }
    await rm(this.#folder, { recursive: true, force: true });
  }
}
