/** Processor time that reading a document may take. A setting. */
export interface DocumentAllowance {
  seconds: number;
  secondsPerMegabyte: number;
}

/** Time by the clock, as a multiple of the processor's: a busy machine or a slow store may delay a task. */
const CLOCK_FACTOR = 6;

/** Limits of a task over a document of this many bytes, in milliseconds. */
export function timeLimits(
  { seconds, secondsPerMegabyte }: DocumentAllowance,
  bytes: number,
): { processorMilliseconds: number; timeoutMilliseconds: number } {
  const processorMilliseconds = 1000 * (seconds + (secondsPerMegabyte * bytes) / 1024 / 1024);
  return { processorMilliseconds, timeoutMilliseconds: CLOCK_FACTOR * processorMilliseconds };
}
