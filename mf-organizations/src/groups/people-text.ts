const NUMBERS = new Intl.NumberFormat('en-US');

/** "3 people". */
export const peopleText = (count: number): string =>
  `${NUMBERS.format(count)} ${count === 1 ? 'person' : 'people'}`;
