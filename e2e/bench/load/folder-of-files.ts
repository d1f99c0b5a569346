import { mkdir, mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { buildZip } from '../../support/build-zip.ts';

const FOLDERS = 50;

/** The same files on the disk and as an archive of them. */
export interface FolderOfFiles {
  directory: string;
  folder: string;
  zip: string;
}

/** Returns text of about `bytes` bytes, different for each number. */
function textOf(number: number, bytes: number): string {
  const line = `Note ${number} says what is to be known of its topic, in words that others use too.\n`;
  return `# Note ${number}\n\n${line.repeat(Math.ceil(bytes / line.length))}`.slice(0, bytes);
}

/** Writes `count` text files in fifty folders, and an archive of them, into a temporary directory. */
export async function writeFolderOfFiles(count: number, bytes: number): Promise<FolderOfFiles> {
  const directory = await mkdtemp(path.join(tmpdir(), 'carrel-bench-files-'));
  const folder = path.join(directory, 'Notes');
  for (let number = 0; number < FOLDERS; number += 1) {
    await mkdir(path.join(folder, String(number)), { recursive: true });
  }
  const files = Array.from({ length: count }, (_, number) => ({
    name: `${number % FOLDERS}/${number}.md`,
    content: textOf(number, bytes),
  }));
  for (const { name, content } of files) await writeFile(path.join(folder, name), content);
  const zip = path.join(directory, 'notes.zip');
  await writeFile(zip, Buffer.from(buildZip(files)));
  return { directory, folder, zip };
}
