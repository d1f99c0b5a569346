import { pdfOfPages } from '../build-pdf.ts';
import type { PdfPageShape } from '../build-pdf.ts';
import { buildSlides, buildTextDocument, buildWorkbook } from './build-office.ts';
import { buildZip } from '../build-zip.ts';
import type { ZipEntry } from '../build-zip.ts';

/** A word that one place of the library has, and where it is. */
export interface FarPlace {
  /** The path of the document. */
  path: string;
  word: string;
  /** The page or slide that has it, from 1; undefined where the kind has none. */
  page?: number;
}

/** Places of a kind of document; `view` is the parameter of the address that shows its text. */
export interface FarKind {
  name: string;
  places: readonly FarPlace[];
  view?: 'text';
  /** Whether the view is a frame of its own. */
  isFrame?: boolean;
  /** Whether the bar of the view says which page is shown. */
  hasPages?: boolean;
}

const CONSONANTS = 'bdfgklmnprtvz';
const VOWELS = 'aiou';
const PAIRS = CONSONANTS.length * VOWELS.length;

/** Returns a word that no other number has; none begins another, and none has an ending of a language. */
export function wordOf(number: number): string {
  let rest = number;
  let word = '';
  for (let syllable = 0; syllable < 4; syllable += 1) {
    word += CONSONANTS.charAt(rest % CONSONANTS.length);
    word += VOWELS.charAt(Math.floor(rest / CONSONANTS.length) % VOWELS.length);
    rest = Math.floor(rest / PAIRS);
  }
  return `${word}k`;
}

const FILLER =
  'The committee reads the report of the station and compares the figures with those of the year before';

/** Returns a sentence that has a word. */
const sentence = (word: string) => `Here the clerk writes ${word} into the book of the harbour.`;

/** Twelve numbers up to a count, the first and the last ones among them. */
const spread = (count: number) =>
  Array.from({ length: 12 }, (_, index) => 1 + Math.round((index * (count - 1)) / 11));

let used = 0;
/** Returns words for the parts of a document, which no other has. */
function takeWords(count: number): (part: number) => string {
  const from = used;
  used += count + 1;
  return (part) => wordOf(from + part);
}

interface Library {
  entries: ZipEntry[];
  kinds: FarKind[];
}

const paragraphs = (count: number, wordIn: (part: number) => string) =>
  Array.from(
    { length: count },
    (_, index) => `${FILLER}. ${sentence(wordIn(index + 1))} ${FILLER}.`,
  );

const SHAPES: readonly PdfPageShape[] = [
  { width: 595, height: 842 },
  { width: 842, height: 595 },
  { width: 595, height: 842, rotate: 90 },
  { width: 420, height: 2400 },
  { width: 595, height: 300 },
  { width: 1190, height: 842, rotate: 180 },
];

function addPdf(
  { entries, kinds }: Library,
  path: string,
  pages: number,
  { shown, shapeOf }: { shown: readonly number[]; shapeOf?: (page: number) => PdfPageShape },
): void {
  const wordIn = takeWords(pages);
  const linesOf = (page: number) => [
    `Page ${page} of the ledger`,
    ...Array.from({ length: 12 }, (_, line) => `${FILLER}, line ${line + 1}.`),
    sentence(wordIn(page)),
    `${FILLER}.`,
  ];
  entries.push({ name: path, content: pdfOfPages(pages, linesOf, shapeOf) });
  kinds.push({
    name: path,
    places: shown.map((page) => ({ path, word: wordIn(page), page })),
    hasPages: true,
  });
}

function addText(
  { entries, kinds }: Library,
  path: string,
  count: number,
  contentOf: (wordIn: (part: number) => string) => string | Buffer,
  kind: Omit<FarKind, 'name' | 'places'> = {},
): void {
  const wordIn = takeWords(count);
  entries.push({ name: path, content: contentOf(wordIn) });
  kinds.push({
    name: path,
    places: spread(count).map((part) => ({ path, word: wordIn(part) })),
    ...kind,
  });
}

const mailOf = (subject: string, body: string, headers = '', ending = '') =>
  `From: ada@example.com\r\nTo: iris@example.com\r\nSubject: ${subject}\r\nDate: Fri, 20 Nov 2026 09:30:00 +0000\r\nMIME-Version: 1.0\r\n${headers}\r\n${body}\r\n${ending}`;

const mailPart = (headers: string, body: string) => `--part\r\n${headers}\r\n\r\n${body}\r\n`;

function mailWithAttachment(name: string, content: string): string {
  return mailOf(
    'The ledger',
    mailPart('Content-Type: text/plain', 'The ledger is attached.') +
      mailPart(
        `Content-Type: application/octet-stream\r\nContent-Disposition: attachment; filename="${name}"\r\nContent-Transfer-Encoding: base64`,
        Buffer.from(content)
          .toString('base64')
          .replaceAll(/(.{76})/g, '$1\r\n'),
      ),
    'Content-Type: multipart/mixed; boundary="part"\r\n',
    '--part--\r\n',
  );
}

/** Returns documents of every kind that has a view, each with twelve places from its first part to its last. */
export function farPlaces(): Library {
  used = 0;
  const library: Library = { entries: [], kinds: [] };
  const { entries, kinds } = library;
  addPdf(library, 'ledger-240.pdf', 240, {
    shown: [1, 5, 26, 47, 68, 90, 121, 150, 187, 211, 239, 240],
  });
  addPdf(library, 'ledger-500.pdf', 500, {
    shown: [1, 2, 48, 101, 175, 250, 301, 350, 412, 470, 499, 500],
  });
  addPdf(library, 'shapes.pdf', 120, {
    shown: [1, 2, 3, 5, 16, 33, 47, 68, 88, 107, 119, 120],
    shapeOf: (page) => SHAPES[(page * 7) % SHAPES.length] ?? {},
  });
  addPdf(library, 'slow.pdf', 60, {
    shown: [1, 2, 8, 13, 20, 27, 33, 40, 46, 52, 59, 60],
    shapeOf: (page) => (page < 6 ? { strokes: 8000 } : {}),
  });
  addText(library, 'notes.txt', 2000, (wordIn) =>
    Array.from(
      { length: 2000 },
      (_, line) => `${line % 9 === 0 ? `${FILLER} ${FILLER}. ` : ''}${sentence(wordIn(line + 1))}`,
    ).join('\n'),
  );
  addText(library, 'code.ts', 600, (wordIn) =>
    Array.from(
      { length: 600 },
      (_, index) =>
        `/** ${FILLER}. */\nexport function step${index}(): string {\n  return '${wordIn(index + 1)}';\n}\n`,
    ).join('\n'),
  );
  addText(library, 'handbook.md', 400, (wordIn) =>
    paragraphs(400, wordIn)
      .map((text, index) => (index % 5 === 0 ? `# Part ${index}\n\n${text}` : text))
      .join('\n\n'),
  );
  const page = (wordIn: (part: number) => string) =>
    `<!doctype html><title>Harbour</title><h1>Harbour</h1>${paragraphs(400, wordIn)
      .map((text) => `<p>${text}</p>`)
      .join('\n')}`;
  addText(library, 'page.html', 400, page, { isFrame: true });
  addText(library, 'text-of-page.html', 400, page, { view: 'text' });
  addText(library, 'book.xlsx', 1500, (wordIn) =>
    buildWorkbook(['First', 'Second', 'Third'], (sheet) => [
      ['Number', 'Entry', 'Note'],
      ...Array.from({ length: 500 }, (_, row) => [
        String(row),
        `${wordIn(500 * sheet + row + 1)} of the harbour`,
        FILLER,
      ]),
    ]),
  );
  addText(library, 'rows.csv', 3000, (wordIn) =>
    [
      'number,entry,note',
      ...Array.from({ length: 3000 }, (_, row) => `${row},${wordIn(row + 1)},${FILLER}`),
    ].join('\n'),
  );
  addText(library, 'talk.pptx', 120, (wordIn) =>
    buildSlides(
      Array.from({ length: 120 }, (_, slide) => [FILLER, sentence(wordIn(slide + 1)), FILLER]),
    ),
  );
  addText(library, 'report.docx', 300, (wordIn) => buildTextDocument(paragraphs(300, wordIn)));
  addText(library, 'letter.eml', 300, (wordIn) =>
    mailOf('A long letter', paragraphs(300, wordIn).join('\r\n\r\n')),
  );
  addText(library, 'messages.mbox', 200, (wordIn) =>
    Array.from(
      { length: 200 },
      (_, index) =>
        `From ada@example.com Fri Nov 20 09:30:00 2026\r\n${mailOf(`Message ${index + 1}`, `${FILLER}.\r\n\r\n${sentence(wordIn(index + 1))}`)}\r\n`,
    ).join(''),
  );
  const inMail = takeWords(300);
  const inZip = takeWords(300);
  entries.push(
    {
      name: 'attached.eml',
      content: mailWithAttachment('attached.txt', paragraphs(300, inMail).join('\n\n')),
    },
    {
      name: 'packed.zip',
      content: buildZip([{ name: 'packed.md', content: paragraphs(300, inZip).join('\n\n') }]),
    },
  );
  for (const [path, wordIn] of [
    ['attached.eml/attached.txt', inMail],
    ['packed.zip/packed.md', inZip],
  ] as const) {
    const places = spread(300).map((part) => ({ path, word: wordIn(part) }));
    kinds.push({ name: path, places });
  }
  return library;
}
