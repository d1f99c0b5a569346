/** What a model writes when the passages have no answer. */
export const NO_ANSWER = 'NO_ANSWER';

const BEFORE = /^[\s*`"'“]*/;

/** Returns whether a whole text, or a part that goes on, begins with the word for no answer. */
export const beginsWithNoAnswer = (text: string): boolean =>
  new RegExp(`^${NO_ANSWER}(?![\\w-])`).test(text.replace(BEFORE, ''));

/** Returns whether a text may still become one that begins so. */
export const mayBeNoAnswer = (text: string): boolean =>
  NO_ANSWER.startsWith(text.replace(BEFORE, ''));
