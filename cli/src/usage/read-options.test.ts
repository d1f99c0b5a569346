import { expect, test } from 'vitest';

import { EXIT } from '../exit-codes.ts';
import { COMMAND_HELP } from './help.ts';
import { isCommand, readOptions } from './read-options.ts';

test('options may be anywhere among the names', () => {
  expect(readOptions('sync', ['--delete', 'folder', '--path', 'HR', 'Handbook', '-y'])).toEqual({
    command: 'sync',
    options: { delete: true, path: 'HR', yes: true },
    positionals: ['folder', 'Handbook'],
  });
});

const readWrongly = () => readOptions('datasets', ['--delete']);

test('an option that a command does not have is wrong usage, and says where to look', () => {
  expect(readWrongly).toThrow(/'--delete'.*Run: carrel-cli datasets --help/u);
  expect(readWrongly).toThrow(expect.objectContaining({ exitCode: EXIT.usage }));
});

test('a command is one of the list, and no name of an object', () => {
  expect(Object.keys(COMMAND_HELP).every(isCommand)).toBe(true);
  expect(isCommand('constructor')).toBe(false);
});
