import { buildZip, type TestEntry } from '../zips/build-zip.ts';

const RELATIONSHIPS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';

/** A part of a package: its content, and where its relationships lead, by their ids. */
export interface TestPart {
  content: string | Buffer;
  links?: Readonly<Record<string, { type: string; target: string; isExternal?: boolean }>>;
}

export type TestParts = Readonly<Record<string, string | TestPart>>;

/** The prefixes that the parts of tests use. */
export const NAMESPACES = [
  ['w', 'http://schemas.openxmlformats.org/wordprocessingml/2006/main'],
  ['x', 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'],
  ['p', 'http://schemas.openxmlformats.org/presentationml/2006/main'],
  ['a', 'http://schemas.openxmlformats.org/drawingml/2006/main'],
  ['c', 'http://schemas.openxmlformats.org/drawingml/2006/chart'],
  ['dgm', 'http://schemas.openxmlformats.org/drawingml/2006/diagram'],
  ['pic', 'http://schemas.openxmlformats.org/drawingml/2006/picture'],
  ['wp', 'http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing'],
  ['xdr', 'http://schemas.openxmlformats.org/drawingml/2006/spreadsheetDrawing'],
  ['m', 'http://schemas.openxmlformats.org/officeDocument/2006/math'],
  ['mc', 'http://schemas.openxmlformats.org/markup-compatibility/2006'],
  ['r', RELATIONSHIPS],
  ['v', 'urn:schemas-microsoft-com:vml'],
  ['o', 'urn:schemas-microsoft-com:office:office'],
  ['wps', 'http://schemas.microsoft.com/office/word/2010/wordprocessingShape'],
  ['tc', 'http://schemas.microsoft.com/office/spreadsheetml/2018/threadedcomments'],
]
  .map(([prefix, namespace]) => `xmlns:${prefix}="${namespace}"`)
  .join(' ');

const MAIN_TYPES = {
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml',
  pptx: 'application/vnd.openxmlformats-officedocument.presentationml.presentation.main+xml',
} as const;

/** Returns a document of Office of the parts, the first of which is the main part. */
export function buildPackage(format: keyof typeof MAIN_TYPES, parts: TestParts): Buffer {
  const [main = ''] = Object.keys(parts);
  return buildZip([
    {
      name: '[Content_Types].xml',
      content: `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Override PartName="/${main}" ContentType="${MAIN_TYPES[format]}"/></Types>`,
    },
    {
      name: '_rels/.rels',
      content: linksXml({ m: { type: 'officeDocument', target: `/${main}` } }),
    },
    ...Object.entries(parts).flatMap(([name, part]) => entriesOf(name, part)),
  ]);
}

function entriesOf(name: string, part: string | TestPart): TestEntry[] {
  const { content, links } = typeof part === 'string' ? { content: part, links: undefined } : part;
  if (links === undefined) return [{ name, content }];
  const slash = name.lastIndexOf('/') + 1;
  return [
    { name, content },
    { name: `${name.slice(0, slash)}_rels/${name.slice(slash)}.rels`, content: linksXml(links) },
  ];
}

function linksXml(links: NonNullable<TestPart['links']>): string {
  const all = Object.entries(links).map(
    ([id, { type, target, isExternal = false }]) =>
      `<Relationship Id="${id}" Type="${RELATIONSHIPS}/${type}" Target="${target}"${isExternal ? ' TargetMode="External"' : ''}/>`,
  );
  return `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${all.join('')}</Relationships>`;
}

/** Returns an element as the root of a part. */
export function rootXml(name: string, content: string, attributes = ''): string {
  return `<${name} ${NAMESPACES} ${attributes}>${content}</${name}>`;
}

/** Returns a document of Word whose other parts are beside `word/document.xml`, linked by their names. */
export function buildWord(
  body: string,
  others: Readonly<Record<string, { type: string; content: string }>> = {},
): Buffer {
  return buildPackage('docx', {
    'word/document.xml': {
      content: rootXml('w:document', `<w:body>${body}</w:body>`),
      links: Object.fromEntries(
        Object.entries(others).map(([name, { type }]) => [
          name.split('.')[0],
          { type, target: name },
        ]),
      ),
    },
    ...Object.fromEntries(
      Object.entries(others).map(([name, { content }]) => [`word/${name}`, content]),
    ),
  });
}

/** Returns a workbook of one sheet, with its styles. */
export function buildExcel(
  sheet: string,
  {
    workbook = '',
    styles = '',
    links,
    parts = {},
  }: { workbook?: string; styles?: string; links?: TestPart['links']; parts?: TestParts } = {},
): Buffer {
  return buildPackage('xlsx', {
    'xl/workbook.xml': {
      content: rootXml(
        'x:workbook',
        `${workbook}<x:sheets><x:sheet name="Data" sheetId="1" r:id="s1"/></x:sheets>`,
      ),
      links: {
        s1: { type: 'worksheet', target: 'sheet1.xml' },
        st: { type: 'styles', target: 'styles.xml' },
        pe: { type: 'person', target: 'persons.xml' },
      },
    },
    'xl/sheet1.xml': {
      content: rootXml('x:worksheet', sheet),
      ...(links !== undefined && { links }),
    },
    'xl/styles.xml': rootXml('x:styleSheet', styles),
    ...parts,
  });
}

/** Returns a presentation of slides, each with the parts that it links to. */
export function buildPowerPoint(
  slides: readonly (string | TestPart)[],
  parts: TestParts = {},
): Buffer {
  const names = slides.map((_, at) => `slide${at + 1}.xml`);
  return buildPackage('pptx', {
    'ppt/presentation.xml': {
      content: rootXml(
        'p:presentation',
        `<p:sldIdLst>${names.map((_, at) => `<p:sldId id="${256 + at}" r:id="s${at}"/>`).join('')}</p:sldIdLst>`,
      ),
      links: Object.fromEntries(names.map((target, at) => [`s${at}`, { type: 'slide', target }])),
    },
    ...Object.fromEntries(names.map((name, at) => [`ppt/${name}`, slides[at] ?? ''])),
    ...parts,
  });
}
