import { describe, expect, test } from 'vitest';

import { signText, type TextSignature } from './sign-text.ts';
import { similarityOf } from './sketch.ts';

const sign = (...texts: string[]) => signText(texts.map((text) => ({ text })));

const sketched = ({ sketch = '', length }: TextSignature) => ({
  sketch: Buffer.from(sketch, 'base64'),
  length,
});

const compare = (a: TextSignature, b: TextSignature) => similarityOf(sketched(a), sketched(b));

const sharesBand = (a: TextSignature, b: TextSignature) =>
  a.bands.some((band, at) => band === b.bands[at]);

const numbered = (count: number, word = (at: number) => `word${at * 7919}`) =>
  Array.from({ length: count }, (_, at) => word(at)).join(' ');

const ENGLISH =
  'The pump must be inspected every six months. Replace the seal when the pressure falls below 3.5 bar, and record the date of the inspection in the log of the machine. Call the service team if the motor becomes hot or the pump makes a noise.';
const CHINESE =
  '水泵必须每六个月检查一次。当压力低于三点五巴时更换密封件，并在机器日志中记录检查日期。如果电机发热或水泵发出噪音，请致电服务团队。保养期间必须切断电源。';
const JAPANESE =
  'ポンプは六か月ごとに点検しなければなりません。圧力が三・五バールを下回ったらシールを交換し、点検日を機械の記録簿に記入してください。モーターが熱くなったら連絡してください。';
const THAI =
  'ต้องตรวจสอบปั๊มทุกหกเดือน เปลี่ยนซีลเมื่อความดันต่ำกว่าสามจุดห้าบาร์ และบันทึกวันที่ตรวจสอบในสมุดบันทึกของเครื่อง โทรหาทีมบริการหากมอเตอร์ร้อน';
const ARABIC =
  'يجب فحص المضخة كل ستة أشهر. استبدل الختم عندما ينخفض الضغط عن ٣٫٥ بار، وسجل تاريخ الفحص في سجل الآلة. اتصل بفريق الخدمة إذا أصبح المحرك ساخنا أو أصدرت المضخة ضوضاء. يجب فصل التيار الكهربائي أثناء الصيانة.';
const RUSSIAN =
  'Насос необходимо проверять каждые шесть месяцев. Замените уплотнение, когда давление опустится ниже 3,5 бар, и запишите дату проверки в журнал машины. Позвоните в сервис, если двигатель нагревается или насос шумит.';

const invoice = (amount: string) => `${ENGLISH} Invoice 4711. The total is ${amount} EUR.`;
const letter = (body: string) => `${ENGLISH} ${body} ${RUSSIAN}`;

describe('a text is equal to another', () => {
  test.each([ENGLISH, CHINESE, JAPANESE, THAI, ARABIC, RUSSIAN])(
    'that differs in lines, blocks and typographic forms: %s',
    (text) => {
      const half = text.indexOf(' ', 40) === -1 ? 40 : text.indexOf(' ', 40);
      const lines = sign(`${text.slice(0, half)}\n${text.slice(half).trim()}`);
      expect(lines.hash).toBe(sign(text).hash);
      expect(sign(text.slice(0, half), text.slice(half).trim()).hash).toBe(lines.hash);
    },
  );

  test('that has ligatures, other quotation marks, wide digits or bullets', () => {
    const one = sign('The office said “five” to the first 12 people who filed – and left early.');
    const other = sign('• The oﬃce said "five" to the ﬁrst １２ people who ﬁled - and left early.');
    expect(other.hash).toBe(one.hash);
  });

  test.each([
    [
      'an amount',
      'The total is 1,250.00 for the six pumps',
      'The total is 1,260.00 for the six pumps',
    ],
    [
      'a separator',
      'The total is 1.5 for the six new pumps',
      'The total is 15 for the six new pumps',
    ],
    [
      'a sign',
      'The balance is -50 for all of these pumps',
      'The balance is 50 for all of these pumps',
    ],
    [
      'a currency',
      'The total is €50 for all of these pumps',
      'The total is $50 for all of these pumps',
    ],
    [
      'columns',
      'The cells have 1 5 pumps in all of them',
      'The cells have 15 pumps in all of them',
    ],
    ['the order', 'Ann pays Ben for all of the six pumps', 'Ben pays Ann for all of the six pumps'],
  ])('but not one that differs in %s', (_, a, b) => {
    expect(sign(a).hash).toBeDefined();
    expect(sign(a).hash).not.toBe(sign(b).hash);
  });

  test.each(['', '   \n', 'Ok.', '•••', '{}'])(
    'but not one that says next to nothing: %j',
    (text) => {
      expect(sign(text)).toMatchObject({ hash: undefined, sketch: undefined, bands: [] });
    },
  );
});

describe('a text is nearly equal', () => {
  test.each([ENGLISH, CHINESE, JAPANESE, THAI, ARABIC, RUSSIAN])(
    'to one with another sentence at its end: %s',
    (text) => {
      const longer = `${text.repeat(1)} ${text.slice(0, 12)}`;
      expect(compare(sign(text), sign(longer))).toBeGreaterThan(0.85);
      expect(sign(text).hash).not.toBe(sign(longer).hash);
    },
  );

  test('to one of which a word in fifty differs, and shares a band with it', () => {
    let shared = 0;
    for (let round = 0; round < 50; round += 1) {
      const text = numbered(600, (at) => `w${round}x${at}`);
      const changed = numbered(600, (at) => (at % 100 === 50 ? `other${at}` : `w${round}x${at}`));
      const similarity = compare(sign(text), sign(changed));
      expect(similarity).toBeGreaterThan(0.9);
      if (sharesBand(sign(text), sign(changed))) shared += 1;
    }
    expect(shared).toBeGreaterThanOrEqual(48);
  });

  test('to one with another amount, which is not all the same', () => {
    const similarity = compare(sign(invoice('1,250.00')), sign(invoice('1,260.00')));
    expect(similarity).toBeGreaterThan(0.9);
    expect(similarity).toBeLessThan(1);
  });

  test('but not to one that only shares its beginning and its end', () => {
    const similarity = compare(
      sign(letter(numbered(60))),
      sign(letter(numbered(60, (at) => `x${at}`))),
    );
    expect(similarity).toBeLessThan(0.7);
  });

  test('but not to one that repeats it', () => {
    expect(compare(sign(ENGLISH), sign(`${ENGLISH} ${ENGLISH}`))).toBeLessThan(0.7);
  });

  test('but a text of a few words, or of one word many times, is like no other', () => {
    expect(sign('Minutes of the meeting of Monday in room five').sketch).toBeUndefined();
    expect(sign('zero '.repeat(500)).sketch).toBeUndefined();
  });

  test('and long texts are as similar as their shingles are', () => {
    const text = numbered(20_000);
    const changed = numbered(20_000, (at) => (at % 60 === 0 ? 'other' : `word${at * 7919}`));
    // 3 of 60 shingles differ.
    expect(compare(sign(text), sign(changed))).toBeGreaterThan(0.9);
    expect(compare(sign(text), sign(text))).toBe(1);
  });
});
