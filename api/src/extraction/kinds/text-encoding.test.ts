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
    expect(decodeText(Buffer.from('text with a \u0000 in its middle'))).toBeUndefined();
  });
});
