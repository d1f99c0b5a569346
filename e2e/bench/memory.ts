import { readdir, readFile, writeFile } from 'node:fs/promises';

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

/** Returns the proportional set size of a process and its children together, in MiB (Linux, /proc). */
export async function memoryOfTree(pid: number): Promise<number> {
  let kibibytes = 0;
  for (const id of [pid, ...(await childrenOf(pid))]) {
    // A child may end in between.
    const rollup = await readFile(`/proc/${id}/smaps_rollup`, 'utf8').catch(() => '');
    kibibytes += Number(/^Pss:\s+(\d+) kB/m.exec(rollup)?.[1] ?? 0);
  }
  return kibibytes / MEBI;
}

/** Returns the proportional set size of the processes that hold a model, in MiB (Linux, /proc). */
export async function memoryOfModels(pid: number): Promise<number> {
  let mebibytes = 0;
  for (const id of await childrenOf(pid)) {
    const command = await readFile(`/proc/${id}/cmdline`, 'utf8').catch(() => '');
    if (command.includes('model-worker-main')) mebibytes += await memoryOfTree(id);
  }
  return mebibytes;
}

/** Returns the ids of the processes that a process has started, from any of its threads. */
async function childrenOf(pid: number): Promise<number[]> {
  const children: number[] = [];
  for (const thread of await readdir(`/proc/${pid}/task`)) {
    const path = `/proc/${pid}/task/${thread}/children`;
    const text = await readFile(path, 'utf8').catch(() => '');
    children.push(...text.split(' ').filter(Boolean).map(Number));
  }
  return children;
}
