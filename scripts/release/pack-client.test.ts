import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';

import { afterAll, beforeAll, expect, test } from 'vitest';

import { root } from '../publish/built-state.ts';
import { packClient } from './pack-client.ts';

const run = promisify(execFile);

let project: string;
let modules: string;

beforeAll(async () => {
  project = await mkdtemp(path.join(tmpdir(), 'carrel-package-'));
  modules = path.join(project, 'node_modules');
  await mkdir(path.join(modules, '@carrel'), { recursive: true });
  await packClient(path.join(modules, '@carrel/client'));
  await symlink(path.join(root, 'client/node_modules/valibot'), path.join(modules, 'valibot'));
  await writeFile(path.join(project, 'package.json'), '{"type":"module"}');
}, 120_000);
afterAll(() => rm(project, { recursive: true }));

test('the package runs in a project of plain JavaScript', async () => {
  const server = createServer((request, response) => {
    const isRight = request.headers.authorization === 'Bearer key';
    response.end(JSON.stringify({ datasets: isRight ? [] : [{ id: 'wrong' }] }));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const script = `
    import { Carrel, isCarrelError } from '@carrel/client';
    import { fileSource } from '@carrel/client/node';
    const list = (apiKey) => new Carrel({ url: '${url}', apiKey }).datasets.list();
    const source = await fileSource('package.json');
    const failure = await list('other').catch((error) => error);
    console.log(JSON.stringify([await list('key'), source.size, isCarrelError(failure), failure.kind]));
  `;
  await writeFile(path.join(project, 'main.js'), script);
  const { stdout } = await run(process.execPath, ['main.js'], { cwd: project });
  server.close();
  expect(JSON.parse(stdout)).toEqual([[], 17, true, 'contract']);
});

/** A program that reads documents of a dataset, whose id is an expression. */
const source = (datasetId: string) => `
  import { Carrel } from '@carrel/client';
  const carrel = new Carrel({ url: 'https://carrel.example.com', apiKey: 'key' });
  for await (const document of carrel.documents.list(${datasetId})) {
    const path: string = document.path;
    void path;
  }
`;

test('the package has its types, which tell errors in a project of TypeScript, and none in the example of docs/client.md', async () => {
  await writeFile(path.join(project, 'right.ts'), source("'id'"));
  const docs = await readFile(path.join(root, 'docs/client.md'), 'utf8');
  const [, example = ''] = /```ts\n([\s\S]*?)```/u.exec(docs) ?? [];
  expect(example).toContain('new Carrel');
  const environment = 'declare const process: { env: Record<string, string> };';
  await writeFile(path.join(project, 'example.ts'), `${example}\n${environment}`);
  await writeFile(path.join(project, 'wrong.ts'), source('42'));
  const options =
    '--noEmit --strict --target es2024 --lib es2024,dom,dom.iterable --module nodenext';
  const compiler = path.join(root, 'node_modules/typescript/bin/tsc');
  const checking = run(
    process.execPath,
    [compiler, ...options.split(' '), '--types', '', 'right.ts', 'wrong.ts', 'example.ts'],
    { cwd: project },
  );
  await expect(checking).rejects.toMatchObject({
    stdout: expect.stringMatching(/^wrong\.ts\(\d+,\d+\): error TS2345[^\n]*\n$/u) as unknown,
  });
}, 120_000);

test('the package is complete, and its main entry needs no Node.js', async () => {
  const folder = path.join(modules, '@carrel/client');
  const files = await readdir(folder, { recursive: true });
  const code = files.filter((file) => /\.(?:js|d\.ts)$/u.test(file));
  const texts = await Promise.all(
    code.map(async (name) => ({ name, text: await readFile(path.join(folder, name), 'utf8') })),
  );
  const having = (pattern: RegExp) =>
    texts.filter(({ text }) => pattern.test(text)).map(({ name }) => name);
  expect(having(/@carrel\/shared/u)).toEqual([]);
  expect(having(/['"]node:/u)).toEqual(['client/src/node/file-source.js']);
  expect(files.filter((file) => /\.test\.|(?<!\.d)\.tsx?$/u.test(file))).toEqual([]);
});
