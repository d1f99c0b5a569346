import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readFile, rm, symlink } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';

import { afterAll, beforeAll, expect, test } from 'vitest';

import { root } from '../publish/built-state.ts';
import { packCli } from './pack-cli.ts';
import { releaseVersion } from './versions.ts';

const run = promisify(execFile);

let home: string;
let manifest: { bin: Record<string, string>; dependencies: object };
let command: string;

beforeAll(async () => {
  home = await mkdtemp(path.join(tmpdir(), 'carrel-cli-package-'));
  const modules = path.join(home, 'node_modules');
  await mkdir(path.join(modules, '@carrel'), { recursive: true });
  await packCli(path.join(modules, '@carrel/cli'));
  manifest = JSON.parse(
    await readFile(path.join(modules, '@carrel/cli/package.json'), 'utf8'),
  ) as typeof manifest;
  for (const name of Object.keys(manifest.dependencies)) {
    await symlink(path.join(root, 'shared/node_modules', name), path.join(modules, name));
  }
  command = path.join(modules, '@carrel/cli', manifest.bin['carrel-cli'] ?? '');
});
afterAll(() => rm(home, { recursive: true }));

test('the package has one command, and needs two packages', () => {
  expect(Object.keys(manifest.bin)).toEqual(['carrel-cli']);
  expect(Object.keys(manifest.dependencies).toSorted()).toEqual(['chardet', 'valibot']);
});

test('the packed command says its version, its help, and how it was used wrongly', async () => {
  const version = await run(command, ['--version']);
  expect(version.stdout).toBe(`carrel-cli ${await releaseVersion()}\n`);
  expect((await run(command, ['sync', '--help'])).stdout).toMatch(/^carrel-cli sync <folder>/);
  await expect(run(command, ['backup'])).rejects.toMatchObject({
    code: 2,
    stderr: expect.stringContaining('There is no command "backup".') as unknown,
  });
});

test('the packed command calls a server with an API key', async () => {
  const server = createServer((request, response) => {
    const isRight = request.headers.authorization === 'Bearer key';
    response.statusCode = isRight ? 200 : 401;
    response.end(JSON.stringify({ datasets: [], message: 'no' }));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const env = { ...process.env, XDG_CONFIG_HOME: home, CARREL_SERVER: url, CARREL_API_KEY: 'key' };
  const { stdout } = await run(command, ['datasets', '--json'], { env });
  server.close();
  expect(JSON.parse(stdout)).toEqual({ datasets: [] });
}, 60_000);
