import { isMet, ratioOf } from './bench-row.ts';
import type { BenchRow } from './bench-row.ts';

const WIDTH = 760;
const LABELS = 400;
const ROW = 24;
const TOP = 28;
/** The longest bar, in multiples of the goal; longer ones are truncated. */
const MAX_SHARE = 3;

const escape = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

/** Returns a row's figure relative to its goal: 1 reaches it, 2 is twice the limit. */
function distance(row: BenchRow): number | undefined {
  if (row.goal === undefined) return undefined;
  const reached = ratioOf(row) ?? row.value;
  const share = 'atMost' in row.goal ? reached / row.goal.atMost : row.goal.atLeast / reached;
  return Number.isFinite(share) ? share : isMet(row) === true ? 0 : MAX_SHARE;
}

function bar(row: BenchRow, share: number, index: number): string {
  const scale = (WIDTH - LABELS - 60) / MAX_SHARE;
  const y = TOP + index * ROW;
  const length = Math.max(1, Math.min(share, MAX_SHARE) * scale);
  const colour = isMet(row) === true ? '#2f9e62' : '#d4652f';
  const label = row.what.length > 58 ? `${row.what.slice(0, 57)}…` : row.what;
  return `<text x="${LABELS - 8}" y="${y + 15}" text-anchor="end">${escape(label)}</text>
<rect x="${LABELS}" y="${y + 4}" width="${length.toFixed(1)}" height="${ROW - 8}" rx="2" fill="${colour}"/>
<text x="${LABELS + length + 6}" y="${y + 15}">${share.toFixed(2)}</text>`;
}

/** Returns a bar chart of the rows with a goal, with a line for the goal; undefined without such rows. */
export function plot(rows: readonly BenchRow[]): string | undefined {
  const withGoal = rows.flatMap((row) => {
    const share = distance(row);
    return share === undefined ? [] : [{ row, share }];
  });
  if (withGoal.length === 0) return undefined;
  const height = TOP + withGoal.length * ROW + 8;
  const goal = LABELS + (WIDTH - LABELS - 60) / MAX_SHARE;
  const bars = withGoal.map(({ row, share }, index) => bar(row, share, index)).join('\n');
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${height}" viewBox="0 0 ${WIDTH} ${height}" font-family="system-ui, sans-serif" font-size="12" fill="#7d8590">
<text x="${goal}" y="16" text-anchor="middle">goal</text>
${bars}
<line x1="${goal}" x2="${goal}" y1="${TOP - 6}" y2="${height - 4}" stroke="#7d8590" stroke-dasharray="3 3"/>
</svg>
`;
}
