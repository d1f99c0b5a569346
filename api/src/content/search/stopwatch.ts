/** Milliseconds with one decimal: since the last lap, and since the start. */
export function stopwatch() {
  const start = performance.now();
  let last = start;
  return {
    lap: (): number => {
      const now = performance.now();
      const lap = rounded(now - last);
      last = now;
      return lap;
    },
    total: (): number => rounded(performance.now() - start),
  };
}

function rounded(milliseconds: number): number {
  return Math.round(milliseconds * 10) / 10;
}
