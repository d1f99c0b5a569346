import { execFile } from 'node:child_process';
import { existsSync, statSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { homedir, tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';

import { parseSync } from 'oxc-parser';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { readMigrations } from '@carrel/api/database';
import { root } from '../../publish/built-state.ts';
import { releaseVersion } from '../versions.ts';
import { writePackage, writeSourceMaps } from './write-package.ts';

const run = promisify(execFile);

/** Packages inside of the package have 59 MB. */
const BUNDLED_BYTES_MAX = 70_000_000;

const isIn = (list: unknown, name: string) => Array.isArray(list) && list.includes(name);

let folder: string;
let maps: string;
let files: string[];

const textOf = (file: string) => readFile(path.join(folder, file), 'utf8');
const manifest = async () =>
  JSON.parse(await textOf('package.json')) as Record<string, Record<string, string>>;

beforeAll(async () => {
  const home = await mkdtemp(path.join(tmpdir(), 'carrel-package-'));
  folder = path.join(home, 'package');
  const built = path.join(home, 'console');
  await mkdir(path.join(built, 'shell'), { recursive: true });
  await writeFile(path.join(built, 'registry.json'), '{}');
  await writeFile(
    path.join(built, 'shell/main.js.map'),
    JSON.stringify({ sources: [`${root}/shell/src/main.tsx`] }),
  );
  await mkdir(folder);
  await writePackage(folder, built, { bundle: true });
  maps = path.join(home, 'maps');
  await writeSourceMaps(maps, built);
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  files = entries
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)))
    .filter((file) => !file.startsWith('node_modules/'));
}, 60_000);
afterAll(() => rm(path.dirname(folder), { recursive: true }));

describe('the package', () => {
  test('holds the console, the server, its threads and processes, and every migration', () => {
    expect(files).toEqual(
      expect.arrayContaining([
        'dist/console/registry.json',
        'api/src/main.js',
        'api/src/platform/database/embedded/embedded-thread.js',
        'api/src/extraction/workers/worker-main.js',
        'api/src/search-index/words/word-thread.js',
        'scripts/operate/carrel.js',
        'npm-shrinkwrap.json',
        'README.md',
        'CHANGELOG.md',
        'docs/deploying.md',
        'deploy/carrel.service',
        'deploy/compose.yaml',
        'deploy/nginx.conf',
        ...readMigrations().map(({ name }) => `api/migrations/${name}`),
      ]),
    );
  });

  test('holds no tests, no sources with types, no source maps and no secrets', () => {
    const unwanted =
      /\.tsx?$|\.map|\.test\.|(?:^|\/)(?:testing|e2e|\.cache|data)\/|\.tsbuildinfo$|\.env$/;
    expect(files.filter((file) => unwanted.test(file))).toEqual([]);
  });

  test('names no folder of the machine that wrote it', async () => {
    const found: string[] = [];
    for (const file of files) {
      const text = await textOf(file);
      if ([root, `${homedir()}/`, tmpdir() + path.sep].some((one) => text.includes(one)))
        found.push(file);
    }
    expect(found).toEqual([]);
    const map = await readFile(path.join(maps, 'dist/console/shell/main.js.map'), 'utf8');
    expect(map).toContain('"shell/src/main.tsx"');
  });

  test('holds every file that a module of it imports', async () => {
    const absent: string[] = [];
    for (const file of files.filter((name) => name.endsWith('.js'))) {
      const text = await textOf(file);
      const { module, errors } = parseSync(file, text);
      absent.push(...errors.map(({ message }) => `${file}: ${message}`));
      const imported = [
        ...module.staticImports.map(({ moduleRequest }) => moduleRequest.value),
        ...Array.from(text.matchAll(/(?:import|new URL)\('([^']+\.js)'/g), ([, name = '']) => name),
      ];
      for (const name of imported) {
        if (name.startsWith('@carrel/')) absent.push(`${file}: ${name}`);
        const isFile = name.startsWith('.') || text.includes(`new URL('${name}'`);
        if (isFile && !existsSync(path.join(folder, path.dirname(file), name)))
          absent.push(`${file}: ${name}`);
      }
    }
    expect(absent).toEqual([]);
  });

  test('needs the packages of the server at exact versions, and pins what they need', async () => {
    const { dependencies = {}, optionalDependencies = {} } = await manifest();
    expect(Object.keys(dependencies)).toEqual(expect.arrayContaining(['hono', 'pg', 'sharp']));
    const versions = Object.values({ ...dependencies, ...optionalDependencies });
    expect(versions.filter((version) => !/^\d+\.\d+\.\d+(?:-[\w.]+)?$/.test(version))).toEqual([]);
    const { packages } = JSON.parse(await textOf('npm-shrinkwrap.json')) as {
      packages: Record<string, { version: string; integrity?: string; resolved?: string }>;
    };
    const pinned = Object.keys(dependencies).map((name) => packages[`node_modules/${name}`]);
    expect(pinned.map((one) => one?.version)).toEqual(Object.values(dependencies));
    expect(pinned.filter((one) => one?.integrity?.startsWith('sha512-') !== true)).toEqual([]);
    // npm uses the registry that the machine is set to.
    expect(Object.values(packages).filter(({ resolved }) => resolved !== undefined)).toEqual([]);
  });

  test('has packages without binaries inside, without files that the server does not load', async () => {
    const { dependencies = {}, bundleDependencies } = await manifest();
    expect(Object.keys(dependencies).filter((name) => !isIn(bundleDependencies, name))).toEqual([
      '@napi-rs/canvas',
      'sharp',
    ]);
    const bundled = await readdir(path.join(folder, 'node_modules'), { recursive: true });
    expect(bundled.filter((file) => /\.(?:map|d\.[cm]?ts)$/.test(file))).toEqual([]);
    expect(bundled).toEqual(expect.arrayContaining(['hono/LICENSE', 'pdfjs-dist/LICENSE']));
    const sizes = bundled.map((file) => statSync(path.join(folder, 'node_modules', file)).size);
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(BUNDLED_BYTES_MAX);
  });

  test('loads every package that a module of it imports', async () => {
    const natives = ['@napi-rs', 'sharp'];
    for (const name of natives) {
      const installed = path.join(root, 'api/node_modules', name);
      await symlink(installed, path.join(folder, 'node_modules', name));
    }
    const texts = await Promise.all(files.filter((file) => file.endsWith('.js')).map(textOf));
    const imported = texts.flatMap((text) =>
      parseSync('a.js', text).module.staticImports.map(({ moduleRequest }) => moduleRequest.value),
    );
    const names = [...new Set(imported)].filter((name) => !/^(?:\.|node:)/.test(name));
    expect(names).toEqual(expect.arrayContaining(['hono', 'libheif-js/wasm-bundle.js']));
    const script = `for (const name of ${JSON.stringify(names)}) {
      if (!import.meta.resolve(name).endsWith('.json')) await import(name);
    }`;
    await writeFile(path.join(folder, 'api/load.mjs'), script);
    await run(process.execPath, [path.join(folder, 'api/load.mjs')]);
  }, 60_000);

  test('has a command that runs before anything is installed', async () => {
    const { bin = {} } = await manifest();
    const command = path.join(folder, bin['carrel'] ?? '');
    const { stdout } = await run(process.execPath, [command, '--help']);
    expect(stdout).toMatch(/^Usage: carrel <command>\n\n {2}start: /);
    const version = await run(process.execPath, [command, '--version']);
    expect(version.stdout).toBe(`carrel ${await releaseVersion()}\n`);
    await expect(run(process.execPath, [command, 'unknown'])).rejects.toMatchObject({ code: 2 });
  }, 60_000);
});
