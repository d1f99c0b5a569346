/** What terminals do not show: colours, titles of windows, other commands. */
const CODES = new RegExp(
  String.raw`\u001b(?:\[[0-?]{0,64}[ -/]{0,8}[@-~]|\][^\u0007\u001b]{0,2048}(?:\u0007|\u001b\\)|[()][0-9A-Za-z]|[=>78cDEHMNOZ])`,
  'g',
);

/** Returns a text as a terminal shows it, without its commands, and without letters that were struck over. */
export function withoutTerminalCodes(text: string): string {
  const plain = text.includes('\u001b') ? text.replace(CODES, '') : text;
  return plain.includes('\b') ? plain.replace(/[^\n][\b]/g, '') : plain;
}
