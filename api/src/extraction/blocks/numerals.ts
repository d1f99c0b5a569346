const ROMAN: readonly [value: number, text: string][] = [
  [1000, 'm'],
  [900, 'cm'],
  [500, 'd'],
  [400, 'cd'],
  [100, 'c'],
  [90, 'xc'],
  [50, 'l'],
  [40, 'xl'],
  [10, 'x'],
  [9, 'ix'],
  [5, 'v'],
  [4, 'iv'],
  [1, 'i'],
];

/** Returns a number in Roman numerals; as it is, where it has none. */
export function roman(number: number): string {
  if (number < 1 || number > 3999) return String(number);
  let [left, text] = [number, ''];
  for (const [value, numeral] of ROMAN) {
    while (left >= value) {
      text += numeral;
      left -= value;
    }
  }
  return text;
}

/** Returns a number as a, b, … z, aa, ab. */
export function letters(number: number): string {
  if (number < 1) return String(number);
  let [left, text] = [number, ''];
  while (left > 0) {
    text = String.fromCodePoint(97 + ((left - 1) % 26)) + text;
    left = Math.floor((left - 1) / 26);
  }
  return text;
}
