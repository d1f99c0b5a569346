import type { Canvas } from '@napi-rs/canvas';

/** A page of text, or a picture that fills it. */
export type PdfPage = { text: string } | { picture: Canvas } | { blank: true };

const SIZE = { width: 400, height: 300 };

/** Builds a PDF of pages of a size in points. A text has one line, in letters of 12 points. */
export async function buildPdf(pages: readonly PdfPage[], size = SIZE): Promise<Buffer> {
  const objects: Buffer[] = [];
  const add = (content: Buffer | string) => objects.push(Buffer.from(content));
  const stream = (dictionary: string, content: Buffer | string) => {
    const bytes = Buffer.from(content);
    return add(
      Buffer.concat([
        Buffer.from(`<< ${dictionary} /Length ${bytes.length} >>\nstream\n`),
        bytes,
        Buffer.from('\nendstream'),
      ]),
    );
  };
  add('<< /Type /Catalog /Pages 2 0 R >>');
  add('');
  add('<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>');
  const kids: number[] = [];
  for (const page of pages) {
    let [resources, content] = ['/Font << /F 3 0 R >>', ''];
    if ('text' in page) content = `BT /F 12 Tf 20 250 Td (${page.text}) Tj ET`;
    if ('picture' in page) {
      const { width, height } = page.picture;
      const picture = stream(
        `/Type /XObject /Subtype /Image /Width ${width} /Height ${height} /ColorSpace /DeviceRGB /BitsPerComponent 8 /Filter /DCTDecode`,
        await page.picture.encode('jpeg', 90),
      );
      resources = `/XObject << /P ${picture} 0 R >>`;
      content = `q ${size.width} 0 0 ${(size.width * height) / width} 0 0 cm /P Do Q`;
    }
    const drawn = stream('', content);
    kids.push(
      add(
        `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${size.width} ${size.height}] /Resources << ${resources} >> /Contents ${drawn} 0 R >>`,
      ),
    );
  }
  objects[1] = Buffer.from(
    `<< /Type /Pages /Count ${kids.length} /Kids [${kids.map((kid) => `${kid} 0 R`).join(' ')}] >>`,
  );
  return write(objects);
}

function write(objects: readonly Buffer[]): Buffer {
  const parts: Buffer[] = [Buffer.from('%PDF-1.7\n')];
  const offsets: number[] = [];
  let length = parts[0]?.length ?? 0;
  for (const [at, content] of objects.entries()) {
    offsets.push(length);
    const part = Buffer.concat([
      Buffer.from(`${at + 1} 0 obj\n`),
      content,
      Buffer.from('\nendobj\n'),
    ]);
    parts.push(part);
    length += part.length;
  }
  const rows = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  parts.push(
    Buffer.from(
      `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${rows}trailer << /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${length}\n%%EOF`,
    ),
  );
  return Buffer.concat(parts);
}
