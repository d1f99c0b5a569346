import { roman } from '../blocks/numerals.ts';

/** Word writes numbers above in digits. */
const ROMAN_MAX = 20_000;
const ONES = [
  '',
  'one',
  'two',
  'three',
  'four',
  'five',
  'six',
  'seven',
  'eight',
  'nine',
  'ten',
  'eleven',
  'twelve',
  'thirteen',
  'fourteen',
  'fifteen',
  'sixteen',
  'seventeen',
  'eighteen',
  'nineteen',
];
const TENS = ['', '', 'twenty', 'thirty', 'forty', 'fifty', 'sixty', 'seventy', 'eighty', 'ninety'];
const ORDINALS: Readonly<Record<string, string>> = {
  one: 'first',
  two: 'second',
  three: 'third',
  five: 'fifth',
  eight: 'eighth',
  nine: 'ninth',
  twelve: 'twelfth',
};
const ALPHABETS: Readonly<Record<string, string>> = {
  lowerLetter: 'abcdefghijklmnopqrstuvwxyz',
  upperLetter: 'ABCDEFGHIJKLMNOPQRSTUVWXYZ',
  russianLower: 'абвгдежзиклмнопрстуфхцчшщыэюя',
  russianUpper: 'АБВГДЕЖЗИКЛМНОПРСТУФХЦЧШЩЫЭЮЯ',
  arabicAlpha: 'أبتثجحخدذرزسشصضطظعغفقكلمنهوي',
  arabicAbjad: 'أبجدهوزحطيكلمنسعفصقرشتثخذضظغ',
  hebrew2: 'אבגדהוזחטיכלמנסעפצקרשת',
  thaiLetters: 'กขคงจฉชซฌญฎฏฐฑฒณดตถทธนบปผฝพฟภมยรลวศษสหฬอฮ',
  aiueo:
    'アイウエオカキクケコサシスセソタチツテトナニヌネノハヒフヘホマミムメモヤユヨラリルレロワヲン',
  aiueoFullWidth:
    'アイウエオカキクケコサシスセソタチツテトナニヌネノハヒフヘホマミムメモヤユヨラリルレロワヲン',
  iroha:
    'イロハニホヘトチリヌルヲワカヨタレソツネナラムウヰノオクヤマケフコエテアサキユメミシヱヒモセス',
  ganada: '가나다라마바사아자차카타파하',
  chosung: 'ㄱㄴㄷㄹㅁㅂㅅㅇㅈㅊㅋㅌㅍㅎ',
  ideographTraditional: '甲乙丙丁戊己庚辛壬癸',
  ideographZodiac: '子丑寅卯辰巳午未申酉戌亥',
  chicago: '*†‡§',
};
const DIGITS: Readonly<Record<string, string>> = {
  decimalFullWidth: '０１２３４５６７８９',
  decimalFullWidth2: '０１２３４５６７８９',
  hindiNumbers: '०१२३४५६७८९',
  thaiNumbers: '๐๑๒๓๔๕๖๗๘๙',
  ideographDigital: '〇一二三四五六七八九',
  japaneseDigitalTenThousand: '〇一二三四五六七八九',
  koreanDigital: '영일이삼사오육칠팔구',
};
const IDEOGRAPHS = '〇一二三四五六七八九';

/** Returns a number in a format of Word such as `lowerRoman`. */
export function numberText(value: number, format: string): string {
  const digits = DIGITS[format];
  if (digits !== undefined)
    return String(value).replace(/\d/g, (digit) => digits[Number(digit)] ?? digit);
  const alphabet = ALPHABETS[format];
  if (alphabet !== undefined) return letterText(value, alphabet);
  if (/^0+$/.test(format)) return String(value).padStart(format.length + 1, '0');
  switch (format) {
    case 'none':
      return '';
    case 'decimalZero':
      return String(value).padStart(2, '0');
    case 'lowerRoman':
      return roman(value, ROMAN_MAX);
    case 'upperRoman':
      return roman(value, ROMAN_MAX).toUpperCase();
    case 'ordinal':
      return value + ordinalEnding(value);
    case 'cardinalText':
      return capitalized(words(value));
    case 'ordinalText':
      return capitalized(ordinalWords(value));
    case 'decimalEnclosedCircle':
    case 'decimalEnclosedCircleChinese':
      return value >= 1 && value <= 20 ? String.fromCodePoint(0x245f + value) : String(value);
    case 'decimalEnclosedParen':
      return `(${value})`;
    case 'decimalEnclosedFullstop':
      return `${value}.`;
    case 'numberInDash':
      return `- ${value} -`;
    case 'chineseCounting':
    case 'chineseCountingThousand':
    case 'taiwaneseCounting':
    case 'taiwaneseCountingThousand':
    case 'japaneseCounting':
      return ideographs(value);
    default:
      return String(value);
  }
}

/** After z come aa, bb. */
function letterText(value: number, alphabet: string): string {
  const letters = Array.from(alphabet);
  if (value < 1) return '';
  const times = Math.min(20, Math.floor((value - 1) / letters.length) + 1);
  return (letters[(value - 1) % letters.length] ?? '').repeat(times);
}

function ordinalEnding(value: number): string {
  if (value % 100 >= 11 && value % 100 <= 13) return 'th';
  return ['th', 'st', 'nd', 'rd'][value % 10] ?? 'th';
}

function words(value: number): string {
  if (value < 1 || value >= 1000) return String(value);
  if (value < 20) return ONES[value] ?? '';
  if (value < 100)
    return [TENS[Math.floor(value / 10)], ONES[value % 10]].filter(Boolean).join('-');
  return [`${ONES[Math.floor(value / 100)]} hundred`, value % 100 === 0 ? '' : words(value % 100)]
    .filter(Boolean)
    .join(' ');
}

function ordinalWords(value: number): string {
  const text = words(value);
  return text.replace(
    /[a-z]+$/,
    (last) => ORDINALS[last] ?? (last.endsWith('y') ? `${last.slice(0, -1)}ieth` : `${last}th`),
  );
}

function capitalized(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

function ideographs(value: number): string {
  if (value < 1 || value >= 100)
    return String(value).replace(/\d/g, (digit) => IDEOGRAPHS[Number(digit)] ?? digit);
  const tens = Math.floor(value / 10);
  const ones = value % 10 === 0 ? '' : (IDEOGRAPHS[value % 10] ?? '');
  return tens === 0 ? ones : `${tens === 1 ? '' : (IDEOGRAPHS[tens] ?? '')}十${ones}`;
}
