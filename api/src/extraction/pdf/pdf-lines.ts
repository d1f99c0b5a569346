/** A piece of text and its position on the page, in points from the top left. */
export interface TextRun {
  x: number;
  y: number;
  width: number;
  height: number;
  text: string;
}

/** A line of text within one column. */
export interface TextLine extends TextRun {
  /** Height of the tallest run: the font size. */
  size: number;
}

/** Joins runs beside each other into lines, from the top. */
export function linesOf(runs: readonly TextRun[]): TextLine[] {
  const rows: TextRun[][] = [];
  for (const run of [...runs].sort((a, b) => a.y - b.y)) {
    const row = rows.findLast((candidate) => candidate.some((other) => isSameLine(run, other)));
    if (row === undefined) rows.push([run]);
    else row.push(run);
  }
  return rows.map((row) => lineOf(row.sort((a, b) => a.x - b.x))).sort((a, b) => a.y - b.y);
}

function isSameLine(a: TextRun, b: TextRun): boolean {
  const overlap = Math.min(a.y + a.height, b.y + b.height) - Math.max(a.y, b.y);
  return overlap > Math.min(a.height, b.height) / 2;
}

function lineOf(row: readonly TextRun[]): TextLine {
  let text = '';
  let end = 0;
  for (const run of row) {
    const gap = text === '' ? 0 : run.x - end;
    // A gap of two characters and more separates cells of a table.
    if (gap > run.height * 2) text = `${text.trimEnd()} | `;
    else if (gap > run.height * 0.2 && !/\s$/.test(text)) text += ' ';
    text += run.text;
    end = run.x + run.width;
  }
  const x = Math.min(...row.map((run) => run.x));
  const y = Math.min(...row.map((run) => run.y));
  const size = Math.max(...row.map((run) => run.height));
  return { x, y, width: end - x, height: size, size, text: text.trim() };
}

/** Joins two lines: a hyphenated word is joined, anything else is separated by a space. */
export function joinText(text: string, next: string): string {
  if (text === '') return next;
  if (/\p{Ll}[-\u00ad]\s*$/u.test(text) && /^\s*\p{Ll}/u.test(next)) {
    return text.replace(/[-\u00ad]\s*$/, '') + next.trimStart();
  }
  return /\s$/.test(text) || /^\s/.test(next) ? text + next : `${text} ${next}`;
}
