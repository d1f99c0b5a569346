/**
 * Loaded into a server before its own code: each thread appends its memory to MEMORY_REPORT, as a line of JSON,
 * every 10 seconds.
 */
import { appendFileSync } from 'node:fs';
import { threadId } from 'node:worker_threads';

/** A line of the report, in bytes. `rss` is that of the whole process. */
export interface ThreadMemory extends NodeJS.MemoryUsage {
  thread: number;
}

const INTERVAL_MILLISECONDS = 10_000;

setInterval(() => {
  const line: ThreadMemory = { thread: threadId, ...process.memoryUsage() };
  appendFileSync(process.env['MEMORY_REPORT'] ?? '/dev/null', `${JSON.stringify(line)}\n`);
}, INTERVAL_MILLISECONDS).unref();
