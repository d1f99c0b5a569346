import { expect, test } from 'vitest';

import { formatNumber, formatText } from './format-number.ts';

test.each<[number, string, string]>([
  [46095, 'yyyy-mm-dd', '2026-03-14'],
  [46095.395_833_333_34, 'yyyy-mm-dd hh:mm', '2026-03-14 09:30'],
  [0.395_833_333_333, 'h:mm AM/PM', '9:30 AM'],
  [46095, '[$-409]d mmmm yyyy', '14 March 2026'],
  [46095, '[$-407]d. mmmm yyyy', '14. März 2026'],
  [46095, 'm/d/yyyy', '3/14/2026'],
  [46095, 'dd.mm.yy', '14.03.26'],
  [46095, 'ddd d-mmm-yy', 'Sat 14-Mar-26'],
  [1, 'yyyy-mm-dd', '1900-01-01'],
  [1.5, '[h]:mm', '36:00'],
  [0.000_694_444, 'mm:ss.0', '01:00.0'],
  [-1, 'yyyy-mm-dd', '-1'],
  [0.175, '0.0%', '17.5%'],
  [1.005, '0.00', '1.01'],
  [1234, '00000', '01234'],
  [1234.5, '#,##0.00 "EUR"', '1,234.50 EUR'],
  [1_234_567, '#,##0', '1,234,567'],
  [1234.5, '_-* #,##0.00\\ [$€-407]_-;-* #,##0.00\\ [$€-407]_-', '1,234.50 €'],
  [-1234.5, '_($* #,##0.00_);_($* (#,##0.00)', '$(1,234.50)'],
  [-5, '0;(0)', '(5)'],
  [-5, '0.0', '-5.0'],
  [-0.001, '0.0', '0.0'],
  [0, '0;-0;"none"', 'none'],
  [1_500_000, '0.0,,"M"', '1.5M'],
  [0.000_012, '0.00E+00', '1.20E-05'],
  [12_345, '##0.0E+0', '12.3E+3'],
  [1.5, '# ?/?', '1 1/2'],
  [0.75, '# ??/16', '12/16'],
  [123_456_789, '000-00-0000', '123-45-6789'],
  [5_551_234_567, '(000) 000-0000', '(555) 123-4567'],
  [150, '[>=100]"high" 0;[<100]"low" 0', 'high 150'],
  [50, '[Red][>=100]"high" 0;[<100]"low" 0', 'low 50'],
  [0.1 + 0.2, 'General', '0.3'],
  [1 / 3, 'General', '0.3333333333'],
  [123_456_789_012_345, 'General', '123456789012345'],
  [1.2e-7, 'General', '1.2E-07'],
  [-7.5, '', '-7.5'],
  [46_095, '[$-de-DE]d. mmmm yyyy', '14. März 2026'],
  [46_095, '[$-fr-FR]dddd d mmmm', 'samedi 14 mars'],
  [46_095, '[$-411]ggge"年"m"月"d"日"', '令和8年3月14日'],
  [46_095, '[$-ja-JP]aaaa', '土曜日'],
  [46_095, 'ge.m.d', 'R8.3.14'],
  [46_095, '[$-404]e/m/d', '115/3/14'],
  [46_095.75, '[$-804]上午/下午h:mm', '下午6:00'],
  [1234.5, '#,##0.00 [$€-de-DE]', '1,234.50 €'],
  [12, ';;;', ''],
  [3, 'General" kg"', '3 kg'],
  [0.5, '#.##', '.5'],
  [12, '0.##', '12'],
])('%d as %s is %s', (value, code, text) => {
  expect(formatNumber(value, code)).toBe(text);
});

test('days of 1904 are counted from another day', () => {
  expect(formatNumber(0, 'yyyy-mm-dd', true)).toBe('1904-01-01');
});

test.each([
  ['abc', '@', 'abc'],
  ['abc', '0;0;0;"<"@">"', '<abc>'],
  ['abc', ';;;', ''],
  ['abc', '0.00', 'abc'],
])('the text %s as %s is %s', (text, code, shown) => {
  expect(formatText(text, code)).toBe(shown);
});

test('a format of many placeholders shows them all, and one longer than Excel takes is none', () => {
  expect(formatNumber(5, '0'.repeat(255))).toHaveLength(255);
  expect(formatNumber(5, '0'.repeat(100_000))).toBe('5');
});
