/** What a model writes when the passages have no answer. */
export const NO_ANSWER = 'NO_ANSWER';

const BEFORE = /^[\s*`"'“]*/;
/** The word, and the marks that models put around it. */
const WORD = new RegExp(`^${NO_ANSWER}[*\`"'”.! \\t]{0,20}`);

/** Returns whether the first line of a text is the word for no answer. A text that goes on may not have its whole line yet. */
export function isNoAnswer(text: string, isWhole: boolean): boolean {
  const start = text.replace(BEFORE, '');
  const word = WORD.exec(start)?.[0];
  if (word === undefined) return false;
  const rest = start.slice(word.length);
  return rest.startsWith('\n') || (rest === '' && isWhole);
}

/** Returns whether a text may still become one that begins so. */
export function mayBeNoAnswer(text: string): boolean {
  const start = text.replace(BEFORE, '');
  return NO_ANSWER.startsWith(start) || WORD.exec(start)?.[0] === start;
}
