import { expect, test } from 'vitest';

import { prepareFiles } from './prepare-files.ts';
import type { PreparedFiles } from './prepare-files.ts';

const file = (path: string) => ({ path, file: new File([path], path.split('/').at(-1) ?? '') });
const pathsOf = ({ files }: PreparedFiles<File>) => files.map(({ path }) => path);

test('files keep their folders, within the folder that is open', () => {
  const prepared = prepareFiles([file('notes.md'), file('Handbook/a.md')], 'Policies/HR');
  expect(pathsOf(prepared)).toEqual(['Policies/HR/notes.md', 'Policies/HR/Handbook/a.md']);
});

test('what operating systems leave in folders is skipped', () => {
  const prepared = prepareFiles([file('Handbook/.DS_Store'), file('Handbook/Thumbs.db')], '');
  expect(prepared).toEqual({ files: [], refused: [] });
});

test('names that are the same in one normal form are refused but for the first; case tells them apart', () => {
  const prepared = prepareFiles([file('\u00e9.md'), file('e\u0301.md'), file('\u00c9.md')], '');
  expect(pathsOf(prepared)).toEqual(['\u00e9.md', '\u00c9.md']);
  expect(prepared.refused).toEqual([
    {
      path: '\u00e9.md',
      outcome: 'refused',
      reason:
        'Another of these files has the same path once it is written in one way. Rename one of them.',
    },
  ]);
});

test('a name that an archive may not have, and a file that cannot be read, are refused alone', () => {
  const prepared = prepareFiles(
    [file('a\\b.md'), { path: 'locked.md', fault: 'This file could not be read.' }, file('c.md')],
    '',
  );
  expect(pathsOf(prepared)).toEqual(['c.md']);
  expect(prepared.refused).toEqual([
    {
      path: 'a\\b.md',
      outcome: 'refused',
      reason: 'This file has a name with a backslash in it.',
    },
    { path: 'locked.md', outcome: 'refused', reason: 'This file could not be read.' },
  ]);
});

test('a name with a control character is refused instead of sent as another one', () => {
  const prepared = prepareFiles([file('a\u0007.md'), file('Photos/Icon\r')], '');
  expect(prepared).toEqual({
    files: [],
    refused: [
      {
        path: 'a\u0007.md',
        outcome: 'refused',
        reason: 'This file has the control character U+0007 in it.',
      },
    ],
  });
});
