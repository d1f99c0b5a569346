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

import { ServerProcess } from '../../support/server.ts';
import { ApiSession } from './api-session.ts';
import { memoryOf, resetPeak } from '../memory.ts';
import { writeStoredZip } from './stored-zip.ts';

const run = promisify(execFile);

/** What was measured of uploads of one size. */
export interface UploadFigures {
  megabytes: number;
  /** Seconds until the server answered, and until one answered that only throws the bytes away. */
  seconds: number[];
  discardSeconds: number[];
  /** Seconds in which the disk alone takes as much, flushed. */
  diskSeconds: number[];
  /** Memory above that before the first upload of this size. */
  extraMebibytes: number;
}

async function startDiscarding(): Promise<{ url: string; stop: () => void }> {
  const child = spawn(process.execPath, [path.join(import.meta.dirname, 'discard-server.ts')], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [port] = (await once(createInterface(child.stdout), 'line')) as [string];
  return { url: `http://127.0.0.1:${port}/`, stop: () => child.kill() };
}

/** Sends a file with curl; gives the seconds that it took and the answer. */
async function send(
  file: string,
  url: string,
  headers: Record<string, string>,
): Promise<{ seconds: number; answer: string }> {
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
  return { seconds: Number(lines.pop()), answer: lines.join('\n') };
}

/** Writes as much as a file has to disk and flushes it, with nothing in between. */
async function writeAlone(megabytes: number, to: string): Promise<number> {
  const began = performance.now();
  const copy = [
    'if=/dev/zero',
    `of=${to}`,
    'bs=1M',
    `count=${megabytes}`,
    'oflag=direct',
    'conv=fsync',
  ];
  await run('dd', copy);
  const seconds = (performance.now() - began) / 1000;
  await rm(to);
  return seconds;
}

/** Uploads archives of these sizes, in turns with a server that throws them away and with the disk alone. */
export async function measureUploads(
  sizes: readonly number[],
  rounds: number,
): Promise<UploadFigures[]> {
  const directory = await mkdtemp(path.join(tmpdir(), 'carrel-bench-upload-'));
  const file = path.join(directory, 'archive.zip');
  const discarding = await startDiscarding();
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
      diskSeconds.push(await writeAlone(megabytes, path.join(directory, 'alone')));
      discardSeconds.push((await send(file, discarding.url, {})).seconds);
      const headers = { ...session.headers, 'Content-Type': 'application/zip' };
      const sent = await send(file, `${server.url}/${target}`, headers);
      seconds.push(sent.seconds);
      const { id } = parse(createdSchema, JSON.parse(sent.answer));
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
  discarding.stop();
  await server.stop();
  await rm(directory, { recursive: true, force: true });
  return figures;
}
