import { buildZip } from '../build-zip.ts';
import type { ZipEntry } from '../build-zip.ts';

const xml = (text: string) => `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>${text}`;
const TYPES = 'http://schemas.openxmlformats.org/package/2006/content-types';
const RELATIONS = 'http://schemas.openxmlformats.org/package/2006/relationships';
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';

function officeFile(main: string, type: string, parts: readonly ZipEntry[]): Buffer {
  const relations = (targets: readonly [type: string, target: string][]) =>
    xml(
      `<Relationships xmlns="${RELATIONS}">${targets.map(([kind, target], index) => `<Relationship Id="rId${index + 1}" Type="${OFFICE}/${kind}" Target="${target}"/>`).join('')}</Relationships>`,
    );
  const [folder = '', file = ''] = main.split('/');
  const others = parts.filter(({ name }) => name !== main);
  return buildZip([
    {
      name: '[Content_Types].xml',
      content: xml(
        `<Types xmlns="${TYPES}"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/${main}" ContentType="${type}"/></Types>`,
      ),
    },
    { name: '_rels/.rels', content: relations([['officeDocument', main]]) },
    {
      name: `${folder}/_rels/${file}.rels`,
      content: relations(
        others.map(({ name }) => [
          name.includes('/slides/') ? 'slide' : 'worksheet',
          name.slice(folder.length + 1),
        ]),
      ),
    },
    ...parts,
  ]);
}

const cell = (text: string) => `<c t="inlineStr"><is><t>${text}</t></is></c>`;

const rowText = (cells: readonly string[]) => `<row>${cells.map(cell).join('')}</row>`;

/** Returns a workbook (.xlsx) with sheets of these names, of rows of cells. */
export function buildWorkbook(
  sheets: readonly string[],
  rowsOf: (sheet: number) => readonly (readonly string[])[],
): Buffer {
  const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
  const names = sheets.map(
    (name, index) => `<sheet name="${name}" sheetId="${index + 1}" r:id="rId${index + 1}"/>`,
  );
  return officeFile(
    'xl/workbook.xml',
    'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml',
    [
      {
        name: 'xl/workbook.xml',
        content: xml(
          `<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><sheets>${names.join('')}</sheets></workbook>`,
        ),
      },
      ...sheets.map((_, sheet) => ({
        name: `xl/worksheets/sheet${sheet + 1}.xml`,
        content: xml(
          `<worksheet xmlns="${MAIN}"><sheetData>${rowsOf(sheet).map(rowText).join('')}</sheetData></worksheet>`,
        ),
      })),
    ],
  );
}

const paragraph = (text: string) => `<a:p><a:r><a:t>${text}</a:t></a:r></a:p>`;

/** Returns a presentation (.pptx) of slides of paragraphs. */
export function buildSlides(slides: readonly (readonly string[])[]): Buffer {
  const P = 'http://schemas.openxmlformats.org/presentationml/2006/main';
  const A = 'http://schemas.openxmlformats.org/drawingml/2006/main';
  const ids = slides.map((_, index) => `<p:sldId id="${256 + index}" r:id="rId${index + 1}"/>`);
  return officeFile(
    'ppt/presentation.xml',
    'application/vnd.openxmlformats-officedocument.presentationml.presentation.main+xml',
    [
      {
        name: 'ppt/presentation.xml',
        content: xml(
          `<p:presentation xmlns:p="${P}" xmlns:r="${OFFICE}"><p:sldIdLst>${ids.join('')}</p:sldIdLst></p:presentation>`,
        ),
      },
      ...slides.map((texts, index) => ({
        name: `ppt/slides/slide${index + 1}.xml`,
        content: xml(
          `<p:sld xmlns:p="${P}" xmlns:a="${A}"><p:cSld><p:spTree><p:sp><p:txBody>${texts.map(paragraph).join('')}</p:txBody></p:sp></p:spTree></p:cSld></p:sld>`,
        ),
      })),
    ],
  );
}

/** Returns a text document (.docx) of paragraphs. */
export function buildTextDocument(texts: readonly string[]): Buffer {
  const W = 'http://schemas.openxmlformats.org/wordprocessingml/2006/main';
  const paragraphs = texts.map((text) => `<w:p><w:r><w:t>${text}</w:t></w:r></w:p>`);
  return officeFile(
    'word/document.xml',
    'application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml',
    [
      {
        name: 'word/document.xml',
        content: xml(
          `<w:document xmlns:w="${W}"><w:body>${paragraphs.join('')}</w:body></w:document>`,
        ),
      },
    ],
  );
}
