/** The eras of Japan: their first days, and how they are written. */
const ERAS: readonly [from: number, letter: string, name: string][] = [
  [Date.UTC(2019, 4, 1), 'R', '令和'],
  [Date.UTC(1989, 0, 8), 'H', '平成'],
  [Date.UTC(1926, 11, 25), 'S', '昭和'],
  [Date.UTC(1912, 6, 30), 'T', '大正'],
  [Date.UTC(1868, 0, 25), 'M', '明治'],
];

const eraOf = (date: Date) => ERAS.find(([from]) => date.getTime() >= from);

/** Returns the name of an era, by the letters of a format: `g` is R, `gg` is 令, `ggg` is 令和. */
export function eraName(date: Date, letters: number): string {
  const [, letter = '', name = ''] = eraOf(date) ?? [];
  return letters === 1 ? letter : letters === 2 ? name.slice(0, 1) : name;
}

/** Returns the year of `e`: of the era in Japan, of the republic in Taiwan, elsewhere of the calendar. */
export function eraYear(date: Date, isJapan: boolean, isTaiwan: boolean): number {
  const year = date.getUTCFullYear();
  const era = isJapan ? eraOf(date) : undefined;
  if (era !== undefined) return year - new Date(era[0]).getUTCFullYear() + 1;
  return isTaiwan && year > 1911 ? year - 1911 : year;
}
