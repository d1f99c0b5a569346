import { execFile } from 'node:child_process';
import type { ServerResponse } from 'node:http';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

import { afterEach, beforeEach, expect, test } from 'vitest';

import {
  MODEL_NAME,
  sha256Of,
  startHubMirror,
  type HubMirror,
} from '@carrel/testing/models/hub-mirror.ts';

import { HubFailure } from './hub-failure.ts';
import { DISK } from './load-file.ts';
import { loadModelFiles, type LoadOptions } from './load-model-files.ts';
import { loadedModelFolder } from './model-manifest.ts';

const MODEL = 'onnx/model_quantized.onnx';
/** More than what describes it. */
const BEGUN = 1000;

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

const load = (options: Partial<LoadOptions> = {}) =>
  loadModelFiles(MODEL_NAME, {
    endpoint: mirror.url,
    folder,
    signal: new AbortController().signal,
    waits: { first: 1, most: 2 },
    ...options,
  });

const weights = () => mirror.files[MODEL] ?? Buffer.alloc(0);
const loadedWeights = () => readFile(join(folder, MODEL_NAME, MODEL));
const parts = () => readdir(join(folder, MODEL_NAME, '.loading'));

/** The ranges of the requests for the weights' bytes. */
const ranges = () =>
  mirror.requests.filter(({ host }) => host === 'files').map(({ headers }) => headers.range);

/** Sends half of the weights to the first request, and then nothing, until the function is called that it returns. */
function holdFirst(): () => void {
  let held: ServerResponse | undefined;
  mirror.respond = ({ host }, response) => {
    if (host === 'hub' || ranges().length > 1) return false;
    response.writeHead(200, { 'Content-Length': weights().length });
    response.write(weights().subarray(0, weights().length / 2));
    held = response;
    return true;
  };
  return () => held?.destroy();
}

/** Leaves a part of the weights, as a process did that is gone or runs. */
async function leavePart(owner: string, bytes: Buffer, checksum = sha256Of(weights())) {
  const path = join(folder, MODEL_NAME, '.loading');
  await mkdir(path, { recursive: true });
  await writeFile(join(path, `${checksum}.${owner}.part`), bytes);
}

test('a connection that is cut is continued where it ended', async () => {
  const cut = holdFirst();
  const retries: [HubFailure, Date][] = [];
  await load({
    onProgress: ({ bytes }) => bytes > BEGUN && cut(),
    onRetry: (failure, nextTry) => retries.push([failure, nextTry]),
  });
  expect(ranges()).toEqual([undefined, expect.stringMatching(/^bytes=[1-9]\d*-$/)]);
  expect(await loadedWeights()).toEqual(weights());
  expect(retries).toEqual([[expect.any(HubFailure), expect.any(Date)]]);
});

test('a hub that sends nothing more is left, and continued', async () => {
  holdFirst();
  await load({ stallMilliseconds: 200 });
  expect(ranges()).toHaveLength(2);
  expect(await loadedWeights()).toEqual(weights());
});

test('a load that is aborted is continued by the next one', async () => {
  holdFirst();
  const stopping = new AbortController();
  const aborted = load({
    signal: stopping.signal,
    onProgress: ({ bytes }) => bytes > BEGUN && stopping.abort(),
  });
  await expect(aborted).rejects.toThrow('aborted');
  expect(await loadedModelFolder(MODEL_NAME, folder)).toBeUndefined();
  await load();
  expect(ranges()).toEqual([undefined, expect.stringMatching(/^bytes=[1-9]\d*-$/)]);
  expect(await loadedWeights()).toEqual(weights());
});

test('a server that does not know ranges sends the file from its first byte', async () => {
  await leavePart(`${hostname()}.0.x`, weights().subarray(0, 100_000));
  mirror.respond = ({ host }, response) => {
    if (host === 'files') response.end(weights());
    return host === 'files';
  };
  await load();
  expect(await loadedWeights()).toEqual(weights());
});

test('a server that does not know ranges and always breaks off is given up for now', async () => {
  mirror.respond = ({ host }, response) => {
    if (host === 'hub') return false;
    response.writeHead(200, { 'Content-Length': weights().length });
    response.write(weights().subarray(0, BEGUN), () => response.destroy());
    return true;
  };
  await expect(load()).rejects.toMatchObject({ kind: 'network' });
});

test.each([
  ['says that the range is not there', 416, undefined],
  ['sends another range', 206, 'bytes 5-9/300000'],
  ['sends a range of another file', 206, 'bytes 100000-299999/400000'],
])('a part is dropped when the server %s', async (_, status, range) => {
  await leavePart('elsewhere.1.x', weights().subarray(0, 100_000));
  mirror.respond = ({ host, headers }, response) => {
    const isOdd = host === 'files' && headers.range !== undefined;
    if (isOdd)
      response.writeHead(status, range === undefined ? {} : { 'Content-Range': range }).end();
    return isOdd;
  };
  await load();
  expect(ranges()).toEqual(['bytes=100000-', undefined]);
  expect(await loadedWeights()).toEqual(weights());
});

test('the part of a process that has ended is taken, and that of another machine copied', async () => {
  await leavePart('elsewhere.1.x', weights().subarray(0, 100_000));
  await leavePart(
    `${hostname().replaceAll(/[^\w-]/g, '-')}.${2 ** 30}.x`,
    weights().subarray(0, 200_000),
  );
  await load();
  expect(ranges()).toEqual(['bytes=200000-']);
  expect(await loadedWeights()).toEqual(weights());
});

test('a part of a file that the hub has replaced is not used', async () => {
  const earlier = weights();
  await leavePart('elsewhere.1.x', earlier.subarray(0, 100_000), sha256Of(earlier));
  mirror.files[MODEL] = Buffer.from(earlier.toReversed());
  await load();
  expect(ranges()).toEqual([undefined]);
  expect(await loadedWeights()).toEqual(weights());
});

test('a whole part is not requested again, and one that is too long is dropped', async () => {
  await leavePart('elsewhere.1.x', weights());
  await load();
  expect(ranges()).toEqual([]);
  await rm(join(folder, MODEL_NAME), { recursive: true });
  await leavePart('elsewhere.1.x', Buffer.alloc(400_000));
  await load();
  expect(ranges()).toEqual([undefined]);
  expect(await loadedWeights()).toEqual(weights());
});

test('a half-loaded file in the place of the model is replaced', async () => {
  await mkdir(join(folder, MODEL_NAME, 'onnx'), { recursive: true });
  await writeFile(join(folder, MODEL_NAME, MODEL), weights().subarray(0, 100_000));
  await writeFile(join(folder, MODEL_NAME, 'carrel.json'), '{"name":"owner/ti');
  await load();
  expect(await loadedWeights()).toEqual(weights());
});

test('a part with wrong bytes is dropped, and the file is loaded once more', async () => {
  await leavePart('elsewhere.1.x', Buffer.alloc(100_000));
  await load();
  expect(ranges()).toEqual(['bytes=100000-', undefined]);
  expect(await loadedWeights()).toEqual(weights());
});

test('a file with a wrong checksum is loaded once more, and never gets its name', async () => {
  const other = Buffer.from(weights().toReversed());
  mirror.respond = ({ host }, response) => {
    if (host === 'files') response.end(other);
    return host === 'files';
  };
  await expect(load()).rejects.toMatchObject({
    kind: 'checksum',
    message: `The file ${MODEL} of the model ${MODEL_NAME} arrived with a wrong checksum. It was deleted.`,
  });
  expect(ranges()).toEqual([undefined, undefined]);
  expect(await parts()).toEqual([]);
  await expect(loadedWeights()).rejects.toThrow('ENOENT');
});

test('a file that is longer than the hub says is broken off', async () => {
  mirror.respond = ({ host }, response) => {
    if (host === 'files') for (let sent = 0; sent < 10; sent += 1) response.write(weights());
    return host === 'files';
  };
  await expect(load()).rejects.toMatchObject({ kind: 'checksum' });
  expect(await parts()).toEqual([]);
});

test('without a network, it is tried a few times and then said', async () => {
  mirror.close();
  const retries: HubFailure[] = [];
  await expect(load({ onRetry: (failure) => retries.push(failure) })).rejects.toMatchObject({
    kind: 'network',
    message: `The hub's host ${new URL(mirror.url).host} could not be reached.`,
  });
  expect(retries).toHaveLength(5);
});

test('a hub that is busy is tried again', async () => {
  mirror.respond = (_, response) => {
    const isBusy = mirror.requests.length <= 3;
    if (isBusy) response.writeHead(mirror.requests.length === 1 ? 429 : 503).end();
    return isBusy;
  };
  await load();
  expect(await loadedWeights()).toEqual(weights());
});

test('a disk that fills up is said, its part is deleted, and a later load succeeds', async () => {
  const full = { ...DISK, write: (() => Promise.reject(noSpace())) as typeof DISK.write };
  await expect(load({ disk: full })).rejects.toMatchObject({
    kind: 'disk',
    message: 'The disk is full: the model needs more space below DATA_DIR.',
  });
  expect(await parts()).toEqual([]);
  await load();
  expect(await loadedWeights()).toEqual(weights());
});

test('a disk without enough space is not filled', async () => {
  const small = { ...DISK, free: () => Promise.resolve(64 * 1024 ** 2) };
  await expect(load({ disk: small })).rejects.toMatchObject({
    kind: 'disk',
    message: `The disk is full: the model ${MODEL_NAME} needs 1 MiB more below DATA_DIR.`,
  });
  expect(mirror.requests.filter(({ path }) => path.includes('/resolve/'))).toEqual([]);
});

test('a folder that cannot be written is said', async () => {
  await writeFile(join(folder, 'owner'), 'a file');
  await expect(load()).rejects.toMatchObject({
    kind: 'disk',
    message: expect.stringMatching(/^The folder .* cannot be written \(E\w+\)\.$/),
  });
});

test('two processes that load one model at once have it whole', async () => {
  const program = `
    const { loadModelFiles } = await import(${JSON.stringify(import.meta.resolve('./load-model-files.ts'))});
    const signal = new AbortController().signal;
    const [endpoint, folder] = process.argv.slice(1);
    console.log(await loadModelFiles('${MODEL_NAME}', { endpoint, folder, signal }));`;
  const run = () =>
    promisify(execFile)(process.execPath, [
      '--input-type=module',
      '-e',
      program,
      mirror.url,
      folder,
    ]);
  const outputs = await Promise.all([run(), run()]);
  const path = join(folder, MODEL_NAME);
  expect(outputs.map(({ stdout }) => stdout.trim())).toEqual([path, path]);
  expect(await loadedWeights()).toEqual(weights());
  await expect(parts()).rejects.toThrow('ENOENT');
});

const noSpace = () => Object.assign(new Error('No space'), { code: 'ENOSPC' });
