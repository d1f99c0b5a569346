#!/usr/bin/env node
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';

import { readRelease } from '../../publish/publish-remote.ts';
import { runScript } from '../../publish/run-script.ts';
import { namesOf, refuseReserved } from '../remote-name.ts';
import { writeTemplate } from '../write-template.ts';
import { consoleAt, registerFolder, rollBackIn } from './register-folder.ts';

const USAGE = `Usage: carrel-remote <command>

  new <name> [folder]    a remote with a screen, ready to install; mf-<name> by default
    --kit <version>      where it gets this package: a version, or the path of its tarball
  dev                    its page with fast refresh, against the console at API_URL
  release                builds dist/release
  register --to <folder> registers the release in dist/release, or --from, with a console
  rollback <name> --to <folder>  makes the release before current again

A console's folder is the CONSOLE_DIR of its server. Pages that are open take releases up by themselves.
`;

interface Manifest {
  version: string;
  dependencies: Record<string, string>;
  peerDependencies: Record<string, string>;
}

const manifest = () =>
  JSON.parse(
    readFileSync(path.join(import.meta.dirname, '../../../package.json'), 'utf8'),
  ) as Manifest;

/** Where a new remote gets this package: a tarball by its path from there, or a version. */
function kitOf(kit: string | undefined, folder: string, { version }: Manifest): string {
  if (kit === undefined) return `^${version}`;
  const isFile = kit.endsWith('.tgz') || kit.includes('/');
  if (!isFile) return kit;
  if (!existsSync(kit)) throw new Error(`There is no file ${path.resolve(kit)}.`);
  return `file:${path.relative(folder, path.resolve(kit)).replaceAll(path.sep, '/')}`;
}

async function create(word: string | undefined, place?: string, kit?: string): Promise<string> {
  const names = namesOf(word);
  refuseReserved(names);
  const folder = path.resolve(place ?? names.remote);
  if (existsSync(folder)) throw new Error(`There is something at ${folder} already.`);
  const own = manifest();
  const versions = { ...own.peerDependencies, ...own.dependencies };
  await writeTemplate({
    names,
    folder,
    part: 'own',
    shared: '@carrel/remote-kit',
    port: 3100,
    values: { kit: kitOf(kit, folder, own) },
    versions,
  });
  return `${names.remote} is in ${folder}. Next: npm install, npm test, npm run dev.`;
}

async function release(): Promise<string> {
  // The bundler is loaded by the commands that use it.
  const { buildRemote } = await import('./build-remote.ts');
  const folder = await buildRemote();
  const { version, kit } = await readRelease(folder);
  return `Release ${version}, built with kit ${kit}, is in ${folder}.`;
}

async function dev(): Promise<string> {
  const { serveRemote } = await import('./build-remote.ts');
  await serveRemote();
  return 'Ctrl-C ends it.';
}

await runScript(async () => {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      to: { type: 'string' },
      from: { type: 'string' },
      kit: { type: 'string' },
      help: { type: 'boolean', short: 'h' },
    },
  });
  const [command = '', first, second] = positionals;
  const commands: Record<string, () => Promise<string>> = {
    new: () => create(first, second, values.kit),
    dev,
    release,
    register: () =>
      registerFolder(path.resolve(values.from ?? 'dist/release'), consoleAt(values.to)),
    rollback: () => rollBackIn(consoleAt(values.to), first),
  };
  const act = commands[command];
  if (values.help === true || command === '') process.stdout.write(USAGE);
  else if (act === undefined) throw new Error(`There is no command "${command}".\n\n${USAGE}`);
  else process.stdout.write(`${await act()}\n`);
});
