import { writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';

import { TestServer } from '../server.ts';
import { measureIngestion } from './ingestion.ts';
import { memoryOf } from './memory.ts';
import { measureSignIn } from './page-load.ts';

const REPORT = path.resolve(import.meta.dirname, '../../docs/benchmarks.md');

/** What starting needed is given back to the system by then. */
const SETTLING_MS = 10_000;

type Row = readonly [what: string, figure: string];

const seconds = (milliseconds: number) => `${(milliseconds / 1000).toFixed(2)} s`;
const milliseconds = (value: number) => `${Math.round(value)} ms`;
const mebibytes = (value: number) => `${Math.round(value)} MiB`;

/** How long until the server answers, on an empty data directory and on a used one. */
async function startUpRows(): Promise<Row[]> {
  const began = performance.now();
  const server = await TestServer.start();
  const fresh = performance.now() - began;
  await server.kill();
  const again = performance.now();
  await server.run();
  const reopened = performance.now() - again;
  await new Promise((resolve) => setTimeout(resolve, SETTLING_MS));
  const idle = await memoryOf(server.pid);
  await server.stop();
  return [
    ['start to the first answer, empty data directory', seconds(fresh)],
    ['start to the first answer, used data directory', seconds(reopened)],
    ['memory, idle, ten seconds after start', mebibytes(idle.now)],
  ];
}

async function pageRows(): Promise<Row[]> {
  const server = await TestServer.start();
  const { cold, warm } = await measureSignIn(server);
  await server.stop();
  return [
    ['sign-in page, first paint, cold', milliseconds(cold.firstPaint)],
    ['sign-in page, ready to be typed into, cold', milliseconds(cold.ready)],
    ['sign-in page, first paint, warm', milliseconds(warm.firstPaint)],
    ['sign-in page, ready to be typed into, warm', milliseconds(warm.ready)],
    ['scripts fetched for it', `${Math.round(cold.scriptKibibytes)} KiB`],
  ];
}

async function ingestionRows(): Promise<Row[]> {
  const server = await TestServer.start();
  const { documents, seconds: took, peakMebibytes } = await measureIngestion(server);
  await server.stop();
  return [
    ['documents of the corpus, ten times over', String(documents)],
    ['documents per second, upload to the last end', (documents / took).toFixed(1)],
    ['highest memory of the server meanwhile', mebibytes(peakMebibytes)],
  ];
}

function table(rows: readonly Row[]): string {
  const lines = rows.map(([what, figure]) => `| ${what} | ${figure} |`);
  return ['| what | figure |', '|---|---|', ...lines].join('\n');
}

const rows = [...(await startUpRows()), ...(await pageRows()), ...(await ingestionRows())];
const machine = `${os.cpus().length} cores (${os.cpus()[0]?.model ?? 'unknown'}), ${Math.round(os.totalmem() / 2 ** 30)} GiB, Node ${process.version}`;
const report = `# Benchmarks

Written by \`npx -y pnpm@12 bench\` on ${new Date().toISOString().slice(0, 10)}: ${machine}.

The page is loaded in Chromium over 10 Mbit/s with 40 ms to and fro, on a processor slowed down four times; medians of five. Figures of different runs are not comparable to within 15 %.

${table(rows)}
`;
await writeFile(REPORT, report);
process.stdout.write(`${table(rows)}\n`);
