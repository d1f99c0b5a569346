import { spawn } from 'node:child_process';
import path from 'node:path';
import { createInterface } from 'node:readline';

import { build } from './build.ts';
import { root } from './built-state.ts';
import { runScript } from './run-script.ts';
import { SERVER_ENVIRONMENT } from './server-environment.ts';

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

/** Builds what changed and runs the server, whose exit code becomes this process's. */
async function start(): Promise<void> {
  await build(say);
  const server = spawn(process.execPath, [path.join(root, 'api/src/main.ts')], {
    stdio: ['inherit', 'pipe', 'inherit'],
    cwd: root,
    env: { ...SERVER_ENVIRONMENT, ...process.env },
  });
  let ready = false;
  createInterface(server.stdout).on('line', (line) => (ready = printLine(line, ready)));
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => server.kill(signal));
  }
  server.on('close', (code) => (process.exitCode = code ?? 1));
}

await runScript(start);
