import { expect, test } from 'vitest';

import { prepareFiles } from './prepare-files.ts';
import { readSource } from './found-files.ts';

const file = (path: string) => ({ path, file: new File([path], path.split('/').at(-1) ?? '') });
const pathsOf = ({ files }: ReturnType<typeof prepareFiles>) => files.map(({ path }) => path);

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

/** An entry of a drop, of a file or of a folder that is read in parts of two. */
function entry(fullPath: string, children?: FileSystemEntry[]): FileSystemEntry {
  const name = fullPath.split('/').at(-1) ?? '';
  const base = {
    fullPath,
    name,
    isFile: children === undefined,
    isDirectory: children !== undefined,
  };
  if (children === undefined) {
    const read = (resolve: (file: File) => void, reject: (error: Error) => void) =>
      name === 'locked.md' ? reject(new Error('no')) : resolve(new File(['x'], name));
    return { ...base, file: read } as unknown as FileSystemEntry;
  }
  const createReader = () => {
    const left = [...children];
    return {
      readEntries: (resolve: (part: FileSystemEntry[]) => void, reject: (error: Error) => void) =>
        name === 'secret' ? reject(new Error('no')) : resolve(left.splice(0, 2)),
    };
  };
  return { ...base, createReader } as unknown as FileSystemEntry;
}

test('a drop has the files of all folders, and what could not be read with its reason', async () => {
  const children = ['1.md', '2.md', '3.md', 'locked.md'].map((name) => entry(`/Handbook/${name}`));
  const found = await readSource({
    id: 1,
    entries: [
      entry('/Handbook', [
        ...children,
        entry('/Handbook/secret', []),
        entry('/Handbook/empty', []),
      ]),
      entry('/notes.md'),
    ],
  });
  expect(found.map((each) => [each.path, 'fault' in each ? each.fault : each.file.name])).toEqual([
    ['notes.md', 'notes.md'],
    ['Handbook/1.md', '1.md'],
    ['Handbook/2.md', '2.md'],
    ['Handbook/3.md', '3.md'],
    ['Handbook/locked.md', 'This file could not be read on your computer.'],
    ['Handbook/secret', 'This folder could not be read on your computer.'],
  ]);
});
