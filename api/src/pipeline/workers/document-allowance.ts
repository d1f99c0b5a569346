import type { TaskOptions } from './pipeline-worker.ts';

/** What reading a document may take, by its size. Settings. */
export interface DocumentAllowance {
  /** Processor time. */
  seconds: number;
  secondsPerMegabyte: number;
  /** Memory, beside what the worker had before. */
  megabytes: number;
  megabytesPerMegabyte: number;
}

const BYTES_PER_MEGABYTE = 1024 * 1024;

/** Time by the clock, as a multiple of the processor's: a busy machine or a slow store may delay a task. */
const CLOCK_FACTOR = 6;

/** Limits of a task over a document of this many bytes. */
export function taskLimits(
  { seconds, secondsPerMegabyte, megabytes, megabytesPerMegabyte }: DocumentAllowance,
  bytes: number,
): Required<Pick<TaskOptions, 'processorMilliseconds' | 'timeoutMilliseconds' | 'memoryBytes'>> {
  const size = bytes / BYTES_PER_MEGABYTE;
  const processorMilliseconds = 1000 * (seconds + secondsPerMegabyte * size);
  return {
    processorMilliseconds,
    timeoutMilliseconds: CLOCK_FACTOR * processorMilliseconds,
    memoryBytes: BYTES_PER_MEGABYTE * (megabytes + megabytesPerMegabyte * size),
  };
}
