import { encode } from 'iconv-lite';
import { describe, expect, test } from 'vitest';

import { buildZip, type TestEntry } from '@carrel/testing/zips/build-zip.ts';
import { readDirectory } from './read-directory.ts';

const LIMITS = { maxEntries: 1000, maxUnpackedBytes: 1024 * 1024 };

async function pathsOf(entries: TestEntry[]): Promise<string[]> {
  const bytes = buildZip(entries);
  const source = {
    size: bytes.length,
    read: (start: number, length: number) => Promise.resolve(bytes.subarray(start, start + length)),
    close: () => Promise.resolve(),
  };
  return (await readDirectory(source, LIMITS)).map(({ path }) => path);
}

const zipped = (encoding: string, names: readonly string[]) =>
  names.map((name) => ({ name: encode(name, encoding), content: name }));

describe('S13: the names of a zip', () => {
  test.each([
    ['Shift_JIS', ['日本語.txt']],
    ['Shift_JIS', ['会議資料/議事録.docx', '見積書.xlsx', 'readme.txt']],
    // The second byte of these characters is that of a backslash.
    ['Shift_JIS', ['ソフト一覧.pdf', '表紙.docx', '能力.txt']],
    ['GBK', ['中文.txt']],
    ['GBK', ['合同/销售合同.docx', '报告/年度报告.pdf', '说明书.txt']],
    ['Big5', ['台灣.txt', '國立台灣大學.doc']],
    ['EUC-KR', ['회의록.docx', '보고서.pdf']],
    ['cp866', ['Договор.docx', 'Отчет за год.pdf']],
    ['windows-1251', ['Договор.docx', 'Отчет за год.pdf']],
    ['windows-1252', ['Résumé.txt', 'Größe.txt']],
  ])('in %s are decoded: %j', async (encoding, names) => {
    expect(await pathsOf(zipped(encoding, names))).toEqual(names);
  });

  test.each([
    ['cp437', ['café.txt']],
    ['cp437', ['Übersicht Verträge.pdf', 'Größe.txt', 'für.txt', 'Müller.txt']],
    ['cp437', ['résumé.txt', 'été/garçon.txt', 'forêt.txt', 'à côté.txt']],
    ['cp437', ['año.txt', 'niño.txt', 'información.pdf']],
    ['cp437', ['░▒▓.txt', 'α²π.txt']],
  ])('in %s, of which detection is not sure, are read as such: %j', async (encoding, names) => {
    expect(await pathsOf(zipped(encoding, names))).toEqual(names);
  });

  test.each([
    ['GBK', ['合同.txt']],
    ['GBK', ['视频.txt']],
    ['GBK', ['新建文本文档.txt']],
    ['Shift_JIS', ['田中.doc']],
    ['Shift_JIS', ['見積書.txt', '請求書.txt']],
    ['Shift_JIS', ['資料/会議メモ.txt', '資料/表紙.txt']],
    ['Big5', ['報告.txt']],
    ['EUC-KR', ['매뉴얼.txt']],
    ['cp866', ['Договор.txt']],
    ['cp866', ['Счёт.txt', 'Акт.txt']],
    ['cp850', ['Relatório.pdf', 'ação.txt', 'São Paulo.txt']],
    ['cp852', ['Zażółć.txt', 'Łódź.txt']],
    ['windows-1250', ['Žluťoučký kůň.txt']],
    ['windows-1253', ['Αναφορά.txt']],
  ])('in %s are decoded where they are short: %j', async (encoding, names) => {
    expect(await pathsOf(zipped(encoding, names))).toEqual(names);
  });

  test('may be in UTF-8 beside others, and one that the encoding does not have leaves it open', async () => {
    const japanese = zipped('Shift_JIS', ['会議資料.docx', '日本語.pdf']);
    expect(await pathsOf([...japanese, { name: 'größe.txt' }])).toEqual([
      '会議資料.docx',
      '日本語.pdf',
      'größe.txt',
    ]);
    const [first] = await pathsOf([...japanese, { name: Buffer.from([0x61, 0xff, 0xff]) }]);
    expect(first).toMatch(/^[^会]+\.docx$/);
  });

  test('that point outside the archive are refused after decoding', async () => {
    const entries = zipped('Shift_JIS', ['../日本語.txt']);
    await expect(pathsOf(entries)).rejects.toThrow(/"\.\.\/日本語\.txt" points outside/);
  });

  test('lose control characters, and are refused if they show nothing', async () => {
    expect(await pathsOf([{ name: 'a\r\nb\u0007/c\u2028.txt' }])).toEqual(['ab/c.txt']);
    expect(await pathsOf([{ name: 'a/\u200b/c.txt' }])).toEqual(['a/\ufffd/c.txt']);
    await expect(pathsOf([{ name: '.\u0001./c.txt' }])).rejects.toThrow(/points outside/);
  });
});
