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

/** Returns a number in Roman numerals; as it is, from 0 down and above `most`. */
export function roman(number: number, most = 3999): string {
  if (number < 1 || number > most) return String(number);
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
function letters(number: number): string {
  if (number < 1) return String(number);
  let [left, text] = [number, ''];
  while (left > 0) {
    text = String.fromCodePoint(97 + ((left - 1) % 26)) + text;
    left = Math.floor((left - 1) / 26);
  }
  return text;
}

/** Returns a number by the sign of its kind, as HTML and OpenDocument name them: `a`, `A`, `i`, `I`. */
export function numeral(number: number, kind: string): string {
  switch (kind) {
    case 'a':
      return letters(number);
    case 'A':
      return letters(number).toUpperCase();
    case 'i':
      return roman(number);
    case 'I':
      return roman(number).toUpperCase();
    default:
      return String(number);
  }
}
