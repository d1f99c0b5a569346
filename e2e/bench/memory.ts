import { readFile, writeFile } from 'node:fs/promises';

const MEBI = 1024;

/** Returns the current and the peak memory of a process, in MiB (Linux, /proc). */
export async function memoryOf(pid: number): Promise<{ now: number; peak: number }> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  const kibibytes = (field: string) =>
    Number(new RegExp(String.raw`^${field}:\s+(\d+) kB`, 'm').exec(status)?.[1] ?? Number.NaN);
  return { now: kibibytes('VmRSS') / MEBI, peak: kibibytes('VmHWM') / MEBI };
}

/** Resets the peak memory of a process. */
export async function resetPeak(pid: number): Promise<void> {
  await writeFile(`/proc/${pid}/clear_refs`, '5');
}
