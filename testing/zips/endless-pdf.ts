/** Levels of forms, and how often each one draws the next. */
const LEVELS = 12;
const REPEATS = 16;

/**
 * Returns a PDF of about 3 kB whose page draws a form that draws a form, and so on, sixteen times each:
 * reading its text takes longer than anybody waits.
 */
export function endlessPdf(): Buffer {
  const form = (level: number) => {
    const isLast = level === LEVELS;
    const content = isLast ? 'BT /F 12 Tf (x) Tj ET' : '/X Do '.repeat(REPEATS);
    const resources = isLast ? '/Font << /F 4 0 R >>' : `/XObject << /X ${5 + level} 0 R >>`;
    return stream(
      `/Type /XObject /Subtype /Form /BBox [0 0 100 100] /Resources << ${resources} >>`,
      content,
    );
  };
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 100 100]
       /Resources << /XObject << /X 5 0 R >> >> /Contents ${5 + LEVELS} 0 R >>`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
    ...Array.from({ length: LEVELS }, (_, index) => form(index + 1)),
    stream('', '/X Do'),
  ];
  return pdfOf(objects);
}

const stream = (dictionary: string, content: string) =>
  `<< ${dictionary} /Length ${content.length} >>\nstream\n${content}\nendstream`;

function pdfOf(objects: readonly string[]): Buffer {
  let text = '%PDF-1.7\n';
  const offsets = objects.map((object, index) => {
    const offset = text.length;
    text += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return offset;
  });
  const entries = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`);
  const count = objects.length + 1;
  return Buffer.from(
    `${text}xref\n0 ${count}\n0000000000 65535 f \n${entries.join('')}trailer << /Size ${count} /Root 1 0 R >>\nstartxref\n${text.length}\n%%EOF\n`,
    'latin1',
  );
}
