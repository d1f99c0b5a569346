/** Languages by their numbers in Windows. */
const LANGUAGES: Readonly<Record<string, string>> = {
  '401': 'ar',
  '402': 'bg',
  '403': 'ca',
  '404': 'zh-TW',
  '405': 'cs',
  '406': 'da',
  '407': 'de',
  '408': 'el',
  '40a': 'es',
  '40b': 'fi',
  '40c': 'fr',
  '40d': 'he',
  '40e': 'hu',
  '410': 'it',
  '411': 'ja',
  '412': 'ko',
  '413': 'nl',
  '414': 'nb',
  '415': 'pl',
  '416': 'pt-BR',
  '418': 'ro',
  '419': 'ru',
  '41a': 'hr',
  '41b': 'sk',
  '41d': 'sv',
  '41e': 'th',
  '41f': 'tr',
  '421': 'id',
  '422': 'uk',
  '424': 'sl',
  '425': 'et',
  '426': 'lv',
  '427': 'lt',
  '42a': 'vi',
  '439': 'hi',
  '804': 'zh-CN',
  '807': 'de-CH',
  '80a': 'es-MX',
  '80c': 'fr-BE',
  '816': 'pt-PT',
  c07: 'de-AT',
  c0a: 'es',
  c0c: 'fr-CA',
  '100c': 'fr-CH',
};

/** A language as newer programs write it, such as `de-DE`. */
const TAG = /^[a-z]{2}(?:-[a-z\d]{1,8}){0,4}$/i;

/** Returns the locale of a number of Windows or of a tag; undefined for one that is not known. */
export function localeOf(language = ''): string | undefined {
  const known = LANGUAGES[language.replace(/^0+/, '').slice(-4)];
  if (known !== undefined || !TAG.test(language)) return known;
  return supported(language);
}

/** A tag that is not well-formed throws. */
function supported(tag: string): string | undefined {
  try {
    return Intl.DateTimeFormat.supportedLocalesOf(tag)[0];
  } catch {
    return undefined;
  }
}
