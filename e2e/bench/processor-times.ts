import { readdir, readFile } from 'node:fs/promises';

/** What Linux counts processor time in, a second. */
const TICKS = 100;

interface ProcessTime {
  parent: number;
  seconds: number;
}

async function timeOf(pid: string): Promise<ProcessTime | undefined> {
  const text = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => undefined);
  // The name stands in brackets and may hold anything.
  const fields = text?.slice(text.lastIndexOf(')') + 2).split(' ');
  if (fields === undefined) return undefined;
  return {
    parent: Number(fields[1]),
    seconds: (Number(fields[11]) + Number(fields[12])) / TICKS,
  };
}

/** Processor time of a process and of those that it started, since watching began (Linux, /proc). */
export class ProcessorTimes {
  readonly #pid: number;
  readonly #first = new Map<number, number>();
  readonly #last = new Map<number, number>();

  private constructor(pid: number) {
    this.#pid = pid;
  }

  static async watch(pid: number): Promise<ProcessorTimes> {
    const times = new ProcessorTimes(pid);
    await times.look();
    for (const [id, seconds] of times.#last) times.#first.set(id, seconds);
    return times;
  }

  /** Has to happen from time to time: what ended in between is not seen. */
  async look(): Promise<void> {
    for (const name of await readdir('/proc')) {
      if (!/^\d+$/.test(name)) continue;
      const id = Number(name);
      const time = await timeOf(name);
      if (time === undefined || (id !== this.#pid && time.parent !== this.#pid)) continue;
      this.#last.set(id, time.seconds);
    }
  }

  /** Seconds of the process itself, and of all that it started. */
  get spent(): { itself: number; children: number } {
    let [itself, children] = [0, 0];
    for (const [id, seconds] of this.#last) {
      const spent = seconds - (this.#first.get(id) ?? 0);
      if (id === this.#pid) itself += spent;
      else children += spent;
    }
    return { itself, children };
  }
}
