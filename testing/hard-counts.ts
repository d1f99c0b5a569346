/**
 * How often a test of docs/reports/hardening.md repeats its fault: `reduced` in every run, `full` under
 * `pnpm test:hard`.
 */
export function hardCount(reduced: number, full: number): number {
  return process.env['HARD'] === '1' ? full : reduced;
}
