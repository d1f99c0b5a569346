import { execFile } from 'node:child_process';
import path from 'node:path';

import type { ServedLibrary } from '@carrel/testing/servers/served-library.ts';
import { configFolder, SessionStore } from '../session/session-store.ts';

const MAIN = path.resolve(import.meta.dirname, '../main.ts');

/** How a run of `carrel-cli` ended, and what it wrote. */
export interface Ended {
  code: number;
  output: string;
  errors: string;
}

/** Runs `carrel-cli` in a process of its own, with PATH and these variables alone. */
export const runCli = (
  args: readonly string[],
  environment: Readonly<Record<string, string>>,
): Promise<Ended> =>
  new Promise((resolve) => {
    const env = { PATH: process.env['PATH'], ...environment };
    execFile(process.execPath, [MAIN, ...args], { env }, (error, output, errors) => {
      resolve({ code: Number(error?.code ?? 0), output, errors });
    });
  });

/** Signs the Owner of a library in, in a folder of settings. Returns the variables of runs with that session. */
export async function signIn(
  { url, cookie }: ServedLibrary,
  folder: string,
): Promise<{ XDG_CONFIG_HOME: string; CARREL_SERVER: string }> {
  const cookies = cookie.split('; ').map((pair) => {
    const [name = '', value = ''] = pair.split('=');
    return { name, value, path: '/api' };
  });
  await new SessionStore(configFolder({ XDG_CONFIG_HOME: folder })).write(url, { cookies });
  return { XDG_CONFIG_HOME: folder, CARREL_SERVER: url };
}
