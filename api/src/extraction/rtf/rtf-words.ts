/** Groups whose content is not text, or is not shown. */
export const SKIPPED = new Set(
  (
    'colortbl pict objdata objclass objname objalias themedata colorschememapping datastore latentstyles ' +
    'rsidtbl generator xmlnstbl mmathPr revtbl filetbl fldinst bkmkstart ' +
    'bkmkend nonshppict nonesttables background atnid atndate atnref atnparent atntime pgptbl userprops ' +
    'docvar template sp ftnsep ftnsepc ftncn aftnsep aftnsepc aftncn tc xe rxe private passwordhash ' +
    'protusertbl falt panose fontemb fontfile mmathPict ffdata formfield datafield wgrffmtfilter ' +
    'blipuid picprop shprslt pnseclvl keycode'
  ).split(' '),
);

/** Groups that begin with `\*` and are read all the same. */
export const STARRED = new Set(
  'shpinst nesttableprops annotation atnauthor ud moMath moMathPara shppict do listtable listoverridetable'.split(
    ' ',
  ),
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
  // Parts of formulas.
  mden: '/',
  msub: '_',
  msup: '^',
};

export const PROPERTIES: Readonly<Record<string, string>> = {
  title: 'title',
  author: 'author',
  subject: 'subject',
  keywords: 'keywords',
  doccomm: 'description',
};
export const DATES: Readonly<Record<string, string>> = { creatim: 'created', revtim: 'modified' };
