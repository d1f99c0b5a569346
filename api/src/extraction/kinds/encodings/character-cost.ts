import { FREQUENT_CHARACTERS } from './letter-pairs.ts';

/** An encoding of several bytes a character. */
export interface CharacterSet {
  name: string;
  language: string;
  /** Bits by which it is rarer than others. */
  rarity: number;
}

/** Bits of characters of the first level of a standard, of others, and of what is none. */
const FIRST_LEVEL = 14;
const OTHER = 19;
const PUNCTUATION = 9;
const INVALID = 30;
/** Bits of a half-width katakana after another, and of one that stands alone. */
const HALF_WIDTH = 7;
const LONE_HALF_WIDTH = 17;
/** Bits of a Latin letter and another character without a space between them. */
const BESIDE_LETTER = 6;

/** First and last lead byte of the characters that each standard calls the frequent ones. */
const FIRST_LEVELS: Readonly<Record<string, readonly [first: number, last: number]>> = {
  shift_jis: [0x88, 0x97],
  'euc-jp': [0xb0, 0xcf],
  gb18030: [0xb0, 0xd7],
  big5: [0xa4, 0xc6],
  'euc-kr': [0xb0, 0xc8],
};

/** Characters of names, addresses and papers of offices, which programs say less often. */
const OFFICE = 10;
const OFFICE_CHARACTERS: Readonly<Record<string, string>> = {
  ja: '東京都大阪府県市区町村株式会社名様年月日時分円税込御請求見積書注文納品住所電話番号氏田中山本木佐藤鈴高橋伊渡辺小林加吉川井上松野部門担当議資料案内報告契約',
  zh: '发票合同公司地址电话姓名王李张刘陈杨赵黄周吴北京上海广州深圳市区路号年月日元价格产品清单设备报告客户订单合计金额编号销售采购联系人',
  'zh-Hant':
    '發票合約公司地址電話姓名王李張劉陳楊趙黃周吳台北市區路號年月日元價格產品清單設備報告客戶訂單合計金額編號維修手冊銷售採購聯絡人',
  ko: '송장계약서울시구동로번지전화이름주소김박최정강조윤장임회사년월일원가격제품목록보고고객문합금액호매구담당자안녕하세요감사합니다',
};

const costs = new Map<string, Map<string, number>>();

/** Returns how unlikely bytes are in an encoding, in bits. A character that their end cuts off does not count. */
export function costOfCharacters(
  bytes: Uint8Array,
  { name, language, rarity }: CharacterSet,
  bonus: (language: string) => number,
  isCut = false,
): number {
  const known = costsOf(name, language);
  let cost = rarity - bonus(language);
  let last: 'ideograph' | 'narrow' | 'letter' | undefined;
  for (const character of new TextDecoder(name).decode(bytes, { stream: isCut })) {
    const isAscii = character < '\u0080';
    const isLetter = isAscii && /[A-Za-z]/.test(character);
    const isNarrow = !isAscii && /[\uff61-\uff9f]/.test(character);
    if (isNarrow) cost += last === 'narrow' ? HALF_WIDTH : LONE_HALF_WIDTH;
    else if (!isAscii) cost += known.get(character) ?? costOfOther(character);
    if ((isLetter && last !== undefined && last !== 'letter') || (!isAscii && last === 'letter'))
      cost += BESIDE_LETTER;
    last = isLetter ? 'letter' : isAscii ? undefined : isNarrow ? 'narrow' : 'ideograph';
  }
  return cost;
}

function costOfOther(character: string): number {
  if (character === '\ufffd' || /[\p{Co}\p{Cn}\u0080-\u009f]/u.test(character)) return INVALID;
  if (/[\u3000-\u3020\uff01-\uff5e]/.test(character)) return PUNCTUATION;
  if (/[\u3040-\u30ff]/.test(character)) return FIRST_LEVEL - 2;
  return OTHER;
}

function costsOf(encoding: string, language: string): Map<string, number> {
  const found = costs.get(encoding);
  if (found !== undefined) return found;
  const known = new Map<string, number>();
  const [first, last] = FIRST_LEVELS[encoding] ?? [0, 0];
  const decoder = new TextDecoder(encoding);
  for (let lead = first; lead <= last; lead += 1) {
    for (let trail = 0x40; trail < 0xff; trail += 1) {
      if (
        trail < 0xa1 &&
        (encoding === 'euc-kr' || encoding === 'gb18030' || encoding === 'euc-jp')
      )
        continue;
      const text = decoder.decode(Uint8Array.of(lead, trail));
      if (Array.from(text).length === 1 && text !== '\ufffd') known.set(text, FIRST_LEVEL);
    }
  }
  for (const character of OFFICE_CHARACTERS[language] ?? '') known.set(character, OFFICE);
  for (const [bits, field] of (FREQUENT_CHARACTERS[language] ?? '').split(';').entries()) {
    for (const character of field)
      known.set(character, Math.min(bits, known.get(character) ?? bits));
  }
  costs.set(encoding, known);
  return known;
}
