import { encode } from 'iconv-lite';
import { describe, expect, test } from 'vitest';

import { decodeText } from './text-encoding.ts';

const english = 'A plain sentence, and a second line.\nIt ends here.';
const german =
  'Über die Straße läuft ein größerer Hund, während die Mädchen fröhlich spielen. Schöne Grüße!';
const russian =
  'Все люди рождаются свободными и равными в своём достоинстве и правах. Они наделены разумом и совестью.';
const japanese =
  'すべての人間は、生まれながらにして自由であり、かつ、尊厳と権利とについて平等である。人間は、理性と良心とを授けられている。';
const chinese =
  '人人生而自由，在尊严和权利上一律平等。他们赋有理性和良心，并应以兄弟关系的精神相对待。\n'.repeat(
    3,
  );
const korean =
  '모든 인간은 태어날 때부터 자유로우며 그 존엄과 권리에 있어 동등하다. 인간은 천부적으로 이성과 양심을 부여받았다.';
const greek = 'Όλοι οι άνθρωποι γεννιούνται ελεύθεροι και ίσοι στην αξιοπρέπεια και τα δικαιώματα.';

describe('the text of a file', () => {
  test.each([
    ['utf-8', english],
    ['utf-8', `${german}${russian}${japanese} 👩‍👩‍👧`],
    ['windows-1252', german],
    ['windows-1251', russian],
    ['koi8-r', russian],
    ['shift_jis', japanese],
    ['euc-jp', japanese],
    ['gb18030', chinese],
    [
      'big5',
      '人人生而自由，在尊嚴和權利上一律平等。他們賦有理性和良心，並應以兄弟關係的精神相對待。'.repeat(
        3,
      ),
    ],
    ['euc-kr', korean],
    ['windows-1253', greek],
    ['utf-16le', english],
    ['utf-16be', english],
    ['utf-16le', russian],
    ['utf-16be', chinese],
  ])('is read from %s without a mark (%#)', (encoding, text) => {
    expect(decodeText(encode(text, encoding))).toBe(text);
  });

  test.each(['utf-8', 'utf-16le', 'utf-16be', 'utf-32le', 'utf-32be'])(
    'is read from %s with a mark, which is left out',
    (encoding) => {
      const text = `${german}\n${japanese}`;
      expect(decodeText(encode(text, encoding, { addBOM: true }))).toBe(text);
    },
  );

  test('is read from ISO-2022-JP', () => {
    const bytes = Buffer.from('1b2442242224242426242824281b2842', 'hex');
    expect(decodeText(bytes)).toBe('あいうええ');
  });

  test('is absent in binary data', () => {
    const noise = Uint8Array.from(
      { length: 4096 },
      (_, at) => (at * 7919 + (at >> 3) * 104_729) % 256,
    );
    expect(decodeText(noise)).toBeUndefined();
    expect(decodeText(Uint8Array.from([1, 2, 3, 4, 5, 6, 7, 8, 9]))).toBeUndefined();
    expect(decodeText(Buffer.from('text \u0000with \u0000three \u0000of them'))).toBeUndefined();
  });

  test('loses a NUL, and several where the name of the file says that it is text', () => {
    expect(decodeText(Buffer.from('text with a \u0000NUL in it'))).toBe('text with a NUL in it');
    const padded = Buffer.from('one\u0000\u0000\u0000two\u0000\u0000\u0000three');
    expect(decodeText(padded, { isNamedText: true })).toBe('one two three');
  });

  test.each([
    ['windows-1251', '<html><head><meta charset="windows-1251"></head><p>Цена</p>'],
    ['gbk', '<meta http-equiv=Content-Type content="text/html; charset=gbk"><p>产品保修</p>'],
    ['iso-8859-2', '<?xml version="1.0" encoding="ISO-8859-2"?><a>Łódź</a>'],
    ['koi8-r', '# -*- coding: koi8-r -*-\nx = "тест"'],
    ['windows-1252', '@charset "cp1252";\na::after { content: "Ð" }'],
    ['windows-1250', '\\usepackage[cp1250]{inputenc}\nPříšerně'],
    ['shift_jis', '<?xml version="1.0" encoding="Shift_JIS"?><a>営業</a>'],
  ])('is read from %s where it says so: %j', (encoding, text) => {
    expect(decodeText(encode(text, encoding))).toBe(text);
  });

  test('is UTF-8 although it says otherwise, where its bytes can hardly be anything else', () => {
    const text = '<meta charset="iso-8859-1"><p>Größe – 営業時間</p>';
    expect(decodeText(Buffer.from(text))).toBe(text);
  });

  test('is UTF-8 with a few bad bytes, which are replaced', () => {
    const bytes = Buffer.concat([
      Buffer.from('Über den Wolken, größer'),
      Buffer.from([0xfc, 0x0a]),
    ]);
    expect(decodeText(bytes)).toBe('Über den Wolken, größer\ufffd\n');
  });

  test.each([
    ['windows-1252', 'Prix : 12 € – « café »'],
    ['windows-1252', 'Please call Mr. Müller.'],
    ['windows-1250', 'Zażółć gęślą jaźń'],
    ['windows-1250', 'Příliš žluťoučký kůň'],
    ['windows-1254', 'Işık ve gölge, ağaç'],
    ['windows-1255', 'שלום עולם'],
    ['windows-1256', 'مرحبا بالعالم'],
    ['cp866', 'Отчет за год'],
    ['koi8-r', 'Счёт-фактура'],
    ['shift_jis', '部品表,数量'],
    ['big5', '維修手冊'],
    ['euc-kr', '보증 기간'],
    ['gbk', '产品保修'],
  ])('is guessed from %s where it is short: %j', (encoding, text) => {
    expect(decodeText(encode(text, encoding))).toBe(text);
  });

  test('is read as a hint says where the bytes allow it', () => {
    const bytes = encode('Ä', 'windows-1252');
    expect(decodeText(bytes, { encoding: 'windows-1251' })).toBe('Д');
    expect(decodeText(Buffer.from('Ä'), { encoding: 'windows-1251' })).toBe('Ä');
    expect(decodeText(encode('reče', 'windows-1250'), { languages: ['sl'] })).toBe('reče');
  });

  test.each([
    ['utf-16le', 'Привет'],
    ['utf-16be', 'Größenübersicht'],
    ['utf-32le', 'Größe'],
    ['utf-32be', '部品表'],
  ])('is read from %s without a mark and without spaces: %s', (encoding, text) => {
    expect(decodeText(encode(text, encoding, { addBOM: false }))).toBe(text);
  });

  test.each([
    ['a bad byte among few accents', 'M\u00fcller', [0xff]],
    ['an end within a character', 'Gr\u00f6\u00dfe ', [0xe2, 0x82]],
  ])('is read as UTF-8 with %s', (_, text, bytes) => {
    const decoded = decodeText(Buffer.concat([Buffer.from(text), Buffer.from(bytes)]));
    expect(decoded).toBe(`${text}\ufffd`);
  });

  test('is read from a log with a block of NULs, and from ISO-8859-6', () => {
    const log = Buffer.concat([Buffer.from('start\n'), Buffer.alloc(500), Buffer.from('\nend\n')]);
    expect(decodeText(log, { isNamedText: true })).toBe('start\n \nend\n');
    expect(decodeText(log)).toBeUndefined();
    const arabic = 'تعليمات الصيانة';
    expect(decodeText(encode(arabic, 'iso-8859-6'))).toBe(arabic);
  });
});
