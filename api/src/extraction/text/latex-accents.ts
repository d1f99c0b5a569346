/** Combining marks by the command of an accent. */
const MARKS: Readonly<Record<string, string>> = {
  '`': '\u0300',
  "'": '\u0301',
  '^': '\u0302',
  '~': '\u0303',
  '"': '\u0308',
  '=': '\u0304',
  '.': '\u0307',
  u: '\u0306',
  v: '\u030c',
  H: '\u030b',
  c: '\u0327',
  k: '\u0328',
  r: '\u030a',
  b: '\u0331',
  d: '\u0323',
};

const LETTERS: Readonly<Record<string, string>> = {
  ss: 'ß',
  ae: 'æ',
  AE: 'Æ',
  oe: 'œ',
  OE: 'Œ',
  o: 'ø',
  O: 'Ø',
  aa: 'å',
  AA: 'Å',
  l: 'ł',
  L: 'Ł',
  i: 'i',
  j: 'j',
  dh: 'ð',
  th: 'þ',
  dj: 'đ',
  ldots: '…',
  dots: '…',
  textendash: '–',
  textemdash: '—',
  euro: '€',
  texteuro: '€',
  textdegree: '°',
  pounds: '£',
  copyright: '©',
  S: '§',
  LaTeX: 'LaTeX',
  TeX: 'TeX',
};

const ACCENT =
  /\{?\\(?:([`'^~"=.])\s*|([uvHckrbd])(?:\s+|(?=\{)))(?:\{\s*(\\[ij](?![a-zA-Z])|\p{L})\s*\}|(\\[ij])(?![a-zA-Z])\s?|(\p{L}))(\}?)/gu;
const LETTER =
  /\{?\\(ss|AE|ae|OE|oe|aa|AA|dh|th|dj|ldots|dots|textendash|textemdash|texteuro|euro|textdegree|pounds|copyright|LaTeX|TeX|o|O|l|L|S)(?![a-zA-Z])(?:\{\}|\s?(\})|[ \t]?)/g;

/** Replaces commands for letters with accents and for special letters. */
export function withAccents(text: string): string {
  if (!text.includes('\\')) return text;
  return text
    .replace(
      ACCENT,
      (
        whole,
        sign?: string,
        command?: string,
        braced?: string,
        dotless?: string,
        bare?: string,
        close?: string,
      ) => {
        const mark = MARKS[sign ?? command ?? ''];
        const letter = (braced ?? dotless ?? bare ?? '').replace('\\', '');
        if (mark === undefined || letter === '') return whole;
        return enclosed(whole, (letter + mark).normalize('NFC'), close ?? '');
      },
    )
    .replace(LETTER, (whole, name: string, close?: string) =>
      enclosed(whole, LETTERS[name] ?? whole, close ?? ''),
    );
}

/** Braces around the command are left out if both are there. */
function enclosed(whole: string, letter: string, close: string): string {
  const open = whole.startsWith('{') ? '{' : '';
  return open !== '' && close !== '' ? letter : `${open}${letter}${close}`;
}
