import { VARIABLE_NAMES } from '@carrel/api/settings';

/** The variables that the server reads. */
const KNOWN = new Set(VARIABLE_NAMES);

/** Returns a sentence for each variable that is passed to the server, which does not know it. */
export const unknownVariables = (where: string, names: readonly string[]): string[] =>
  names.filter((name) => !KNOWN.has(name)).map((name) => `${where}: the server reads no ${name}.`);

/** Returns the names of the variables in the text of an environment file. */
export const variablesOf = (text: string): string[] =>
  Array.from(text.matchAll(/^([A-Z][A-Z0-9_]*)=/gm), ([, name = '']) => name);
