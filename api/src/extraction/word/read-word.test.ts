import { expect, test } from 'vitest';

import { buildWord, rootXml } from '@carrel/testing/office/build-package.ts';
import { OoxmlPackage } from '../ooxml/ooxml-package.ts';
import { readWord } from './read-word.ts';

type Others = Parameters<typeof buildWord>[1];

const run = (text: string, properties = '') =>
  `<w:r><w:rPr>${properties}</w:rPr><w:t>${text}</w:t></w:r>`;
const p = (content: string, properties = '') => `<w:p><w:pPr>${properties}</w:pPr>${content}</w:p>`;
const item = (text: string, level: number, id = 1) =>
  p(run(text), `<w:numPr><w:ilvl w:val="${level}"/><w:numId w:val="${id}"/></w:numPr>`);
const level = (at: number, format: string, text: string, more = '') =>
  `<w:lvl w:ilvl="${at}"><w:start w:val="1"/><w:numFmt w:val="${format}"/><w:lvlText w:val="${text}"/>${more}</w:lvl>`;
const field = (instruction: string, result: string, data = '') =>
  `<w:r><w:fldChar w:fldCharType="begin">${data}</w:fldChar></w:r><w:r><w:instrText>${instruction}</w:instrText></w:r><w:r><w:fldChar w:fldCharType="separate"/></w:r>${run(result)}<w:r><w:fldChar w:fldCharType="end"/></w:r>`;
const cell = (content: string, properties = '') =>
  `<w:tc><w:tcPr>${properties}</w:tcPr>${content}</w:tc>`;

const section = (id: string) =>
  `<w:sectPr><w:headerReference w:type="default" r:id="${id}"/><w:headerReference w:type="first" r:id="h3"/><w:footerReference w:type="default" r:id="f1"/></w:sectPr>`;

const read = (body: string, others: Others = {}) =>
  readWord(new OoxmlPackage(buildWord(body, others)));
const texts = async (body: string, others: Others = {}) =>
  (await read(body, others)).blocks.map(({ text }) => text);

test('clauses have the numbers that are shown, which begin again below each clause and each list', async () => {
  const numbering = rootXml(
    'w:numbering',
    `<w:abstractNum w:abstractNumId="0">${level(0, 'decimal', '%1.')}${level(1, 'decimal', '%1.%2')}${level(2, 'lowerRoman', '(%3)')}${level(3, 'bullet', 'o')}</w:abstractNum>
     <w:num w:numId="1"><w:abstractNumId w:val="0"/></w:num>
     <w:num w:numId="2"><w:abstractNumId w:val="0"/><w:lvlOverride w:ilvl="0"><w:startOverride w:val="5"/></w:lvlOverride></w:num>`,
  );
  const body = [
    item('A', 0),
    item('a', 1),
    item('b', 1),
    item('i', 2),
    item('x', 3),
    item('B', 0),
    item('c', 1),
    item('C', 0, 2),
  ];
  expect(
    await texts(body.join(''), { 'numbering.xml': { type: 'numbering', content: numbering } }),
  ).toEqual(['1. A\n  1.1 a\n  1.2 b\n    (i) i\n      - x\n2. B\n  2.1 c\n5. C']);
});

test('headings are found by what their style is based on, and have their number', async () => {
  const styles = rootXml(
    'w:styles',
    `<w:style w:type="paragraph" w:styleId="Kop1"><w:name w:val="heading 1"/><w:pPr><w:numPr><w:numId w:val="1"/></w:numPr><w:outlineLvl w:val="0"/></w:pPr></w:style>
     <w:style w:type="paragraph" w:styleId="Eigen"><w:name w:val="Eigen"/><w:basedOn w:val="Kop1"/></w:style>
     <w:style w:type="paragraph" w:styleId="T"><w:name w:val="Title"/></w:style>`,
  );
  const numbering = rootXml(
    'w:numbering',
    `<w:abstractNum w:abstractNumId="0">${level(0, 'upperRoman', 'Part %1', '<w:pStyle w:val="Kop1"/>')}</w:abstractNum><w:num w:numId="1"><w:abstractNumId w:val="0"/></w:num>`,
  );
  const { blocks } = await read(
    p(run('Name'), '<w:pStyle w:val="T"/>') +
      p(run('One'), '<w:pStyle w:val="Kop1"/>') +
      p(run('Two'), '<w:pStyle w:val="Eigen"/>'),
    {
      'styles.xml': { type: 'styles', content: styles },
      'numbering.xml': { type: 'numbering', content: numbering },
    },
  );
  expect(blocks).toEqual([
    { kind: 'heading', level: 1, text: 'Name' },
    { kind: 'heading', level: 1, text: 'Part I One' },
    { kind: 'heading', level: 1, text: 'Part II Two' },
  ]);
});

test('what was deleted or is hidden is not read', async () => {
  const body =
    p(
      `${run('kept ')}<w:del>${run('deleted ')}</w:del><w:ins>${run('added')}</w:ins>${run(' hidden', '<w:vanish/>')}${run(' shown', '<w:vanish w:val="0"/>')}`,
    ) +
    p(run('first half '), '<w:rPr><w:del/></w:rPr>') +
    p(run('second half'));
  expect(await texts(body)).toEqual(['kept added shown', 'first half second half']);
});

test('fields show their result, boxes whether they are checked', async () => {
  const box = '<w:ffData><w:checkBox><w:checked/></w:checkBox></w:ffData>';
  const list =
    '<w:ffData><w:ddList><w:result w:val="1"/><w:listEntry w:val="red"/><w:listEntry w:val="blue"/></w:ddList></w:ffData>';
  const body =
    p(
      field('HYPERLINK "http://example.org"', 'link') + run(' and ') + field('FORMTEXT', 'filled'),
    ) + p(field('FORMCHECKBOX', '', box) + run(' agreed, ') + field('FORMDROPDOWN', '', list));
  expect(await texts(body)).toEqual(['link and filled', '☒ agreed, blue']);
});

test('a field that never ends does not swallow what follows', async () => {
  const body =
    p('<w:r><w:fldChar w:fldCharType="begin"/></w:r><w:r><w:instrText>REF x</w:instrText></w:r>') +
    p(run('kept'));
  expect(await texts(body)).toEqual(['kept']);
});

test('notes and comments follow the paragraph, or the table, that refers to them', async () => {
  const notes = rootXml(
    'w:footnotes',
    `<w:footnote w:type="separator" w:id="0">${p(run('line'))}</w:footnote><w:footnote w:id="1">${p(run('First.'))}</w:footnote><w:footnote w:id="2">${p(run('Second.'))}</w:footnote>`,
  );
  const comments = rootXml(
    'w:comments',
    `<w:comment w:id="7" w:author="Ann Li">${p(run('Check'))}${p(run('this.'))}</w:comment>`,
  );
  const body =
    p(
      `${run('Claim')}<w:r><w:footnoteReference w:id="1"/></w:r><w:r><w:commentReference w:id="7"/></w:r>`,
    ) +
    `<w:tbl><w:tr>${cell(p(`${run('a')}<w:r><w:footnoteReference w:id="2"/></w:r>`))}${cell(p(run('b')))}</w:tr></w:tbl>` +
    p(run('End'));
  const others = {
    'footnotes.xml': { type: 'footnotes', content: notes },
    'comments.xml': { type: 'comments', content: comments },
  };
  expect(await texts(body, others)).toEqual([
    'Claim',
    '[1] First.',
    'Comment by Ann Li: Check this.',
    'a | b',
    '[2] Second.',
    'End',
  ]);
});

test('headers and footers are read once, without page numbers', async () => {
  const header = (text: string) => rootXml('w:hdr', p(run(text)));
  const footer = rootXml(
    'w:ftr',
    p(run('Page ') + field('PAGE', '3') + run(' of ') + field('NUMPAGES', '9')) + p(run('Secret')),
  );
  const body = p(run('One'), section('h1')) + p(run('Two')) + section('h2');
  expect(
    await texts(body, {
      'h1.xml': { type: 'header', content: header('Manual') },
      'h2.xml': { type: 'header', content: header('Manual') },
      'h3.xml': { type: 'header', content: header('Never shown') },
      'f1.xml': { type: 'footer', content: footer },
    }),
  ).toEqual(['Manual', 'One', 'Two', 'Secret']);
});

test('a merged label is in each row that it spans, and cells keep their columns', async () => {
  const table = `<w:tbl>
    <w:tr>${cell(p(run('Team')), '<w:gridSpan w:val="2"/>')}${cell(p(run('Day')))}</w:tr>
    <w:tr>${cell(p(run('North')), '<w:vMerge w:val="restart"/>')}${cell(p(run('Ann')))}${cell(p(run('Mon')) + p(run('Tue')))}</w:tr>
    <w:tr>${cell(p(''), '<w:vMerge/>')}${cell(p(''))}${cell(`<w:tbl><w:tr>${cell(p(run('x')))}${cell(p(run('y')))}</w:tr></w:tbl>${p(run('z'))}`)}</w:tr>
    <w:tr><w:trPr><w:gridBefore w:val="1"/></w:trPr>${cell(p(run('late')))}</w:tr>
    <w:tr><w:trPr><w:del/></w:trPr>${cell(p(run('gone')))}</w:tr></w:tbl>`;
  expect(await texts(table)).toEqual([
    'Team |  | Day\nNorth | Ann | Mon Tue\nNorth |  | x, y z\n | late',
  ]);
});

test('a choice of contents is read once, and pictures by what describes them', async () => {
  const box = (text: string) => `<w:txbxContent>${p(run(text))}</w:txbxContent>`;
  const drawing = `<w:drawing><wp:inline><wp:docPr id="1" name="x" descr="Pump in section"/><a:graphic><a:graphicData><pic:pic/></a:graphicData></a:graphic></wp:inline></w:drawing>`;
  const body =
    p(
      `${run('Text')}<w:r><mc:AlternateContent><mc:Choice Requires="wps"><w:drawing><wps:wsp><wps:txbx>${box('boxed')}</wps:txbx></wps:wsp></w:drawing></mc:Choice><mc:Fallback><w:pict><v:textbox>${box('boxed')}</v:textbox></w:pict></mc:Fallback></mc:AlternateContent></w:r>`,
    ) + p(`<w:r>${drawing}</w:r><w:r><w:object><o:OLEObject/></w:object></w:r>`);
  const { blocks, omitted } = await read(body);
  expect(blocks.map(({ text }) => text)).toEqual(['Text', 'boxed', '[Image: Pump in section]']);
  expect(omitted).toEqual([
    { what: 'picture', count: 1 },
    { what: 'embedded_object', count: 1 },
  ]);
});

test('of a choice of which nothing is known, the other branch is read', async () => {
  const emoji =
    '<mc:AlternateContent><mc:Choice Requires="w16se"><s:symEx xmlns:s="urn:symex" s:char="1F60A"/></mc:Choice><mc:Fallback><w:t>😊</w:t></mc:Fallback></mc:AlternateContent>';
  expect(await texts(p(`${run('Hi ')}<w:r>${emoji}</w:r>`))).toEqual(['Hi 😊']);
});

test.each([
  [
    '<m:f><m:num><m:r><m:t>a+b</m:t></m:r></m:num><m:den><m:r><m:t>c</m:t></m:r></m:den></m:f>',
    '(a+b)/c',
  ],
  [
    '<m:sSup><m:e><m:r><m:t>x</m:t></m:r></m:e><m:sup><m:r><m:t>2</m:t></m:r></m:sup></m:sSup>',
    'x^2',
  ],
  ['<m:rad><m:deg/><m:e><m:r><m:t>x+1</m:t></m:r></m:e></m:rad>', '√(x+1)'],
  [
    '<m:nary><m:naryPr><m:chr m:val="∑"/></m:naryPr><m:sub><m:r><m:t>i=1</m:t></m:r></m:sub><m:sup><m:r><m:t>n</m:t></m:r></m:sup><m:e><m:r><m:t>i</m:t></m:r></m:e></m:nary>',
    '∑_(i=1)^n i',
  ],
])('an equation is a line of text (%#)', async (equation, text) => {
  expect(await texts(p(`<m:oMath>${equation}</m:oMath>`))).toEqual([text]);
});

test('letters of fonts of symbols are the symbols, and a table has its alternative text', async () => {
  const symbols =
    run('a', '<w:rFonts w:ascii="Symbol"/>') + run('ü', '<w:rFonts w:ascii="Wingdings"/>');
  const field =
    '<w:r><w:fldChar w:fldCharType="begin"/></w:r><w:r><w:instrText>SYMBOL 252 \\f "Wingdings" \\s 12</w:instrText></w:r><w:r><w:fldChar w:fldCharType="end"/></w:r>';
  const table = `<w:tbl><w:tblPr><w:tblCaption w:val="Rota"/><w:tblDescription w:val="Shifts by day"/></w:tblPr><w:tr>${cell(p(run('x')))}${cell(p(run('y')))}</w:tr></w:tbl>`;
  expect(await texts(p(symbols + field) + table)).toEqual(['α✓✓', 'Rota. Shifts by day', 'x | y']);
});
