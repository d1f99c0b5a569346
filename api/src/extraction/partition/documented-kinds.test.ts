import { readFile as readText } from 'node:fs/promises';

import { expect, test } from 'vitest';

import {
  buildExcel,
  buildPowerPoint,
  buildWord,
  rootXml,
} from '@carrel/testing/office/build-package.ts';
import { buildZip } from '@carrel/testing/zips/build-zip.ts';
import { readFile } from './partition.ts';

const word = buildWord('<w:p><w:r><w:t>Heron and goshawk</w:t></w:r></w:p>');
const slides = buildPowerPoint([
  rootXml(
    'p:sld',
    '<p:cSld><p:spTree><p:sp><p:nvSpPr/><p:txBody><a:p><a:r><a:t>Heron and goshawk</a:t></a:r></a:p></p:txBody></p:sp></p:spTree></p:cSld>',
  ),
]);
const workbook = buildExcel(
  '<x:sheetData><x:row><x:c t="inlineStr"><x:is><x:t>Heron and goshawk</x:t></x:is></x:c></x:row></x:sheetData>',
);

const NAMESPACES = ['office', 'text', 'table', 'drawing']
  .map((name) => `xmlns:${name}="urn:oasis:names:tc:opendocument:xmlns:${name}:1.0"`)
  .join(' ');
const BODIES = {
  text: '<text:p>Heron and goshawk</text:p>',
  spreadsheet:
    '<table:table><table:table-row><table:table-cell><text:p>Heron and goshawk</text:p></table:table-cell></table:table-row></table:table>',
  presentation:
    '<drawing:page><drawing:frame><drawing:text-box><text:p>Heron and goshawk</text:p></drawing:text-box></drawing:frame></drawing:page>',
} as const;

function openDocument(kind: keyof typeof BODIES, type: string = kind): Buffer {
  const element = type === 'graphics' ? 'drawing' : kind;
  return buildZip([
    { name: 'mimetype', content: `application/vnd.oasis.opendocument.${type}`, method: 0 },
    {
      name: 'content.xml',
      content: `<office:document-content ${NAMESPACES}><office:body><office:${element}>${BODIES[kind]}</office:${element}></office:body></office:document-content>`,
    },
  ]);
}

const flat = (kind: keyof typeof BODIES) =>
  `<?xml version="1.0"?><office:document ${NAMESPACES} office:mimetype="application/vnd.oasis.opendocument.${kind}"><office:body><office:${kind}>${BODIES[kind]}</office:${kind}></office:body></office:document>`;

const page = '<p>Heron and goshawk</p>';
const archive = `MIME-Version: 1.0\r\nContent-Type: multipart/related; boundary=b\r\n\r\n--b\r\nContent-Type: text/html\r\n\r\n${page}\r\n--b--`;
const mail = 'From: a@example.org\r\nSubject: Birds\r\n\r\nHeron and goshawk\r\n';
const cell =
  '{"nbformat":4,"metadata":{},"cells":[{"cell_type":"markdown","source":"Heron and goshawk"}]}';
const subtitle = '00:00:01,000 --> 00:00:02,000\nHeron and goshawk\n';

/** A file of each ending that the document names. */
const SAMPLES: Readonly<Record<string, string | Buffer>> = {
  docx: word,
  docm: word,
  dotx: word,
  pptx: slides,
  pptm: slides,
  xlsx: workbook,
  xlsm: workbook,
  odt: openDocument('text'),
  ods: openDocument('spreadsheet'),
  odp: openDocument('presentation'),
  odg: openDocument('presentation', 'graphics'),
  fodt: flat('text'),
  fods: flat('spreadsheet'),
  fodp: flat('presentation'),
  mht: archive,
  mhtml: archive,
  md: 'Heron and goshawk',
  mdx: 'Heron and goshawk',
  csv: 'Heron and goshawk,1',
  tsv: 'Heron and goshawk\t1',
  tab: 'Heron and goshawk\t1',
  eml: mail,
  mbox: `From a@example.org Sat Jan  1 00:00:00 2022\n${mail}`,
  zip: buildZip([{ name: 'Heron and goshawk.txt', content: 'x' }]),
  ipynb: cell,
  jsonl: '{"bird":"Heron and goshawk"}\n{"bird":"Owl"}',
  ndjson: '{"bird":"Heron and goshawk"}\n{"bird":"Owl"}',
  json: '{"bird":"Heron and goshawk"}',
  geojson: '{"bird":"Heron and goshawk"}',
  jsonld: '{"bird":"Heron and goshawk"}',
  har: '{"bird":"Heron and goshawk"}',
  ics: 'BEGIN:VCALENDAR\nBEGIN:VEVENT\nSUMMARY:Heron and goshawk\nEND:VEVENT\nEND:VCALENDAR',
  vcf: 'BEGIN:VCARD\nFN:Heron and goshawk\nEND:VCARD',
  srt: `1\n${subtitle}`,
  vtt: `WEBVTT\n\n${subtitle.replaceAll(',', '.')}`,
  tex: '\\documentclass{article}\\begin{document}Heron and goshawk\\end{document}',
  org: '* Heron and goshawk',
  rst: 'Heron and goshawk\n=================',
  txt: 'Heron and goshawk',
  log: 'Heron and goshawk',
  xml: '<?xml version="1.0"?><bird>Heron and goshawk</bird>',
  yaml: 'bird: Heron and goshawk',
};

/** Endings whose files are tested beside their reader. */
const ELSEWHERE = new Set(
  'msg doc dot xls xlt ppt pps pot png jpg tif webp avif heic bmp'.split(' '),
);

const documented = async () => {
  const text = await readText(new URL('../../../../docs/kinds.md', import.meta.url), 'utf8');
  const kinds = text.slice(0, text.indexOf('\n## ')).matchAll(/^- \*\*(.*?)\*\*/gm);
  return [...kinds].flatMap(([, name = '']) =>
    [...name.matchAll(/`\.(\w+)`/g)].map(([, ending = '']) => ending),
  );
};

test.each(Object.entries(SAMPLES))('a file that ends in .%s is read', async (ending, content) => {
  const { blocks } = await readFile(Buffer.from(content), `a.${ending}`);
  expect(blocks.map(({ text }) => text).join('\n')).toContain('Heron and goshawk');
});

test('every ending that docs/kinds.md names as read has a sample here', async () => {
  const endings = await documented();
  expect(endings.length).toBeGreaterThan(40);
  expect(endings.filter((ending) => !(ending in SAMPLES) && !ELSEWHERE.has(ending))).toEqual([]);
});
