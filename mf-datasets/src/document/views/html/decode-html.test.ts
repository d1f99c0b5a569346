import { describe, expect, test } from 'vitest';

import { decodeHtml } from './decode-html.ts';

const latin = (text: string) => Uint8Array.from(text, (character) => character.charCodeAt(0));
const utf8 = (text: string) => new TextEncoder().encode(text);

describe('the character set of an HTML document', () => {
  test('is that of its byte-order mark, whatever the document says', () => {
    expect(decodeHtml(utf8('\uFEFF<meta charset="windows-1252">é'))).toMatch(/é$/);
    const wide = Uint8Array.from([0xff, 0xfe, 0xe9, 0, 0x21, 0]);
    expect(decodeHtml(wide)).toBe('é!');
  });

  test.each([
    '<meta charset=iso-8859-1>',
    '<META CharSet = "latin1">',
    '<meta http-equiv="Content-Type" content="text/html; charset=windows-1252">',
    '<?xml version="1.0" encoding="iso-8859-1"?>',
  ])('is the one that it names: %s', (head) => {
    expect(decodeHtml(latin(`${head}<p>caf\u00E9`))).toMatch(/café$/);
  });

  test('is read as the right one of several alphabets', () => {
    const cyrillic = Uint8Array.from([...utf8('<meta charset="koi8-r">'), 0xcd, 0xc9, 0xd2]);
    expect(decodeHtml(cyrillic)).toMatch(/мир$/);
  });

  test('is UTF-8 where it names none, or else windows-1252', () => {
    expect(decodeHtml(utf8('<p>naïve'))).toBe('<p>naïve');
    expect(decodeHtml(latin('<p>na\u00EFve'))).toBe('<p>naïve');
    expect(decodeHtml(utf8('<meta charset="no-such-thing">ï'))).toMatch(/ï$/);
  });

  test('is not UTF-16 where the name could be read', () => {
    expect(decodeHtml(utf8('<meta charset="utf-16">é'))).toMatch(/é$/);
  });
});
