/** Groups whose content is not text, or is not shown. */
export const SKIPPED = new Set(
  (
    'colortbl pict objdata objclass objname objalias themedata colorschememapping datastore latentstyles ' +
    'listtable listoverridetable rsidtbl generator xmlnstbl mmathPr revtbl filetbl fldinst bkmkstart ' +
    'bkmkend nonshppict nonesttables background atnid atndate atnref atnparent atntime pgptbl userprops ' +
    'docvar template sp ftnsep ftnsepc ftncn aftnsep aftnsepc aftncn tc xe rxe private passwordhash ' +
    'protusertbl falt panose fontemb fontfile mmathPict ffdata formfield datafield wgrffmtfilter ' +
    'blipuid picprop shprslt pnseclvl keycode'
  ).split(' '),
);

/** Groups that begin with `\*` and are read all the same. */
export const STARRED = new Set(
  'shpinst nesttableprops annotation atnauthor ud moMath moMathPara shppict do'.split(' '),
);

export const CHARACTERS: Readonly<Record<string, string>> = {
  emdash: '—',
  endash: '–',
  bullet: '•',
  lquote: '‘',
  rquote: '’',
  ldblquote: '“',
  rdblquote: '”',
  emspace: ' ',
  enspace: ' ',
  qmspace: ' ',
  tab: '\t',
  zwj: '\u200d',
  zwnj: '\u200c',
  ltrmark: '\u200e',
  rtlmark: '\u200f',
};

/** Code pages that a document names by a word. */
export const PAGES: Readonly<Record<string, number>> = { mac: 10_000, pc: 437, pca: 850 };

export const PROPERTIES: Readonly<Record<string, string>> = {
  title: 'title',
  author: 'author',
  subject: 'subject',
  keywords: 'keywords',
  doccomm: 'description',
};
export const DATES: Readonly<Record<string, string>> = { creatim: 'created', revtim: 'modified' };

/** Returns a date of a document's properties; undefined where a program wrote none. */
export function isoDate(parts: Readonly<Record<string, number>>): string | undefined {
  const { yr = 0, mo = 1, dy = 1, hr = 0, min = 0 } = parts;
  if (yr < 1900 || yr > 9999) return undefined;
  const date = new Date(Date.UTC(yr, mo - 1, dy, hr, min));
  return Number.isNaN(date.getTime()) ? undefined : date.toISOString();
}
