import { LEGACY_ENCODINGS, legacyEncodingLabel } from '@carrel/shared/contract';
import { encode } from 'iconv-lite';
import { describe, expect, test } from 'vitest';

import { decodeText } from '../text-encoding.ts';
import { encodingOfDataset } from './dataset-encoding.ts';

/** A text of each script, by how the label of an encoding begins. */
const TEXTS: Readonly<Record<string, string>> = {
  Western: 'Größe, café, año',
  Central: 'Žluťoučký kůň, gęś',
  Baltic: 'Žąsų šėrimas, ķīļi',
  Cyrillic: 'Счёт оплачен',
  Greek: 'Η τιμή είναι',
  Turkish: 'Işık ve gölge, ağaç',
  Hebrew: 'שלום עולם',
  Arabic: 'مرحبا بالعالم',
  Thai: 'ราคาสินค้า',
  Vietnamese: 'Đơn vị tiền tệ',
  Japanese: '部品表と数量',
  'Chinese, simplified': '产品保修',
  'Chinese, traditional': '維修手冊',
  Korean: '보증 기간',
};

const TONES: Readonly<Record<string, string>> = {
  ị: 'i\u0323',
  ề: 'ê\u0300',
  ệ: 'ê\u0323',
};

describe('the encoding of a dataset', () => {
  test.each(LEGACY_ENCODINGS)('%s is read where a text does not say its own', (encoding) => {
    const label = legacyEncodingLabel(encoding);
    const text = TEXTS[label.split(' (')[0]?.replace(' European', '') ?? ''] ?? '';
    expect(text).not.toBe('');
    // Tones of Vietnamese follow their letter.
    const written = text.replace(/[ịềệ]/g, (letter) => TONES[letter] ?? letter);
    const bytes = encode(encoding === 'windows-1258' ? written : text, encoding);
    expect(decodeText(bytes, encodingOfDataset(null, encoding))).toBe(text);
  });

  test('does not count where a text is in UTF-8, or says another', () => {
    const hint = encodingOfDataset(null, 'windows-1251');
    expect(decodeText(Buffer.from('Größe'), hint)).toBe('Größe');
    const declared = '<meta charset="windows-1252"><p>Größe</p>';
    expect(decodeText(encode(declared, 'windows-1252'), hint)).toBe(declared);
  });

  test('does not count where the bytes are none of its characters', () => {
    const hint = encodingOfDataset(null, 'euc-kr');
    expect(decodeText(encode('Größenübersicht für Käufer', 'windows-1252'), hint)).toBe(
      'Größenübersicht für Käufer',
    );
  });

  test('is guessed by its language without a setting', () => {
    expect(encodingOfDataset(null, null)).toBeUndefined();
    expect(encodingOfDataset('english', null)).toBeUndefined();
    expect(encodingOfDataset('czech', null)).toEqual({ languages: ['cs'] });
    expect(encodingOfDataset('czech', 'cp852')).toEqual({ languages: ['cs'], encoding: 'cp852' });
  });
});
