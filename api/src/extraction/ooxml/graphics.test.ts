import { expect, test } from 'vitest';

import {
  buildExcel,
  buildPackage,
  buildPowerPoint,
  rootXml,
  type TestPart,
} from '@carrel/testing/office/build-package.ts';
import { readFile } from '../partition/partition.ts';

const points = (values: readonly string[]) =>
  values.map((value, at) => `<c:pt idx="${at}"><c:v>${value}</c:v></c:pt>`).join('');
const CHART = rootXml(
  'c:chartSpace',
  `<c:chart><c:title><c:tx><c:rich><a:p><a:r><a:t>Sales</a:t></a:r></a:p></c:rich></c:tx></c:title><c:plotArea><c:barChart><c:ser><c:tx><c:strRef><c:strCache>${points(['Bolts'])}</c:strCache></c:strRef></c:tx><c:cat><c:strRef><c:strCache>${points(['North', 'South'])}</c:strCache></c:strRef></c:cat><c:val><c:numRef><c:numCache><c:formatCode>0.0</c:formatCode>${points(['12.04', '7'])}</c:numCache></c:numRef></c:val></c:ser></c:barChart></c:plotArea></c:chart>`,
);
const point = (id: string, text: string) =>
  `<dgm:pt modelId="${id}"><dgm:t><a:p><a:r><a:t>${text}</a:t></a:r></a:p></dgm:t></dgm:pt>`;
const DIAGRAM = rootXml(
  'dgm:dataModel',
  `<dgm:ptLst><dgm:pt modelId="0" type="doc"/>${point('1', 'Plan')}${point('2', 'Build')}</dgm:ptLst><dgm:cxnLst><dgm:cxn srcId="0" destId="1"/><dgm:cxn srcId="1" destId="2"/></dgm:cxnLst>`,
);
const SHOWN = ['Chart: Sales', ' | Bolts\nNorth | 12.0\nSouth | 7.0', '- Plan\n  - Build'];

const links: TestPart['links'] = {
  c: { type: 'chart', target: 'chart.xml' },
  d: { type: 'diagramData', target: 'data.xml' },
};
const graphic = (content: string) =>
  `<a:graphic><a:graphicData>${content}</a:graphicData></a:graphic>`;
const GRAPHICS = [graphic('<c:chart r:id="c"/>'), graphic('<dgm:relIds r:dm="d"/>')];

const textsOf = async (file: Buffer, name: string) =>
  (await readFile(file, name)).blocks.map(({ text }) => text);

test('charts and SmartArt of a document of Word are titles, data and lists', async () => {
  const drawings = GRAPHICS.map(
    (each) => `<w:p><w:r><w:drawing><wp:inline>${each}</wp:inline></w:drawing></w:r></w:p>`,
  );
  const file = buildPackage('docx', {
    'word/document.xml': {
      content: rootXml('w:document', `<w:body>${drawings.join('')}</w:body>`),
      links,
    },
    'word/chart.xml': CHART,
    'word/data.xml': DIAGRAM,
  });
  expect(await textsOf(file, 'a.docx')).toEqual(SHOWN);
});

test('charts and SmartArt of a slide are titles, data and lists', async () => {
  const frames = GRAPHICS.map(
    (each) => `<p:graphicFrame><p:nvGraphicFramePr/>${each}</p:graphicFrame>`,
  );
  const slide = {
    content: rootXml('p:sld', `<p:cSld><p:spTree>${frames.join('')}</p:spTree></p:cSld>`),
    links,
  };
  const file = buildPowerPoint([slide], { 'ppt/chart.xml': CHART, 'ppt/data.xml': DIAGRAM });
  expect(await textsOf(file, 'a.pptx')).toEqual(SHOWN);
});

test('charts of a sheet are below its table', async () => {
  const sheet =
    '<x:sheetData><x:row><x:c><x:v>1</x:v></x:c></x:row></x:sheetData><x:drawing r:id="dr"/>';
  const anchors = GRAPHICS.map(
    (each) =>
      `<xdr:twoCellAnchor><xdr:graphicFrame><xdr:nvGraphicFramePr/>${each}</xdr:graphicFrame></xdr:twoCellAnchor>`,
  );
  const file = buildExcel(sheet, {
    links: { dr: { type: 'drawing', target: 'drawing.xml' } },
    parts: {
      'xl/drawing.xml': { content: rootXml('xdr:wsDr', anchors.join('')), links },
      'xl/chart.xml': CHART,
      'xl/data.xml': DIAGRAM,
    },
  });
  expect((await textsOf(file, 'a.xlsx')).slice(-3)).toEqual(SHOWN);
});

test('categories of several levels are in each row that they span', async () => {
  const levels = `<c:multiLvlStrRef><c:multiLvlStrCache><c:lvl>${points(['Jan', 'Feb', 'Mar'])}</c:lvl><c:lvl><c:pt idx="0"><c:v>2025</c:v></c:pt><c:pt idx="2"><c:v>2026</c:v></c:pt></c:lvl></c:multiLvlStrCache></c:multiLvlStrRef>`;
  const chart = rootXml(
    'c:chartSpace',
    `<c:chart><c:plotArea><c:ser><c:cat>${levels}</c:cat><c:val><c:numLit>${points(['1', '2', '3'])}</c:numLit></c:val></c:ser></c:plotArea></c:chart>`,
  );
  const slide = {
    content: rootXml(
      'p:sld',
      `<p:cSld><p:spTree><p:graphicFrame><p:nvGraphicFramePr/>${GRAPHICS[0]}</p:graphicFrame></p:spTree></p:cSld>`,
    ),
    links,
  };
  expect(await textsOf(buildPowerPoint([slide], { 'ppt/chart.xml': chart }), 'a.pptx')).toEqual([
    '2025 Jan | 1\n2025 Feb | 2\n2026 Mar | 3',
  ]);
});
