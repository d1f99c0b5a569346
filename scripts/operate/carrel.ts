#!/usr/bin/env node
// The command of the package. It runs on Node.js from 20.11 on, and starts the others on the one they need.
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

import { installForSettings } from '../run/install-model-runtime.ts';
import { runServer } from '../run/run-server.ts';

const NODE_MAJOR = 24;

const { version } = JSON.parse(
  readFileSync(new URL('../../package.json', import.meta.url), 'utf8'),
) as { version: string };

const COMMANDS: Readonly<Record<string, readonly [file: URL, does: string]>> = {
  backup: [new URL('backup.ts', import.meta.url), '<file>: writes database and files to one file'],
  restore: [new URL('restore.ts', import.meta.url), '<file>: reads it into an empty database'],
  verify: [new URL('verify.ts', import.meta.url), ': checks the database and every stored byte'],
  'finish-upgrade': [
    new URL('finish-upgrade.ts', import.meta.url),
    ': when no earlier version runs any more',
  ],
  'install-model-runtime': [
    new URL('install-model-runtime.ts', import.meta.url),
    ': what runs a model of the settings, where the package may not be written at a start',
  ],
  'partition-tables': [
    new URL('partition-tables.ts', import.meta.url),
    '[--partitions 16 | --abandon]: for tables of 100 GB and more',
  ],
  quota: [new URL('quota.ts', import.meta.url), '<organization id> documents=20000: its limits'],
  'sign-out': [new URL('sign-out.ts', import.meta.url), '<address> | --everyone: ends sessions'],
  status: [new URL('status.ts', import.meta.url), '[address] [--json]: how the server is'],
  'check-registry': [
    new URL('check-registry.ts', import.meta.url),
    '[folder]: whether the registry of the console is valid',
  ],
};

/** Commands of the other command line, whose name was the same until 1.0. */
const FOR_PEOPLE = new Set(['login', 'logout', 'whoami', 'datasets', 'sync', 'upload']);

const USAGE = `Usage: carrel <command>

  start: serves the console and the API, on http://localhost:3000 with ./data unless set otherwise
${Object.entries(COMMANDS)
  .map(([name, [, does]]) => `  ${name}${does.startsWith(':') ? '' : ' '}${does}`)
  .join('\n')}

carrel --version prints the version. Settings are environment variables.
`;

/** Returns the Node.js that runs this, or the one that was installed with the package. */
function findNode(): string | undefined {
  if (Number.parseInt(process.versions.node, 10) >= NODE_MAJOR) return process.execPath;
  try {
    const { resolve } = createRequire(import.meta.url);
    const manifest = resolve(`node-${process.platform}-${process.arch}/package.json`);
    return path.join(path.dirname(manifest), 'bin/node');
  } catch {
    return undefined;
  }
}

const [, , name = '--help', ...rest] = process.argv;
const node = findNode();
const command = COMMANDS[name];
if (name === '--help' || name === '-h' || name === 'help') {
  process.stdout.write(USAGE);
} else if (name === '--version' || name === 'version') {
  process.stdout.write(`carrel ${version}\n`);
} else if (name !== 'start' && command === undefined) {
  const what = FOR_PEOPLE.has(name)
    ? `"${name}" is a command of carrel-cli, the package @carrel/cli: docs/command-line.md`
    : `There is no command "${name}".`;
  process.stderr.write(`carrel: ${what}\n\n${USAGE}`);
  process.exitCode = 2;
} else if (node === undefined) {
  process.stderr.write(
    `Carrel needs Node.js ${NODE_MAJOR}, and this is ${process.versions.node}. No package has one for ${process.platform} on ${process.arch}: install it.\n`,
  );
  process.exitCode = 1;
} else if (command === undefined) {
  await installForSettings(process.env);
  runServer(node, process.cwd());
} else {
  const child = spawn(node, [fileURLToPath(command[0]), ...rest], { stdio: 'inherit' });
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => child.kill(signal));
  }
  child.on('close', (code) => (process.exitCode = code ?? 1));
}
