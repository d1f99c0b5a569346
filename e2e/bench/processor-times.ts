import { readdir, readFile } from 'node:fs/promises';

/** Linux's clock ticks per second. */
const TICKS = 100;

interface ProcessTime {
  parent: number;
  seconds: number;
}

async function timeOf(pid: string): Promise<ProcessTime | undefined> {
  const text = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => undefined);
  // The process name is in parentheses and may contain any character.
  const fields = text?.slice(text.lastIndexOf(')') + 2).split(' ');
  if (fields === undefined) return undefined;
  return {
    parent: Number(fields[1]),
    seconds: (Number(fields[11]) + Number(fields[12])) / TICKS,
  };
}

/** Processor time of a process and its children, since `watch` (Linux, /proc). */
export class ProcessorTimes {
  readonly #pid: number;
  readonly #first = new Map<number, number>();
  readonly #last = new Map<number, number>();

  private constructor(pid: number) {
    this.#pid = pid;
  }

  static async watch(pid: number): Promise<ProcessorTimes> {
    const times = new ProcessorTimes(pid);
    await times.sample();
    for (const [id, seconds] of times.#last) times.#first.set(id, seconds);
    return times;
  }

  /** To be called repeatedly: a child that ends between two calls is not counted after the first. */
  async sample(): Promise<void> {
    for (const name of await readdir('/proc')) {
      if (!/^\d+$/.test(name)) continue;
      const id = Number(name);
      const time = await timeOf(name);
      if (time === undefined || (id !== this.#pid && time.parent !== this.#pid)) continue;
      this.#last.set(id, time.seconds);
    }
  }

  /** Seconds of the process itself, and of its children. */
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
