import { execFile } from 'node:child_process';
import { globSync } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';

import { beforeAll, expect, test } from 'vitest';

import { root } from '../../publish/built-state.ts';
import { shellCommands, type DocumentedCommand } from './shell-commands.ts';

const run = promisify(execFile);
const read = (file: string) => readFile(path.join(root, file), 'utf8');

/** Commands that are not the product's: each is the reader's machine's, and runs there alone. */
const OF_THE_MACHINE: Readonly<Record<string, string>> = {
  '[': 'compares the checksum of a backup',
  'curl()': 'a function of the shell for the calls below it',
  cd: 'goes to a folder',
  echo: 'prints',
  export: 'names settings, which are compared with those that are known',
  head: 'reads a file',
  '...': 'the command before it, with other settings',
  psql: 'sets up Citus in the database; `set-up-citus.ts` does it',
  mv: 'installs an unpacked package',
  npm: 'installs an unpacked package; `installed-release.ts` does it',
  npx: 'starts a package; `installed-release.ts` does it',
  tail: 'reads a file',
  tar: 'unpacks a package; `installed-release.ts` does it',
};

/** Files that a reader makes. */
const MADE = new Set([
  'deploy/carrel.env',
  'mf-hello/budget.json',
  'mf-hello/src/hello/hello-page.tsx',
]);

/** Names that documents give to what a reader has. */
const OF_THE_READER = new Set([
  // The server that pages of remotes in development call.
  'API_URL',
  'CARREL_API_KEY',
  'CARREL_EMAIL',
  'CARREL_PASSWORD',
  'CARREL_SERVER',
  'CARREL_URL',
  'DATASET',
]);

let documents: Map<string, string>;
let commands: DocumentedCommand[];

beforeAll(async () => {
  const files = globSync(['README.md', 'CONTRIBUTING.md', 'docs/*.md'], { cwd: root });
  documents = new Map(
    await Promise.all(files.map(async (file) => [file, await read(file)] as const)),
  );
  commands = [...documents].flatMap(([file, text]) => shellCommands(file, text));
});

const programOf = ({ text }: DocumentedCommand) => text.split(' ')[0] ?? '';

test('documents have commands of programs that are known', () => {
  expect(commands.length).toBeGreaterThan(30);
  const unknown = commands.filter(
    (command) =>
      !(programOf(command) in OF_THE_MACHINE) &&
      !/^(?:carrel|carrel-cli|curl|\/opt\/carrel\/\S+|\w+=.*)$/.test(programOf(command)),
  );
  expect(unknown).toEqual([]);
});

test('their scripts of the package manager are there', async () => {
  const { scripts } = JSON.parse(await read('package.json')) as { scripts: Record<string, string> };
  const missing = [...documents].flatMap(([file, text]) =>
    [...text.matchAll(/npx -y pnpm@12 (?:run )?([a-z][\w:-]*)/g)]
      .map(([, name = '']) => name)
      .filter((name) => !(name in scripts) && !['install', 'exec', 'run'].includes(name))
      .map((name) => `${file}: ${name}`),
  );
  expect(missing).toEqual([]);
});

test('options of scripts are those that their files read', async () => {
  const { scripts } = JSON.parse(await read('package.json')) as { scripts: Record<string, string> };
  const unknown: string[] = [];
  for (const { text, place } of commands) {
    const [, name = '', rest = ''] = /^npx -y pnpm@12 (?:run )?([\w:-]+)(.*)$/.exec(text) ?? [];
    const [file] = /[\w/-]+\.ts/.exec(scripts[name] ?? '') ?? [];
    if (file === undefined || name === 'carrel' || name === 'carrel-cli') continue;
    const folder = path.dirname(file);
    const sources = globSync(`${folder}/*.ts`, { cwd: root });
    const code = (await Promise.all(sources.map(read))).join('\n');
    for (const [, option = ''] of rest.matchAll(/ --([a-z-]+)/g)) {
      if (!new RegExp(`['"\`]?(?:--)?${option}['"\`:\\]]`).test(code)) {
        unknown.push(`${place}: ${name} --${option}`);
      }
    }
  }
  expect(unknown).toEqual([]);
});

test('options of the command line are in its help', async () => {
  const lines = commands.flatMap(({ text, place }) => {
    const [, command = '', rest = ''] =
      /^(?:npx -y pnpm@12 )?carrel-cli ([a-z]+)(.*)$/.exec(text) ?? [];
    return command === '' ? [] : [{ command, place, options: [...rest.matchAll(/ (--[a-z-]+)/g)] }];
  });
  const helps = new Map<string, string>();
  for (const command of new Set(lines.map((line) => line.command))) {
    const { stdout } = await run(process.execPath, ['cli/src/main.ts', command, '--help'], {
      cwd: root,
    });
    helps.set(command, stdout);
  }
  const unknown = lines.flatMap(({ command, options, place }) =>
    options
      .map(([, option = '']) => option)
      .filter((option) => helps.get(command)?.includes(option) !== true)
      .map((option) => `${place}: carrel-cli ${command} ${option}`),
  );
  expect([lines.length > 5, unknown]).toEqual([true, []]);
}, 120_000);

test('settings before commands are in docs/settings.md', async () => {
  const known = await read('docs/settings.md');
  const unknown = commands.flatMap(({ settings, place }) =>
    settings
      .filter((name) => !OF_THE_READER.has(name) && !known.includes(`\`${name}\``))
      .map((name) => `${place}: ${name}`),
  );
  expect(unknown).toEqual([]);
});

test('paths that curl calls are those of operations', async () => {
  const listed = await read('api/src/integrations/openapi/operations.txt');
  const known = listed.split('\n').map((line) => {
    const [, address = ''] = line.split(' ');
    return new RegExp(`^${address.replaceAll(/\{\w+\}/g, '[^/]+')}$`);
  });
  const called = commands.flatMap(({ text, place }) =>
    text.includes('curl ')
      ? [...text.matchAll(/(?:\$api|\$CARREL_URL\/api\/v1|\.com\/api\/v1)(\/[^\s"?)]*)/g)].map(
          ([, address = '']) => ({ place, address: `/api/v1${address}` }),
        )
      : [],
  );
  const unknown = called.filter(({ address }) => !known.some((each) => each.test(address)));
  expect([called.length > 5, unknown]).toEqual([true, []]);
});

test('files that a document names are there', async () => {
  const names = [...documents].flatMap(([file, text]) =>
    [
      ...text.matchAll(
        /`((?:api|shared|shell|mf-\w+|testing|client|cli|e2e|scripts|deploy)\/[\w./-]+\.\w+)`/g,
      ),
    ].map(([, name = '']) => [file, name] as const),
  );
  const missing: string[] = [];
  for (const [file, name] of names) {
    if (MADE.has(name)) continue;
    if ((await stat(path.join(root, name)).catch(() => undefined)) === undefined) {
      missing.push(`${file}: ${name}`);
    }
  }
  expect(missing).toEqual([]);
});
