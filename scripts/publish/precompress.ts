import { readdir, readFile, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const brotli = promisify(brotliCompress);
const gzipped = promisify(gzip);

// Descriptions of releases change in place: a compressed copy would be stale.
const COMPRESSIBLE = /(?<!\/release|\/\.releases)\.(?:js|css|svg|json|html)$/;

async function isUpToDate(file: string, copy: string): Promise<boolean> {
  const [source, target] = await Promise.all([stat(file), stat(copy).catch(() => undefined)]);
  return target !== undefined && target.mtimeMs >= source.mtimeMs;
}

async function compressFile(file: string): Promise<void> {
  if (await isUpToDate(file, `${file}.br`)) return;
  const bytes = await readFile(file);
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: 11,
    [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
  };
  await writeFile(`${file}.gz`, await gzipped(bytes, { level: 9 }));
  await writeFile(`${file}.br`, await brotli(bytes, { params }));
}

/** Writes a `.br` and a `.gz` beside every text file of a folder, so that the server does not compress. */
export async function precompress(folder: string): Promise<void> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name))
    .filter((file) => COMPRESSIBLE.test(file));
  await Promise.all(files.map(compressFile));
}
