/** Tags around the reasoning of models whose service does not take it out. */
const TAGS = [
  ['<think>', '</think>'],
  ['<thinking>', '</thinking>'],
  ['<thought>', '</thought>'],
  ['<reasoning>', '</reasoning>'],
  ['<seed:think>', '</seed:think>'],
  ['[think]', '[/think]'],
  ['◁think▷', '◁/think▷'],
  ['<|start_thinking|>', '<|end_thinking|>'],
  ['<|begin_of_thought|>', '<|end_of_thought|>'],
  ['<|channel|>analysis<|message|>', '<|channel|>final<|message|>'],
] as const;

const source = (tag: string): string => RegExp.escape(tag);
const anyOf = (at: 0 | 1): string => TAGS.map((tags) => source(tags[at])).join('|');

/** Sources of patterns that ignore case. */
export const OPENING_TAG = anyOf(0);
export const CLOSING_TAG = anyOf(1);

/** Returns the source of the tag that closes an opening one. */
export function closingTagOf(opening: string): string {
  const tags = TAGS.find(([tag]) => tag === opening.toLowerCase());
  return tags === undefined ? CLOSING_TAG : source(tags[1]);
}

const ALL = TAGS.flat();
const LONGEST = Math.max(...ALL.map(({ length }) => length));

/** Returns where a tag may begin whose end is not there yet, or the length of the text. */
export function unfinishedTag(text: string): number {
  const from = Math.max(0, text.length - LONGEST + 1);
  for (let at = from; at < text.length; at += 1) {
    const rest = text.slice(at).toLowerCase();
    if (ALL.some((tag) => tag.length > rest.length && tag.startsWith(rest))) return at;
  }
  return text.length;
}
