import type { TaskOptions } from '../../platform/workers/worker-process.ts';

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

/** Processor time of a page that OCR reads, as a multiple of a document's: a page of 200 dpi takes 4 to 7 seconds. */
const PAGE_FACTOR = 3;
/** OCR has the lowest priority, and waits long where other processes have the processors. */
const PAGE_CLOCK_FACTOR = 20;
/** Memory of OCR itself: its engine, its weights and the pixels of a page. */
const OCR_MEGABYTES = 512;

/** Limits of a page that OCR reads, in a document of this many bytes, which is opened for it. */
export function pageLimits(
  allowance: DocumentAllowance,
  bytes: number,
): ReturnType<typeof taskLimits> {
  const seconds = PAGE_FACTOR * allowance.seconds;
  const { processorMilliseconds, memoryBytes } = taskLimits({ ...allowance, seconds }, bytes);
  return {
    processorMilliseconds,
    timeoutMilliseconds: PAGE_CLOCK_FACTOR * processorMilliseconds,
    memoryBytes: memoryBytes + OCR_MEGABYTES * BYTES_PER_MEGABYTE,
  };
}

/** Limits of a task over a document of this many bytes, of at most so many milliseconds of the processor. */
export function taskLimits(
  { seconds, secondsPerMegabyte, megabytes, megabytesPerMegabyte }: DocumentAllowance,
  bytes: number,
  processorMax = Infinity,
): Required<Pick<TaskOptions, 'processorMilliseconds' | 'timeoutMilliseconds' | 'memoryBytes'>> {
  const size = bytes / BYTES_PER_MEGABYTE;
  const processorMilliseconds = Math.min(
    processorMax,
    1000 * (seconds + secondsPerMegabyte * size),
  );
  return {
    processorMilliseconds,
    timeoutMilliseconds: CLOCK_FACTOR * processorMilliseconds,
    memoryBytes: BYTES_PER_MEGABYTE * (megabytes + megabytesPerMegabyte * size),
  };
}
