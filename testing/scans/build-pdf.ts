import type { Canvas } from '@napi-rs/canvas';

/** A page of text, a picture that fills it, or what its operators draw. */
export type PdfPage = { text: string } | { picture: Canvas } | { blank: true } | DrawnPage;

interface DrawnPage {
  /** Operators; the font `/F` is Helvetica. */
  content: string;
  /** Dictionaries of further fonts, by their names. */
  fonts?: Readonly<Record<string, string>>;
  /** Further entries of the page's dictionary. */
  entries?: string;
  /** A picture behind it, which operators draw as `/P`. */
  scan?: Canvas;
}

const SIZE = { width: 400, height: 300 };

/**
 * Builds a PDF of pages of a size in points. A text has one line, in letters of 12 points. `catalog` has further
 * entries of the catalog, `referenced` what they refer to, from 4 on.
 */
export async function buildPdf(
  pages: readonly PdfPage[],
  size = SIZE,
  { catalog = '', referenced = [] }: { catalog?: string; referenced?: readonly string[] } = {},
): Promise<Buffer> {
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
  const addPicture = async (picture: Canvas) => {
    const { width, height } = picture;
    const jpeg = await picture.encode('jpeg', 90);
    return stream(
      `/Type /XObject /Subtype /Image /Width ${width} /Height ${height} /ColorSpace /DeviceRGB /BitsPerComponent 8 /Filter /DCTDecode`,
      jpeg,
    );
  };
  add(`<< /Type /Catalog /Pages 2 0 R ${catalog} >>`);
  add('');
  add('<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>');
  for (const object of referenced) add(object);
  const kids: number[] = [];
  for (const page of pages) {
    let [resources, content, entries] = ['/Font << /F 3 0 R >>', '', ''];
    if ('text' in page) content = `BT /F 12 Tf 20 250 Td (${page.text}) Tj ET`;
    if ('content' in page) {
      const { fonts = {}, scan } = page;
      ({ content, entries = '' } = page);
      const others = Object.entries(fonts).map(([name, font]) => `/${name} ${font}`);
      const picture = scan === undefined ? '' : `/XObject << /P ${await addPicture(scan)} 0 R >>`;
      resources = `/Font << /F 3 0 R ${others.join(' ')} >> ${picture}`;
    }
    if ('picture' in page) {
      const { width, height } = page.picture;
      const picture = await addPicture(page.picture);
      resources = `/XObject << /P ${picture} 0 R >>`;
      content = `q ${size.width} 0 0 ${(size.width * height) / width} 0 0 cm /P Do Q`;
    }
    const drawn = stream('', content);
    kids.push(
      add(
        `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${size.width} ${size.height}] /Resources << ${resources} >> /Contents ${drawn} 0 R ${entries} >>`,
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
