import { spawn } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';

import { rspack } from '@rspack/core';
import type { Configuration } from '@rspack/core';

import { REMOTES, root } from '../publish/built-state.ts';
import { publishRemote } from '../publish/publish-remote.ts';
import { publishShell } from '../publish/publish-shell.ts';
import { installForSettings } from './install-model-runtime.ts';
import { SERVER_ENVIRONMENT } from './server-environment.ts';

/** The folder of the development build; the built console is not changed. */
const folder = path.join(root, 'dist/dev');

/** A change of this file makes open pages reload. */
const BUILT = path.join(folder, '.built');

async function configurationOf(packageName: string): Promise<Configuration> {
  const file = path.join(root, packageName, 'rspack.config.ts');
  const { default: configuration } = (await import(file)) as {
    default: Configuration | (() => Configuration | Promise<Configuration>);
  };
  return typeof configuration === 'function' ? configuration() : configuration;
}

function startServer(): void {
  const server = spawn(process.execPath, ['--watch', path.join(root, 'api/src/main.ts')], {
    stdio: 'inherit',
    cwd: root,
    env: { ...SERVER_ENVIRONMENT, ...process.env, CONSOLE_DIR: folder },
  });
  server.on('close', (code) => process.exit(code ?? 1));
  process.on('SIGINT', () => server.kill('SIGINT'));
  process.on('SIGTERM', () => server.kill('SIGTERM'));
}

const staged = (name: string) => path.join(root, 'dist/staging-dev', name);

async function publish(): Promise<void> {
  await publishShell({ staged: staged('shell'), folder, compress: false });
  for (const name of REMOTES) {
    // Sequentially: they share the registry.
    await publishRemote({ name, staged: staged(name), folder, compress: false });
  }
  await writeFile(BUILT, new Date().toISOString());
}

/** Builds everything again at each change, and runs the server; open pages reload automatically. */
async function dev(): Promise<void> {
  process.env['NODE_ENV'] = 'development';
  await installForSettings(process.env);
  const configurations = await Promise.all(['shell', ...REMOTES].map(configurationOf));
  let serving = false;
  // Sequentially: two builds may end at almost the same time.
  let published = Promise.resolve();
  rspack(configurations).watch({}, (error, stats) => {
    if (error !== null) throw error;
    process.stdout.write(`${stats?.toString({ preset: 'errors-warnings', timings: true })}\n`);
    if (stats?.hasErrors() === true) return;
    published = published.then(publish).then(() => {
      if (!serving) startServer();
      serving = true;
    });
  });
}

await dev();
