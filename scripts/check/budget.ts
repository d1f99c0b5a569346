import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { brotliCompressSync, constants } from 'node:zlib';

import type { RemoteRelease, ShellRelease } from '@carrel/shared/releases';
import { build } from '../run/build.ts';
import { REMOTES, root, stagingFolder } from '../publish/built-state.ts';
import { moduleSizes } from './module-sizes.ts';

/** Where the budget of a screen is: that of a remote in its folder, the others' beside this script. */
const SHELL_FILE = path.join(root, 'scripts/check/budget.json');
const fileOf = (remote: string) => path.join(root, remote, 'budget.json');

/** How much a screen may grow before `--update` is needed again. */
const HEADROOM = 1.05;

interface Screen {
  /** Brotli bytes of all scripts that are fetched for it. */
  bytes: number;
  /** The largest allowed number of bytes. */
  budget: number;
  /** Characters of minified code by module, to name the modules that grew. */
  modules: Record<string, number>;
}

type Budgets = Record<string, Screen>;

const isRemote = (name: string) => REMOTES.includes(name);

const say = (line: string) => process.stdout.write(`${line}\n`);

async function json<T>(file: string): Promise<T> {
  return JSON.parse(await readFile(file, 'utf8')) as T;
}

/** Returns the size of a set of built scripts. */
async function measure(files: string[]): Promise<Screen> {
  let bytes = 0;
  const modules: Record<string, number> = {};
  for (const file of files) {
    const code = await readFile(file, 'utf8');
    const params = { [constants.BROTLI_PARAM_SIZE_HINT]: Buffer.byteLength(code) };
    bytes += brotliCompressSync(code, { params }).length;
    for (const [name, size] of moduleSizes(code, await json(`${file}.map`))) {
      modules[name] = (modules[name] ?? 0) + size;
    }
  }
  const sorted = Object.entries(modules).toSorted(([, a], [, b]) => b - a);
  return { bytes, budget: Math.ceil(bytes * HEADROOM), modules: Object.fromEntries(sorted) };
}

const staged = (name: string, urls: readonly string[]) =>
  urls.map((url) => path.join(stagingFolder(name), path.basename(url)));

/** Returns the scripts of each screen: those of the sign-in page, and those that others add to them. */
async function screens(): Promise<Record<string, string[]>> {
  const shell = await json<ShellRelease>(path.join(stagingFolder('shell'), 'release.json'));
  const remotes = await Promise.all(
    REMOTES.map(async (name): Promise<[string, string[]]> => {
      const { entry, chunks } = await json<RemoteRelease>(
        path.join(stagingFolder(name), 'release.json'),
      );
      return [name, staged(name, [entry, ...(chunks['./routes'] ?? [])])];
    }),
  );
  const first = staged('shell', [shell.entry, ...shell.preload.first]);
  const [, signIn = []] = remotes.find(([name]) => name === 'mf-auth') ?? [];
  return {
    'sign-in': [...first, ...signIn],
    'signed-in shell': staged('shell', shell.preload.signedIn),
    ...Object.fromEntries(remotes.filter(([name]) => name !== 'mf-auth')),
  };
}

/** Returns lines about the modules that grew most. */
function growth(before: Screen | undefined, after: Screen): string[] {
  return Object.entries(after.modules)
    .map(([name, size]) => ({ name, size, by: size - (before?.modules[name] ?? 0) }))
    .filter(({ by }) => by > 0)
    .toSorted((a, b) => b.by - a.by)
    .slice(0, 5)
    .map(({ name, size, by }) => `    ${name}: ${size} characters, ${by} more than before`);
}

async function readBudgets(): Promise<Budgets> {
  const shell = await json<Budgets>(SHELL_FILE).catch((): Budgets => ({}));
  const remotes = REMOTES.filter((name) => existsSync(fileOf(name)));
  const entries = remotes.map(async (name) => [name, await json<Screen>(fileOf(name))] as const);
  return { ...shell, ...Object.fromEntries(await Promise.all(entries)) };
}

async function writeBudgets(budgets: Budgets): Promise<void> {
  const write = (file: string, content: Screen | Budgets) =>
    writeFile(file, `${JSON.stringify(content, null, 2)}\n`);
  const entries = Object.entries(budgets);
  await write(SHELL_FILE, Object.fromEntries(entries.filter(([name]) => !isRemote(name))));
  for (const [name, screen] of entries) if (isRemote(name)) await write(fileOf(name), screen);
}

async function checkBudgets(update: boolean): Promise<boolean> {
  await build(say);
  const allowed = await readBudgets();
  const measured: Budgets = {};
  let withinBudget = true;
  for (const [name, files] of Object.entries(await screens())) {
    const screen = await measure(files);
    const before = allowed[name];
    measured[name] = screen;
    const fits = before !== undefined && screen.bytes <= before.budget;
    say(`${fits ? 'ok  ' : 'over'} ${name}: ${screen.bytes} of ${before?.budget ?? 0} bytes`);
    if (fits) continue;
    withinBudget = false;
    for (const line of growth(before, screen)) say(line);
  }
  if (!update) {
    if (!withinBudget)
      say('Make it smaller, or decide that it is worth it: node scripts/check/budget.ts --update');
    return withinBudget;
  }
  await writeBudgets(measured);
  return true;
}

process.exitCode = (await checkBudgets(process.argv.includes('--update'))) ? 0 : 1;
