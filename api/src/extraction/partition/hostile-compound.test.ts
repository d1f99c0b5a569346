import { describe, expect, test } from 'vitest';

import { random } from '@carrel/testing/faults/seed.ts';
import { hardCount } from '@carrel/testing/hard-counts.ts';
import { buildCompound, uint16, uint32, uint8 } from '@carrel/testing/office/build-compound.ts';
import { buildDoc, cell, change, positions, rowEnd } from '@carrel/testing/office/build-doc.ts';
import { buildPpt, container, shape, text } from '@carrel/testing/office/build-ppt.ts';
import {
  buildXls,
  mergedCells,
  numberCell,
  record,
  textCell,
} from '@carrel/testing/office/build-xls.ts';
import { UnreadableDocument } from '../blocks/unreadable-document.ts';
import { readFile } from './partition.ts';

const ROUNDS = hardCount(300, 20_000);
const read = async (bytes: Buffer, name: string) =>
  (await readFile(bytes, name)).blocks.map((block) => block.text).join('\n');

/** Returns an error that is no reason for the user. */
const faultOf = (bytes: Buffer, name: string) =>
  read(bytes, name).then(
    () => undefined,
    (error: unknown) => (error instanceof UnreadableDocument ? undefined : error),
  );

const doc = buildDoc({
  body: [{ runs: 'Five pumps.' }, cell('a'), cell('b'), rowEnd([0, 1000, 2000]), { runs: 'End.' }],
});
const sheet = { name: 'Plan', records: [textCell(0, 0, 0), numberCell(0, 1, 7)] };
const xls = buildXls([sheet], { strings: ['Five pumps.'] });
const ppt = buildPpt([{ shapes: [shape({ text: text(0, 'Five pumps.') })], notes: [] }]);
const entryOf = (offset: number) =>
  record(0x85, uint32(offset), uint8(0, 0, 1, 0), Buffer.from('A'));
const whole = [
  ['a.doc', doc],
  ['a.xls', xls],
  ['a.ppt', ppt],
] as const;

/** Where the table of sectors begins. */
const tableAt = (bytes: Buffer) => 512 * (1 + bytes.readUInt32LE(76));

describe('X2: a hostile file of an old office program', () => {
  test.each(whole)('%s whose sectors go in circles is damage', async (name, bytes) => {
    const endless = Buffer.from(bytes);
    for (let sector = 0; sector < 128; sector += 1) {
      endless.writeUInt32LE(sector % 3, tableAt(endless) + 4 * sector);
    }
    await expect(read(endless, name)).rejects.toThrow(/damaged/);
  });

  test.each(whole)('%s that lists its sectors in a circle is damage', async (name, bytes) => {
    const number = Math.ceil(bytes.length / 512) - 1;
    const sector = Buffer.alloc(512);
    for (let at = 0; at < 512; at += 4) sector.writeUInt32LE(number, at);
    const padding = Buffer.alloc(512 * (number + 1) - bytes.length);
    const endless = Buffer.concat([bytes, padding, sector]);
    endless.writeUInt32LE(number, 68);
    await expect(read(endless, name)).rejects.toThrow(/damaged/);
  });

  test.each(whole)('%s that is cut anywhere is read in part or refused', async (name, bytes) => {
    const faults: unknown[] = [];
    for (let length = 8; length < bytes.length; length += 97) {
      faults.push(await faultOf(bytes.subarray(0, length), name));
    }
    expect(faults.filter((fault) => fault !== undefined)).toEqual([]);
  });

  test.each(whole)(
    `${ROUNDS} damaged copies of %s are read or refused in time`,
    async (name, bytes) => {
      const next = random();
      const faults: unknown[] = [];
      for (let round = 0; round < ROUNDS; round += 1) {
        const damaged = Buffer.from(bytes);
        for (let flips = 0; flips < 1 + next() * 20; flips += 1) {
          const at = Math.floor(next() * damaged.length);
          damaged.writeUInt8(next() < 0.3 ? 255 : Math.floor(next() * 256), at);
        }
        faults.push(await faultOf(damaged, name));
      }
      expect(faults.filter((fault) => fault !== undefined)).toEqual([]);
    },
    300_000,
  );

  test('pieces that repeat a text until it is too long are refused', async () => {
    const count = 20_000;
    const places = Array.from({ length: count + 1 }, (_, at) => at * 2000);
    const piece = Buffer.concat([uint16(0), uint32(1024), uint16(0)]);
    const pieces = positions(places, ...Array.from({ length: count }, () => piece));
    const structure = Buffer.concat([uint8(2), uint32(pieces.length), pieces]);
    const body = [{ runs: 'pumps '.repeat(400) }];
    await expect(read(buildDoc({ body }, { 33: structure }), 'a.doc')).rejects.toThrow(
      /more text than can be read/,
    );
  });

  test('notes that all claim the same text are refused', async () => {
    const count = 5000;
    const marks = Array.from({ length: count + 1 }, (_, at) => at);
    const ends = Array.from({ length: count + 1 }, (_, at) => (at % 2 === 0 ? 0 : 20_000));
    const special = change(0x0855, 1);
    const stories = {
      body: [{ runs: [{ text: '\u0002'.repeat(count), changes: special }] }],
      footnotes: [{ runs: 'water '.repeat(4000) }],
    };
    const bytes = buildDoc(stories, {
      2: positions(marks, ...Array.from({ length: count }, () => uint16(1))),
      3: uint32(...ends, 20_000),
    });
    await expect(read(bytes, 'a.doc')).rejects.toThrow(/more text than can be read/);
  });

  test('tables in tables and levels beyond all limits are few', async () => {
    const deep = change(0x6649, 255, 255, 255, 127);
    const body = Array.from({ length: 50 }, (_, at) => ({
      runs: `pump ${at}`,
      changes: Buffer.concat([change(0x2416, 1), at % 2 === 0 ? deep : change(0x6649, 1, 0, 0, 0)]),
    }));
    expect(await read(buildDoc({ body }), 'a.doc')).toContain('pump 49');
  });

  test('strings and merged cells beyond all counts are few', async () => {
    const strings = record(
      0xfc,
      uint32(0xffffffff, 0xffffffff),
      uint16(3),
      uint8(0),
      Buffer.from('end'),
    );
    const merges = Array.from({ length: 20_000 }, () => mergedCells(0, 65_535, 0, 255));
    const rows = Array.from({ length: 2000 }, (_, at) => numberCell(at, 200, at));
    const records = [textCell(0, 0, 0), ...rows, ...merges];
    const content = await read(
      buildXls([{ name: 'Plan', records }], { sharedStrings: strings }),
      'a.xls',
    );
    expect(content.length).toBeLessThan(40_000);
  }, 60_000);

  test('a string that is in every cell counts each time', async () => {
    const records = Array.from({ length: 30_000 }, (_, at) => textCell(at % 60_000, 0, 0));
    const bytes = buildXls([{ name: 'Plan', records }], { strings: ['long '.repeat(200)] });
    await expect(read(bytes, 'a.xls')).rejects.toThrow(/more text than can be read/);
  });

  test('a sheet that is listed a thousand times is read once', async () => {
    const begin = record(0x809, uint16(0x600, 5, 0, 0));
    const head = (offset: number) =>
      Buffer.concat([begin, ...Array.from({ length: 1000 }, () => entryOf(offset)), record(0x0a)]);
    const part = Buffer.concat([begin, numberCell(0, 0, 7), record(0x0a)]);
    const book = Buffer.concat([head(head(0).length), part]);
    expect(await read(buildCompound({ Workbook: book }), 'a.xls')).toBe('A\n7');
  });

  test('groups in groups are read to a depth', async () => {
    let group = shape({ text: text(4, 'deep') });
    for (let depth = 0; depth < 1000; depth += 1) {
      group = container(0xf003, [container(0xf004, []), group]);
    }
    const shapes = [shape({ text: text(4, 'kept') }), group];
    expect(await read(buildPpt([{ shapes }]), 'a.ppt')).toBe('kept');
  });
});
