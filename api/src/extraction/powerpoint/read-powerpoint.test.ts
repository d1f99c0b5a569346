import { expect, test } from 'vitest';

import { buildPowerPoint, rootXml, type TestPart } from '@carrel/testing/office/build-package.ts';
import { OoxmlPackage } from '../ooxml/ooxml-package.ts';
import { readPowerPoint } from './read-powerpoint.ts';

const paragraph = (text: string, properties = '') =>
  `<a:p><a:pPr ${properties}/><a:r><a:t>${text}</a:t></a:r></a:p>`;
const shape = (text: string, { placeholder = '', left = 0, top = 0 } = {}) =>
  `<p:sp><p:nvSpPr><p:cNvPr id="1" name="x"/><p:cNvSpPr/><p:nvPr>${placeholder}</p:nvPr></p:nvSpPr><p:spPr><a:xfrm><a:off x="${left}" y="${top}"/><a:ext cx="100" cy="100"/></a:xfrm></p:spPr><p:txBody>${text}</p:txBody></p:sp>`;
const slide = (shapes: string, attributes = '') =>
  rootXml(
    'p:sld',
    `<p:cSld><p:spTree><p:nvGrpSpPr/><p:grpSpPr/>${shapes}</p:spTree></p:cSld>`,
    attributes,
  );

const read = (slides: readonly (string | TestPart)[], parts = {}) =>
  readPowerPoint(new OoxmlPackage(buildPowerPoint(slides, parts)));

test('a slide is its title, then its shapes from the top and from the left', () => {
  const { blocks } = read([
    slide(
      shape(paragraph('right'), { left: 500, top: 210 }) +
        shape(paragraph('below'), { top: 900 }) +
        shape(paragraph('left'), { left: 10, top: 220 }) +
        shape(paragraph('Title'), { placeholder: '<p:ph type="title"/>', top: 5000 }),
    ),
  ]);
  expect(blocks).toEqual([
    { kind: 'heading', level: 1, text: 'Title', page: 1 },
    { kind: 'paragraph', text: 'left', page: 1 },
    { kind: 'paragraph', text: 'right', page: 1 },
    { kind: 'paragraph', text: 'below', page: 1 },
  ]);
});

test('slides that are hidden are counted, and do not change the numbers of others', () => {
  const { blocks, omitted } = read([
    slide(shape(paragraph('one'))),
    slide(shape(paragraph('two')), 'show="0"'),
    slide(shape(paragraph('three'))),
  ]);
  expect(blocks).toEqual([
    { kind: 'paragraph', text: 'one', page: 1, startsSlide: true },
    { kind: 'paragraph', text: 'three', page: 3, startsSlide: true },
  ]);
  expect(omitted).toEqual([{ what: 'hidden_slide', count: 1 }]);
});

test('paragraphs have their bullets and numbers, and footers are read once', () => {
  const list =
    '<a:p><a:pPr><a:buAutoNum type="arabicPeriod"/></a:pPr><a:r><a:t>first</a:t></a:r></a:p><a:p><a:pPr lvl="1"><a:buChar char="•"/></a:pPr><a:r><a:t>inner</a:t></a:r></a:p><a:p><a:pPr><a:buAutoNum type="arabicPeriod"/></a:pPr><a:r><a:t>second</a:t></a:r></a:p>';
  const footer = shape(paragraph('Acme'), { placeholder: '<p:ph type="ftr"/>', top: 900 });
  const number = shape(paragraph('7'), { placeholder: '<p:ph type="sldNum"/>', top: 900 });
  const { blocks } = read([
    slide(shape(list) + footer + number),
    slide(shape(paragraph('x')) + footer),
  ]);
  expect(blocks.map(({ text }) => text)).toEqual(['1. first\n  - inner\n2. second', 'Acme', 'x']);
});

test('merged cells, notes and comments are read', () => {
  const cell = (text: string, attributes = '') =>
    `<a:tc ${attributes}><a:txBody>${paragraph(text)}</a:txBody></a:tc>`;
  const table = `<p:graphicFrame><p:nvGraphicFramePr><p:cNvPr id="2" name="t"/></p:nvGraphicFramePr><a:graphic><a:graphicData><a:tbl><a:tr>${cell('North', 'rowSpan="2"')}${cell('a')}${cell('')}${cell('b')}</a:tr><a:tr>${cell('', 'vMerge="1"')}${cell('c')}</a:tr></a:tbl></a:graphicData></a:graphic></p:graphicFrame>`;
  const { blocks } = read(
    [
      {
        content: slide(table),
        links: {
          n: { type: 'notesSlide', target: 'notes.xml' },
          c: { type: 'comments', target: 'comments.xml' },
        },
      },
    ],
    {
      'ppt/notes.xml': rootXml(
        'p:notes',
        `<p:cSld><p:spTree>${shape(paragraph('Say hello'), { placeholder: '<p:ph type="body"/>' })}</p:spTree></p:cSld>`,
      ),
      'ppt/comments.xml': rootXml('p:cmLst', '<p:cm authorId="0"><p:text>Shorter</p:text></p:cm>'),
    },
  );
  expect(blocks.map(({ text }) => text)).toEqual([
    'North | a |  | b\nNorth | c',
    'Notes: Say hello',
    'Comment: Shorter',
  ]);
});

const described = (kind: string, text: string, content = '') =>
  `<p:${kind}><p:nvSpPr><p:cNvPr id="1" name="x" descr="${text}"/><p:nvPr/></p:nvSpPr>${content}</p:${kind}>`;

test('shapes, groups and connectors have their alternative texts', () => {
  const { blocks } = read([
    slide(
      described('sp', 'A green arrow') +
        described('grpSp', 'Two pumps', shape(paragraph('P1'))) +
        described('cxnSp', 'Line to the tank'),
    ),
  ]);
  expect(blocks.map(({ text }) => text)).toEqual([
    '[Image: A green arrow]',
    '[Image: Two pumps]',
    'P1',
    '[Image: Line to the tank]',
  ]);
});
