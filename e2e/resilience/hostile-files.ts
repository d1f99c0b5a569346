import { buildPdf, pdfStream } from '../support/build-pdf.ts';
import { HOSTILE_HTML } from './hostile-html.ts';
import { HOSTILE_PDF } from './hostile-pdf.ts';

const SVG = `<svg xmlns="http://www.w3.org/2000/svg" onload="window.__ran = 'svg'">
<script>window.__ran = 'svg'</script><image href="https://elsewhere.example/a.png"/>
<text>Harmless words</text></svg>`;

const MARKDOWN = `# Harmless words

<script>window.__ran = 'markdown'</script>

![pixel](https://elsewhere.example/pixel.png) [link](javascript:window.__ran='link')

<img src=x onerror="window.__ran = 'img'">
`;

const MAIL = `From: Eve <eve@example.com>
To: <script>window.__ran = 'mail'</script> <x@example.com>
Subject: Harmless words
Content-Type: text/html

<p>Harmless words</p><script>window.__ran = 'mail'</script><img src="https://elsewhere.example/p.png">
`;

/** A name that would turn what follows it around. */
export const RTL_NAME = 'invoice\u202Efdp.md';

/** The smallest image, of characters below U+0080. */
const GIF =
  'GIF89a\u0001\u0000\u0001\u0000\u0000\u0000\u0000,\u0000\u0000\u0000\u0000\u0001\u0000\u0001\u0000\u0000\u0002\u0002D\u0001\u0000;';

/** Returns the header of an image whose pixels would take 10 GB. */
function hugeImage(): Buffer {
  const header = Buffer.from(
    '\u0089PNG\r\n\u001A\n\0\0\0\rIHDR________\b\u0006\0\0\0____',
    'latin1',
  );
  header.writeUInt32BE(50_000, 16);
  header.writeUInt32BE(50_000, 20);
  return header;
}

/** Pages of a PDF, one more than are shown. */
const PAGES = 20_001;

const PAGE = '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] >>';
const CATALOG = '<< /Type /Catalog /Pages 2 0 R >>';

/** A PDF of too many pages, which are all the same. */
export const LONG_PDF = buildPdf([
  CATALOG,
  `<< /Type /Pages /Kids [${'3 0 R '.repeat(PAGES)}] /Count ${PAGES} >>`,
  PAGE,
]);

/** A PDF of one page that is no shorter: reading the other takes the server minutes. */
const ONE_PAGE = buildPdf([
  CATALOG,
  '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
  PAGE,
  pdfStream(' '.repeat(LONG_PDF.length)),
]);

/** Cells of one line, of which a table shows some. */
const CELLS = 100_000;

/** Documents whose text, as it is shown, has the words `Harmless words`. */
export const TEXTS = [
  { name: 'drawing.svg', content: SVG },
  { name: 'notes.md', content: MARKDOWN },
  { name: 'letter.eml', content: MAIL },
  { name: 'paper.pdf', content: HOSTILE_PDF },
  {
    name: 'table.csv',
    content: 'Name,Value\nHarmless words,"=HYPERLINK(""https://elsewhere.example"")"\n',
  },
  { name: RTL_NAME, content: '# Harmless words\n\n\u202Eolleh' },
  { name: '<img src=x onerror=window.__ran=1>.txt', content: 'Harmless words' },
];

export const OTHERS = [
  { name: 'page.html', content: HOSTILE_HTML },
  { name: 'not-an-image.png', content: HOSTILE_HTML },
  { name: 'dot.gif', content: GIF },
  { name: 'large.png', content: hugeImage() },
  { name: 'long.pdf', content: ONE_PAGE },
  { name: 'line.csv', content: `Harmless words${',cell'.repeat(CELLS)}` },
];
