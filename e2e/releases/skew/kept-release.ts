import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, brotliDecompress, constants } from 'node:zlib';

const compress = promisify(brotliCompress);
const decompress = promisify(brotliDecompress);

/** The shell and the remotes of the last release: every file by its path. */
const KEPT = path.join(import.meta.dirname, 'last-release.json.br');

/** The files that a console needs; fonts and maps cannot cause skew. */
const KEPT_FILES = /(?:\.js|\/release\.json|^registry\.json)$/;

type Files = Record<string, string>;

async function readFiles(folder: string, isKept: (file: string) => boolean): Promise<Files> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const names = entries
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)))
    .filter((file) => KEPT_FILES.test(file) && isKept(file))
    .sort();
  const files = await Promise.all(
    names.map(async (name) => [name, await readFile(path.join(folder, name), 'utf8')] as const),
  );
  return Object.fromEntries(files);
}

/**
 * Stores the console in a folder as the last release. `isKept` selects its files among those of
 * earlier releases. Returns the size of what was written, in bytes.
 */
export async function keepRelease(
  folder: string,
  isKept: (file: string) => boolean,
): Promise<number> {
  const files = JSON.stringify(await readFiles(folder, isKept));
  const bytes = await compress(files, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
      [constants.BROTLI_PARAM_LGWIN]: constants.BROTLI_MAX_WINDOW_BITS,
      [constants.BROTLI_PARAM_SIZE_HINT]: files.length,
    },
  });
  await writeFile(KEPT, bytes);
  return bytes.length;
}

/** Writes the last release into a folder. */
export async function unpackRelease(folder: string): Promise<void> {
  const bytes = await decompress(await readFile(KEPT));
  const files = JSON.parse(bytes.toString()) as Files;
  for (const [name, text] of Object.entries(files)) {
    const file = path.join(folder, name);
    await mkdir(path.dirname(file), { recursive: true });
    await writeFile(file, text);
  }
}
