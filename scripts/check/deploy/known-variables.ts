import { SETTING_NAMES } from '@carrel/api/settings';
import { SERVER_ENVIRONMENT } from '../../run/server-environment.ts';

/** Variables that the server reads, beside its settings. */
const KNOWN = new Set([
  ...SETTING_NAMES,
  ...Object.keys(SERVER_ENVIRONMENT),
  'AWS_ACCESS_KEY_ID',
  'AWS_SECRET_ACCESS_KEY',
  'AWS_SESSION_TOKEN',
]);

/** Returns a sentence for each variable that is passed to the server, which does not know it. */
export const unknownVariables = (where: string, names: readonly string[]): string[] =>
  names.filter((name) => !KNOWN.has(name)).map((name) => `${where}: the server reads no ${name}.`);

/** Returns the names of the variables in the text of an environment file. */
export const variablesOf = (text: string): string[] =>
  Array.from(text.matchAll(/^([A-Z][A-Z0-9_]*)=/gm), ([, name = '']) => name);
