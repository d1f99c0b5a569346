import { mkdtemp, readdir, readFile, rm, stat, truncate } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterEach, beforeEach, expect, test } from 'vitest';

import {
  MODEL_NAME,
  modelFiles,
  sha256Of,
  startHubMirror,
  type HubMirror,
} from '@carrel/testing/models/hub-mirror.ts';

import { loadModelFiles, type LoadOptions } from './load-model-files.ts';
import { loadedModelFolder } from './model-manifest.ts';

const MODEL = 'onnx/model_quantized.onnx';

let mirror: HubMirror;
let folder: string;

beforeEach(async () => {
  mirror = await startHubMirror();
  folder = await mkdtemp(join(tmpdir(), 'carrel-hub-'));
});

afterEach(async () => {
  mirror.close();
  await rm(folder, { recursive: true, force: true });
});

const load = (options: Partial<LoadOptions> = {}, name = MODEL_NAME) =>
  loadModelFiles(name, {
    endpoint: mirror.url,
    folder,
    signal: new AbortController().signal,
    waits: { first: 1, most: 2 },
    ...options,
  });

/** The distinct credentials that a host received. */
const tokens = (host: string) =>
  new Set(
    mirror.requests.filter((one) => one.host === host).map((one) => one.headers.authorization),
  );

const requested = () =>
  mirror.requests.map(({ host, path }) => `${host} ${path.split('/').at(-1)}`);

test('a model is loaded in the layout of the hub, with what describes it', async () => {
  const loaded = await load();
  expect(loaded).toBe(join(folder, MODEL_NAME));
  const names = await readdir(loaded, { recursive: true });
  expect(names.sort()).toEqual([
    '1_Pooling',
    '1_Pooling/config.json',
    'carrel.json',
    'config.json',
    'onnx',
    MODEL,
    'tokenizer.json',
  ]);
  expect(await readFile(join(loaded, MODEL))).toEqual(mirror.files[MODEL]);
  expect(await loadedModelFolder(MODEL_NAME, folder)).toBe(loaded);
});

test('the manifest names the commit, the model, and each file with its checksum', async () => {
  const loaded = await load({}, `${MODEL_NAME}@v2`);
  expect(loaded).toBe(join(folder, `${MODEL_NAME}@v2`));
  const manifest = JSON.parse(await readFile(join(loaded, 'carrel.json'), 'utf8')) as unknown;
  expect(manifest).toMatchObject({ name: MODEL_NAME, revision: 'v2', model: MODEL });
  expect(manifest).toMatchObject({
    commit: expect.stringMatching(/^[0-9a-f]{40}$/),
    files: expect.arrayContaining([
      { path: MODEL, size: 300_000, sha256: sha256Of(modelFiles()[MODEL] ?? Buffer.from('')) },
    ]),
  });
  expect(await loadedModelFolder(MODEL_NAME, folder)).toBeUndefined();
});

test('progress counts the bytes of all files', async () => {
  const seen: { bytes: number; total: number | undefined }[] = [];
  await load({ onProgress: (loaded) => seen.push(loaded) });
  const total = seen.at(-1)?.total;
  expect(total).toBeGreaterThan(300_000);
  expect(seen.at(-1)).toEqual({ bytes: total, total });
  expect(seen.map(({ bytes }) => bytes)).toEqual(
    seen.map(({ bytes }) => bytes).sort((a, b) => a - b),
  );
});

test('only this user can read the files', async () => {
  const loaded = await load();
  const paths = [folder, loaded, join(loaded, 'onnx'), join(loaded, MODEL)];
  const modes = await Promise.all(paths.map(async (path) => (await stat(path)).mode & 0o077));
  expect(modes).toEqual([0, 0, 0, 0]);
});

test('a model that is loaded needs no network', async () => {
  const loaded = await load();
  mirror.close();
  expect(await load()).toBe(loaded);
});

test('loads of one model at a time request its files once', async () => {
  const [first, second] = await Promise.all([load(), load()]);
  expect(first).toBe(second);
  const paths = mirror.requests.map(({ path }) => path);
  expect(new Set(paths).size).toBe(paths.length);
});

test('a model that lacks bytes by now is loaded again, without the files that are right', async () => {
  const loaded = await load();
  mirror.requests.length = 0;
  await truncate(join(loaded, MODEL), 10);
  expect(await loadedModelFolder(MODEL_NAME, folder)).toBeUndefined();
  await load();
  expect(requested()).toEqual([
    'hub main',
    'hub model_quantized.onnx',
    `files ${sha256Of(mirror.files[MODEL] ?? Buffer.from(''))}`,
  ]);
});

test('the token is sent to the hub, and not to the host of its files', async () => {
  await load({ token: 'hf_secret' });
  expect(tokens('hub')).toEqual(new Set(['Bearer hf_secret']));
  expect(tokens('files')).toEqual(new Set([undefined]));
});

test('a redirect back from another origin gets no token', async () => {
  mirror.respond = ({ host, path }, response) => {
    if (host === 'hub' && path === '/back') {
      response.end(mirror.files[MODEL]);
      return true;
    }
    if (host === 'hub') return false;
    response.writeHead(302, { Location: `${mirror.url}/back` }).end();
    return true;
  };
  await load({ token: 'hf_secret' });
  const back = mirror.requests.filter(({ path }) => path === '/back');
  expect(back.map(({ headers }) => headers.authorization)).toEqual([undefined]);
});

test.each([
  ['another protocol', 'ftp://127.0.0.1/x'],
  ['a user name', 'https://user:password@127.0.0.1/x'],
  ['no address', 'http://['],
  ['itself', ''],
])('a redirect to %s is not followed', async (_, location) => {
  mirror.respond = ({ host }, response) => {
    if (host === 'files') response.writeHead(302, { Location: location }).end();
    return host === 'files';
  };
  await expect(load()).rejects.toMatchObject({
    kind: 'refused',
    message: expect.stringContaining('redirects to an address that is not followed'),
  });
});

test('a mirror without checksums in its list has them in its headers', async () => {
  mirror.listsChecksums = false;
  const totals = new Set<number | undefined>();
  await load({ onProgress: ({ total }) => totals.add(total) });
  expect(await loadedModelFolder(MODEL_NAME, folder)).toBeDefined();
  expect([...totals]).toEqual([expect.any(Number)]);
});

test('weights without any checksum are not loaded', async () => {
  mirror.listsChecksums = false;
  mirror.respond = ({ method }, response) => {
    if (method === 'HEAD') response.end();
    return method === 'HEAD';
  };
  await expect(load()).rejects.toThrow(`has no checksum of the file ${MODEL}.`);
});

test.each([
  [
    404,
    {},
    'missing',
    /has no model owner\/tiny-model, or it is private and HF_TOKEN is not set\.$/,
  ],
  [401, {}, 'missing', /has no model owner\/tiny-model/],
  [404, { 'X-Error-Code': 'RevisionNotFound' }, 'missing', /has no revision main\.$/],
  [401, { 'X-Error-Code': 'GatedRepo' }, 'missing', /accepted its conditions/],
  [418, {}, 'refused', /refused a request \(418\)\.$/],
])('a response of %i %j is one sentence, at once', async (status, headers, kind, message) => {
  mirror.respond = (_, response) => {
    response.writeHead(status, headers).end();
    return true;
  };
  await expect(load()).rejects.toMatchObject({ kind, message: expect.stringMatching(message) });
  expect(mirror.requests).toHaveLength(1);
});

test.each(['nonsense', '{"siblings":"none"}', 'null', '{"sha":"../x","siblings":[]}'])(
  'a list of %j is an invalid response',
  async (list) => {
    mirror.respond = (_, response) => response.end(list) !== undefined;
    await expect(load()).rejects.toMatchObject({
      kind: 'invalid',
      message: expect.stringMatching(/returned an invalid response\.$/),
    });
  },
);

test('a model without an ONNX file or a tokenizer is refused before anything is loaded', async () => {
  const { [MODEL]: _, 'onnx/model.onnx': __, ...described } = modelFiles();
  mirror.files = described;
  await expect(load()).rejects.toThrow('has no ONNX file: choose one that has onnx/model.onnx.');
  const { 'tokenizer.json': ___, ...untokenized } = modelFiles();
  mirror.files = untokenized;
  await expect(load()).rejects.toThrow('has no file tokenizer.json.');
  expect(await readdir(folder)).toEqual([]);
});

test('a model above the limit is refused before anything is loaded', async () => {
  mirror.respond = (_, response) => {
    const siblings = [
      { rfilename: 'tokenizer.json', size: 10 },
      { rfilename: MODEL, lfs: { size: 5 * 1024 ** 3, sha256: '0'.repeat(64) } },
    ];
    if (mirror.requests.length === 1) response.end(JSON.stringify({ siblings }));
    else response.writeHead(200, { 'Content-Length': 10 }).end();
    return true;
  };
  await expect(load()).rejects.toMatchObject({
    kind: 'files',
    message: expect.stringContaining('(4 GiB)'),
  });
  expect(await readdir(folder)).toEqual([]);
});

test('a malformed name requests nothing', async () => {
  await expect(load({}, '../../etc')).rejects.toMatchObject({ kind: 'name' });
  expect(mirror.requests).toEqual([]);
});
