import { spawnSync } from 'node:child_process';
import { readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';

import { root } from '../publish/built-state.ts';
import { runScript } from '../publish/run-script.ts';
import { namesOf, nextPort, refuseReserved, refuseTaken } from './remote-name.ts';
import { writeTemplate } from './write-template.ts';

function run(command: string, args: readonly string[], folder: string): void {
  const { status, error } = spawnSync(command, args, { cwd: folder, stdio: 'inherit' });
  if (error !== undefined) throw error;
  if (status !== 0) throw new Error(`"${[command, ...args].join(' ')}" failed.`);
}

/** Installs what the new remote needs, by the pnpm that runs this script. */
function install(repository: string): void {
  const args = ['install', '--no-frozen-lockfile', '--prefer-offline'];
  const pnpm = process.env['npm_execpath'];
  if (pnpm !== undefined && /pnpm[^/\\]*\.[cm]?js$/.test(pnpm)) {
    run(process.execPath, [pnpm, ...args], repository);
  } else run('npx', ['-y', 'pnpm@12', ...args], repository);
}

/**
 * Writes a new remote into a repository, and makes it ready to run. Nothing of it is left, and the lockfile is
 * as before, where that fails.
 */
export async function newRemote(
  word: string | undefined,
  repository: string,
  prepare: (repository: string, remote: string) => void = (folder, remote) => {
    run(path.join(folder, 'node_modules/.bin/oxfmt'), [remote], folder);
    install(folder);
  },
): Promise<string> {
  const names = namesOf(word);
  refuseTaken(repository, names);
  refuseReserved(names);
  const folder = path.join(repository, names.remote);
  const lockfile = path.join(repository, 'pnpm-lock.yaml');
  const locked = await readFile(lockfile, 'utf8');
  await writeTemplate({
    names,
    folder,
    part: 'workspace',
    shared: '@carrel/shared',
    port: nextPort(repository),
  });
  try {
    prepare(repository, names.remote);
  } catch (error) {
    await rm(folder, { recursive: true, force: true });
    await writeFile(lockfile, locked);
    throw error;
  }
  return names.remote;
}

const next = (remote: string) => `
${remote} is ready. Its screen is /${remote.replace('mf-', '')}, after "npx -y pnpm@12 start" in the sidebar too.

  npx -y pnpm@12 --filter ${remote} dev     its screen alone with fast refresh, against a running server
  npx -y pnpm@12 standalone ${remote}       its release without the sidebar
  npx -y pnpm@12 exec vitest run --project ${remote}
  npx -y pnpm@12 release ${remote}          into the running console

docs/remotes.md says what comes next.
`;

if (import.meta.main) {
  // Ctrl-C ends the installation, whose failure is cleaned up.
  process.on('SIGINT', () => undefined);
  await runScript(async () => {
    process.stdout.write(next(await newRemote(process.argv[2], root)));
  });
}
