import { expect, test } from 'vitest';

import { tokensOf, type TokenKind } from './tokens.ts';

const textsOf = (text: string, ...kinds: TokenKind[]) =>
  [...tokensOf(text)].flatMap(({ text: token, kind }) =>
    kinds.length === 0 || kinds.includes(kind) ? [token] : [],
  );

test.each([
  ['plain words', 'The Wing, of', ['the', 'wing', 'of']],
  ['a part number, whole and by its parts', 'AB-12/3', ['ab123', 'ab', '12', '3']],
  ['letters beside digits', 'HX2000', ['hx2000', 'hx', '2000']],
  ['a language with signs', 'C++ and C#', ['c++', 'c', 'and', 'c#', 'c', '!c']],
  ['an address', 'a@b.com', ['abcom', 'a', 'b', 'com']],
  ['full-width letters', 'ＡＢ', ['ab']],
  ['a name of code', 'getUserName', ['getusername', 'get', 'getuser', 'user', 'username', 'name']],
  ['a constant', 'MAX_RETRY', ['maxretry', 'max', 'retry']],
  ['an acronym before a word', 'HTTPResponse', ['httpresponse', 'http', 'response']],
  ['elision', 'L’avion', ['lavion', 'avion']],
  ['a possessive', "mayor's", ['mayors', 'mayor']],
  ['a name with an apostrophe', "O'Brien", ['obrien', 'brien']],
  ['an apostrophe that is a letter', 'п’ятницю', ['пятницю']],
  ['thousands', '1,250.00', ['125000', '1250', '1', '250', '00']],
  ['marks alone', '— … !', []],
  ['a checksum, which is not taken apart', 'e3b0c44298fc', ['e3b0c44298fc']],
])('%s are tokens', (_, text, expected) => {
  expect(textsOf(text)).toEqual(expected);
});

test.each([
  ['soft hyphens', 'Ver\u00ADwal\u00ADtung', 'verwaltung'],
  ['accents', 'École', 'ecole'],
  ['letters that do not decompose', 'Łukasz', 'lukasz'],
  ['a sharp s', 'Straße', 'strasse'],
  ['a dotted capital', 'İstanbul', 'istanbul'],
  ['a final sigma', 'Οδυσσεύς', 'οδυσσευσ'],
  ['vowel points of Arabic', 'كِتَاب', 'كتاب'],
  ['vowel points of Hebrew', 'סֵפֶר', 'ספר'],
  ['Persian letters', 'کتاب', 'كتاب'],
  ['digits of other scripts', '٣', '3'],
  ['ligatures', 'ﬁnal', 'final'],
  ['superscripts', 'm²', 'm2'],
])('%s make no difference', (_, written, expected) => {
  expect(textsOf(written, 'word', 'whole')[0]).toBe(expected);
});

test('marks of scripts in which they are letters are kept', () => {
  expect(textsOf('हिन्दी')).not.toEqual(textsOf('हनद'));
  expect(textsOf('май')).not.toEqual(textsOf('маи'));
});

test.each([
  ['Chinese', '清华大学', ['清华', '华大', '大学', '学']],
  ['traditional characters, as simplified ones', '維修', ['维修', '修']],
  ['kana of half width', 'ｶﾀﾛｸﾞ', ['カタ', 'タロ', 'ログ', 'グ']],
  ['a long vowel at the end', 'サーバー', ['サー', 'ーバ', 'バ']],
])('pairs of characters are tokens of a text without spaces: %s', (_, text, expected) => {
  expect(textsOf(text, 'gram')).toEqual(expected);
});

test('Thai has words of the dictionary, and pairs of syllables', () => {
  expect(textsOf('ภาษาไทย', 'word')).toEqual(['ภาษา', 'ไทย']);
  expect(textsOf('ภาษาไทย', 'gram')).toContain('ษา');
});

test('Korean has its words, and pairs of syllables that particles do not change', () => {
  expect(textsOf('학교에서', 'word')).toEqual(['학교에서']);
  expect(textsOf('학교에서', 'gram')).toContain('학교');
});

test('Hebrew and Arabic words are tokens without what is joined to them, too', () => {
  expect(textsOf('הספר')).toContain('ספר');
  expect(textsOf('والكتاب')).toContain('كتاب');
});

test('capitals tell a name from a common word', () => {
  expect(textsOf('The IT team and it', 'capital')).toEqual(['!it']);
  expect(textsOf('A pill of vitamin A', 'capital')).toEqual(['!a']);
});

test('a token knows where it is in the text', () => {
  const text = 'Über AB-12: 検索する';
  const places = [...tokensOf(text)].map(({ start, end }) => text.slice(start, end));
  expect(places).toEqual(['Über', 'AB-12', 'AB', '12', '検索', '索す', 'する', 'る']);
});
