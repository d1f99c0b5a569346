import { spawn, execFile } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';

import { createdSchema, UPLOAD_OPTION_DEFAULTS } from '@carrel/shared/contract';
import { apiPaths } from '@carrel/shared/paths';
import { parse } from 'valibot';

import { ServerProcess } from '../../support/servers/server.ts';
import { ApiSession } from './api-session.ts';
import { memoryOf, resetPeak } from '../memory.ts';
import { writeStoredZip } from './stored-zip.ts';

const run = promisify(execFile);

/** Measurements of uploads of one size. */
export interface UploadFigures {
  megabytes: number;
  /** Seconds until the server responded, and until one responded that discards the bytes. */
  seconds: number[];
  discardSeconds: number[];
  /** Seconds to write and flush as many bytes to the disk. */
  diskSeconds: number[];
  /** Peak memory above that before the first upload of this size. */
  extraMebibytes: number;
}

async function startDiscardServer(): Promise<{ url: string; stop: () => void }> {
  const child = spawn(process.execPath, [path.join(import.meta.dirname, 'discard-server.ts')], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [port] = (await once(createInterface(child.stdout), 'line')) as [string];
  return { url: `http://127.0.0.1:${port}/`, stop: () => child.kill() };
}

/** Sends a file with curl, and returns the seconds that it took and the response. */
async function send(
  file: string,
  url: string,
  headers: Record<string, string>,
): Promise<{ seconds: number; response: string }> {
  const named = Object.entries(headers).flatMap(([name, value]) => [
    '--header',
    `${name}: ${value}`,
  ]);
  const wanted = [
    '--header',
    'Expect:',
    '--silent',
    '--fail-with-body',
    '--request',
    'POST',
    '--upload-file',
    file,
  ];
  const { stdout } = await run('curl', [...wanted, ...named, '-w', '\n%{time_total}', url]);
  const lines = stdout.split('\n');
  return { seconds: Number(lines.pop()), response: lines.join('\n') };
}

/** Writes and flushes as many bytes to the disk with dd, and returns the seconds that it took. */
async function measureDisk(megabytes: number, to: string): Promise<number> {
  const started = performance.now();
  const copy = [
    'if=/dev/zero',
    `of=${to}`,
    'bs=1M',
    `count=${megabytes}`,
    'oflag=direct',
    'conv=fsync',
  ];
  await run('dd', copy);
  const seconds = (performance.now() - started) / 1000;
  await rm(to);
  return seconds;
}

/** Measures uploads of these sizes, interleaved with a server that discards them and with the disk alone. */
export async function measureUploads(
  sizes: readonly number[],
  rounds: number,
): Promise<UploadFigures[]> {
  const directory = await mkdtemp(path.join(tmpdir(), 'carrel-bench-upload-'));
  const file = path.join(directory, 'archive.zip');
  const discardServer = await startDiscardServer();
  const server = await ServerProcess.start();
  const session = await ApiSession.open(server);
  const datasetId = await session.create(apiPaths.datasets(), 'Uploads');
  const target = apiPaths.archiveUpload(datasetId, { ...UPLOAD_OPTION_DEFAULTS, sync: false });
  const figures: UploadFigures[] = [];
  for (const megabytes of sizes) {
    await writeStoredZip(file, megabytes);
    await resetPeak(server.pid);
    const { now } = await memoryOf(server.pid);
    const seconds: number[] = [];
    const discardSeconds: number[] = [];
    const diskSeconds: number[] = [];
    for (let round = 0; round < rounds; round += 1) {
      diskSeconds.push(await measureDisk(megabytes, path.join(directory, 'alone')));
      discardSeconds.push((await send(file, discardServer.url, {})).seconds);
      const headers = { ...session.headers, 'Content-Type': 'application/zip' };
      const sent = await send(file, `${server.url}/${target}`, headers);
      seconds.push(sent.seconds);
      const { id } = parse(createdSchema, JSON.parse(sent.response));
      await session.call('DELETE', apiPaths.archive(datasetId, id));
    }
    const { peak } = await memoryOf(server.pid);
    figures.push({
      megabytes,
      seconds,
      discardSeconds,
      diskSeconds,
      extraMebibytes: Math.max(0, peak - now),
    });
  }
  discardServer.stop();
  await server.stop();
  await rm(directory, { recursive: true, force: true });
  return figures;
}
