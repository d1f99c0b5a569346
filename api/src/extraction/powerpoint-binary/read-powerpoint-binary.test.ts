import { expect, test } from 'vitest';

import { buildCompound, uint16, uint32, utf16 } from '@carrel/testing/office/build-compound.ts';
import { atom, buildPpt, container, shape, table, text } from '@carrel/testing/office/build-ppt.ts';
import { readFile } from '../partition/partition.ts';

const blocks = async (bytes: Buffer) => (await readFile(bytes, 'a.ppt')).blocks;
const texts = async (bytes: Buffer) => (await blocks(bytes)).map((block) => block.text);

const numberedRun = (count: number, number: number) =>
  Buffer.concat([uint32(count, 0x400), uint16(number << 10)]);

const paragraphRun = (count: number, level: number, ...properties: number[]) =>
  Buffer.concat([
    uint32(count),
    uint16(level),
    uint32(properties[0] ?? 0),
    uint16(...properties.slice(1)),
  ]);

const cell = (content: string, ...box: [number, number, number, number]) => ({
  text: text(4, content),
  box,
});

const slide = (content: string, isHidden: boolean) => ({
  shapes: [shape({ text: text(4, content) })],
  isHidden,
});

test('slides are pages with their title, then shapes from the top and from the left', async () => {
  const bytes = buildPpt([
    {
      shapes: [
        shape({ text: text(4, 'right'), box: [500, 100, 900, 200] }),
        shape({ text: text(4, 'left'), box: [0, 100, 400, 200] }),
        shape({ text: text(1, 'one\rtwo'), box: [0, 300, 900, 400] }),
        shape({ text: text(0, 'Pumps'), box: [0, 500, 900, 600] }),
      ],
    },
    { shapes: [shape({ text: text(4, 'No title.') })] },
  ]);
  expect(await blocks(bytes)).toEqual([
    { kind: 'heading', level: 1, text: 'Pumps', page: 1 },
    { kind: 'paragraph', text: 'left', page: 1 },
    { kind: 'paragraph', text: 'right', page: 1 },
    { kind: 'list', text: '- one\n- two', page: 1 },
    { kind: 'paragraph', text: 'No title.', page: 2, startsSlide: true },
  ]);
});

test('items of a list have their levels, and paragraphs without a bullet are none', async () => {
  // Of the last paragraph, the bullet is off, and its margin is set.
  const style = atom(
    0x0fa1,
    Buffer.concat([paragraphRun(4, 0), paragraphRun(6, 1), paragraphRun(6, 0, 0x101, 0, 200)]),
  );
  const bytes = buildPpt([{ shapes: [shape({ text: text(1, 'top\rinner\rplain', style) })] }]);
  expect(await texts(bytes)).toEqual(['- top\n  - inner', 'plain']);
});

test('items have their automatic numbers', async () => {
  const style = atom(
    0x0fa1,
    Buffer.concat([
      paragraphRun(18, 0),
      numberedRun(4, 1),
      numberedRun(4, 1),
      numberedRun(4, 0),
      numberedRun(6, 2),
    ]),
  );
  const unnumbered = uint32(0, 0, 0);
  const numbers = [
    unnumbered,
    Buffer.concat([uint32(0x3000000), uint16(1, 2, 4), uint32(0, 0)]),
    Buffer.concat([uint32(0x2000000), uint16(1), uint32(0, 0)]),
  ];
  const shapes = [
    shape({ text: text(1, 'one\rtwo\rdot\rthree', style), numbers: Buffer.concat(numbers) }),
  ];
  expect(await texts(buildPpt([{ shapes }]))).toEqual(['4) one\n5) two\n- dot\n1. three']);
});

test('text of the outline is read where a shape shows it, once', async () => {
  const outline = [...text(0, 'Outlined'), ...text(1, 'kept')];
  const reference = [atom(0x0f9e, uint32(0))];
  const bytes = buildPpt([{ shapes: [shape({ text: reference })], outline }]);
  expect(await texts(bytes)).toEqual(['Outlined', '- kept']);
});

test('a table has its cells in their columns, and a merged label in each of its rows', async () => {
  const cells = [
    cell('Region', 0, 0, 300, 100),
    cell('', 300, 0, 600, 100),
    cell('Sold', 600, 0, 900, 100),
    cell('North', 0, 100, 300, 300),
    cell('May', 300, 100, 600, 200),
    cell('5', 600, 100, 900, 200),
    cell('June', 300, 200, 600, 300),
    cell('6', 600, 200, 900, 300),
  ];
  const bytes = buildPpt([{ shapes: [table(cells)] }]);
  expect(await texts(bytes)).toEqual(['Region |  | Sold\nNorth | May | 5\nNorth | June | 6']);
});

test('notes and comments follow the slide, without numbers, dates and footers', async () => {
  const comment = container(0x2ee0, [
    atom(0x0fba, utf16('Ada'), 0),
    atom(0x0fba, utf16('Is it?'), 1),
  ]);
  const bytes = buildPpt([
    {
      shapes: [
        shape({ text: text(4, 'Shown *', atom(0x0fd8, uint32(6))) }),
        shape({ text: text(4, '*'), placeholder: 8 }),
      ],
      notes: [
        shape({ text: text(2, 'Say it slowly.') }),
        shape({ text: text(4, '7'), placeholder: 8 }),
      ],
      more: [container(0x1388, [container(0x138a, [atom(0x138b, comment)])])],
    },
  ]);
  expect(await texts(bytes)).toEqual(['Shown', 'Notes: Say it slowly.', 'Comment by Ada: Is it?']);
});

test('hidden slides are left out and counted', async () => {
  const file = await readFile(buildPpt([slide('secret', true), slide('seen', false)]), 'a.ppt');
  expect(file.blocks).toMatchObject([{ text: 'seen', page: 2 }]);
  expect(file.omitted).toEqual([{ what: 'hidden_slide', count: 1 }]);
});

test('an encrypted presentation says so', async () => {
  const bytes = buildPpt([{ shapes: [] }], { token: 0xf3d1c4df });
  await expect(blocks(bytes)).rejects.toThrow(/protected with a password/);
});

test('a presentation whose last edit leads to a damaged one keeps its slides', async () => {
  const bytes = buildPpt([{ shapes: [shape({ text: text(4, 'kept') })] }], { brokenEdit: true });
  expect(await texts(bytes)).toEqual(['kept']);
});

test('a presentation of PowerPoint 95 says so', async () => {
  const stream = Buffer.alloc(100_000);
  const bytes = buildCompound({ 'PowerPoint Document': stream, 'Current User': Buffer.alloc(30) });
  await expect(blocks(bytes)).rejects.toThrow(/old PowerPoint 95 file/);
});
