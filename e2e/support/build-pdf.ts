/** Returns the object of a stream. */
export const pdfStream = (content: string, entries = '') =>
  `<< /Length ${content.length} ${entries} >>\nstream\n${content}\nendstream`;

/** Returns a PDF of these objects, of which the first is number 1 and the catalog. */
export function buildPdf(objects: readonly string[]): string {
  const parts = ['%PDF-1.7\n'];
  let length = parts.join('').length;
  const offsets = objects.map((object, index) => {
    const offset = length;
    const part = `${index + 1} 0 obj\n${object}\nendobj\n`;
    parts.push(part);
    length += part.length;
    return offset;
  });
  const rows = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`);
  const size = objects.length + 1;
  return [
    ...parts,
    `xref\n0 ${size}\n0000000000 65535 f \n`,
    ...rows,
    `trailer\n<< /Size ${size} /Root 1 0 R >>\nstartxref\n${length}\n%%EOF\n`,
  ].join('');
}

/** How a page looks besides its lines: points, degrees, and lines that are drawn on it. */
export interface PdfPageShape {
  width?: number;
  height?: number;
  rotate?: 0 | 90 | 180;
  strokes?: number;
}

/** Returns the matrix of text that is upright on the page as it is shown. */
function startOf({ width, height, rotate }: Required<Omit<PdfPageShape, 'strokes'>>): string {
  if (rotate === 90) return '0 1 -1 0 62 60';
  if (rotate === 180) return `-1 0 0 -1 ${width - 60} 62`;
  return `1 0 0 1 60 ${height - 62}`;
}

/** Returns a PDF of pages with lines of text in Helvetica, which is not embedded. */
export function pdfOfPages(
  pages: number,
  linesOf: (page: number) => readonly string[],
  shapeOf: (page: number) => PdfPageShape = () => ({}),
): string {
  const first = 4;
  const kids = Array.from({ length: pages }, (_, page) => `${first + 2 * page} 0 R`);
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Kids [${kids.join(' ')}] /Count ${pages} >>`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
  ];
  for (let page = 0; page < pages; page += 1) {
    const { width = 595, height = 842, rotate = 0, strokes = 0 } = shapeOf(page + 1);
    const lines = linesOf(page + 1).map((line) => `(${line}) Tj T*`);
    const drawn = Array.from(
      { length: strokes },
      (_, stroke) => `${stroke % width} 0 m ${(stroke * 7) % width} ${(stroke * 3) % height} l S\n`,
    );
    objects.push(
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${width} ${height}] /Rotate ${rotate} /Contents ${first + 2 * page + 1} 0 R /Resources << /Font << /F1 3 0 R >> >> >>`,
      pdfStream(
        `${drawn.join('')}BT /F1 11 Tf 14 TL ${startOf({ width, height, rotate })} Tm ${lines.join(' ')} ET`,
      ),
    );
  }
  return buildPdf(objects);
}
