/** Bytes sent until a time, in milliseconds of a monotonic clock. */
export interface Sample {
  at: number;
  loaded: number;
}

const WINDOW_MS = 5000;
const SHORTEST_MS = 500;

/** Returns the samples of the last five seconds, with a new one. */
export function withSample(samples: readonly Sample[], sample: Sample): readonly Sample[] {
  return [...samples.filter(({ at }) => sample.at - at <= WINDOW_MS), sample];
}

/** Returns the bytes per second over the last five seconds; null while it is not known. */
export function rateOf(samples: readonly Sample[]): number | null {
  const first = samples[0];
  const last = samples.at(-1);
  if (first === undefined || last === undefined || last.at - first.at < SHORTEST_MS) return null;
  return ((last.loaded - first.loaded) / (last.at - first.at)) * 1000;
}

/** Returns the time left at a rate, such as "about 3 min left"; null when nothing is sent. */
export function timeLeft(bytes: number, rate: number | null): string | null {
  if (rate === null || rate <= 0) return null;
  const seconds = Math.ceil(bytes / rate);
  if (seconds < 60) return `about ${seconds} s left`;
  const minutes = Math.round(seconds / 60);
  if (minutes < 60) return `about ${minutes} min left`;
  return `about ${Math.floor(minutes / 60)} h ${minutes % 60} min left`;
}
