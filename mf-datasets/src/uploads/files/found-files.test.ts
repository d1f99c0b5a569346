import { expect, test } from 'vitest';

import { readSource } from './found-files.ts';

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
