import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

import { isRunning } from '../publish/is-running.ts';

const LOOK_MILLISECONDS = 500;
const ANCESTORS_MAX = 8;

/** `pnpm start`, `npm exec pnpm@12 start`, and Node.js with the file of one of them. */
const MANAGER =
  /^(?:npm|npx|pnpm|corepack)\b|^\S*node(?:\s+-\S+)*\s+\S*\b(?:npm|npx|pnpm|corepack)(?:-cli)?(?:\.[cm]?js)?(?:\s|$)/u;
const SHELL = /^\S*\b(?:sh|dash|bash)\s+-c\b/u;

interface Ancestor {
  pid: number;
  parent: number;
  command: string;
}

function readProcess(pid: number): Ancestor | undefined {
  try {
    if (process.platform === 'linux') {
      const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
      const [, parent = '0'] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
      const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ').trim();
      return { pid, parent: Number(parent), command };
    }
    const line = execFileSync('ps', ['-o', 'ppid=,command=', '-p', String(pid)], {
      encoding: 'utf8',
    }).trim();
    const [, parent = '0', command = ''] = /^(\d+)\s+(.*)$/u.exec(line) ?? [];
    return { pid, parent: Number(parent), command };
  } catch {
    return undefined;
  }
}

/** Returns the ids of the package managers that started this process, and of what is between. */
export function packageManagers(
  read: (pid: number) => Ancestor | undefined = readProcess,
): number[] {
  const found: Ancestor[] = [];
  let pid = process.ppid;
  while (found.length < ANCESTORS_MAX && pid > 1) {
    const one = read(pid);
    if (one === undefined || !(MANAGER.test(one.command) || SHELL.test(one.command))) break;
    found.push(one);
    pid = one.parent;
  }
  // A shell above all of them is somebody's own.
  const last = found.findLastIndex(({ command }) => MANAGER.test(command));
  return found.slice(0, last + 1).map((one) => one.pid);
}

/** Calls `end` when a package manager that started this process has gone: nobody would stop it then. */
export function endWithPackageManager(end: () => void): void {
  const pids = process.env['npm_lifecycle_event'] === undefined ? [] : packageManagers();
  if (pids.length === 0) return;
  const timer = setInterval(() => {
    if (pids.every(isRunning)) return;
    clearInterval(timer);
    end();
  }, LOOK_MILLISECONDS);
  timer.unref();
}
