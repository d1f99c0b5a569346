import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

import { endWithPackageManager } from './package-manager.ts';
import { SERVER_ENVIRONMENT } from './server-environment.ts';

const MAIN = fileURLToPath(new URL('../../api/src/main.ts', import.meta.url));

interface LogLine {
  level?: string;
  message?: string;
  address?: string;
}

function parseLine(line: string): LogLine {
  try {
    return JSON.parse(line) as LogLine;
  } catch {
    return {};
  }
}

const say = (line: string) => process.stdout.write(`${line}\n`);

/** Prints the steps of the start as sentences, and log lines unchanged once the server is ready. */
function printLine(line: string, ready: boolean): boolean {
  const { level, message = '', address } = parseLine(line);
  if (ready || level !== 'info') {
    say(line);
    return ready;
  }
  if (message !== 'ready') {
    say(`${message.charAt(0).toUpperCase()}${message.slice(1)} ...`);
    return false;
  }
  say(`\nCarrel is ready. Open ${address}\n`);
  return true;
}

/**
 * Runs the server with an executable of Node.js, in a folder where `./data` is by default. Its exit code becomes
 * this process's, whose signals it gets.
 */
export function runServer(executable: string, folder: string): void {
  // Its output is read here, and shown where that of this process is.
  const terminal = process.stdout.isTTY ? ['--terminal'] : [];
  const server = spawn(executable, [MAIN, `--parent=${process.pid}`, ...terminal], {
    stdio: ['inherit', 'pipe', 'inherit'],
    cwd: folder,
    env: { ...SERVER_ENVIRONMENT, ...process.env },
  });
  let ready = false;
  createInterface(server.stdout).on('line', (line) => (ready = printLine(line, ready)));
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => server.kill(signal));
  }
  endWithPackageManager(() => server.kill('SIGTERM'));
  server.on('close', (code) => (process.exitCode = code ?? 1));
}
