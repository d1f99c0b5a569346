import { randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open, rm, stat, type FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

import type { ListedObject } from '../../source-kind.ts';

const LINES_AT_ONCE = 500;

/** Writes the objects of a folder that do not fit on a page, since WebDAV has no pages. */
export function createRestFile(workFolder: string) {
  const file = `webdav-${randomUUID()}.ndjson`;
  let handle: FileHandle | undefined;
  let lines: string[] = [];
  const flush = async () => {
    handle ??= await open(join(workFolder, file), 'w', 0o600);
    await handle.appendFile(lines.join(''));
    lines = [];
  };
  return {
    add: async (object: ListedObject) => {
      lines.push(`${JSON.stringify(object)}\n`);
      if (lines.length >= LINES_AT_ONCE) await flush();
    },
    /** Returns the name of the file; undefined where nothing was added. */
    end: async (): Promise<string | undefined> => {
      if (lines.length > 0) await flush();
      await handle?.close();
      return handle === undefined ? undefined : file;
    },
  };
}

/** Reads on at a byte. Undefined where the file is lost; `at` is where the rest begins, undefined at its end. */
export async function readRest(
  workFolder: string,
  { file, at }: { file: string; at: number },
  most: number,
): Promise<{ objects: ListedObject[]; at: number | undefined } | undefined> {
  if (!/^webdav-[\w-]+\.ndjson$/.test(file)) return undefined;
  const path = join(workFolder, file);
  const found = await stat(path).catch(() => undefined);
  if (found === undefined || found.size < at) return undefined;
  const stream = createReadStream(path, { start: at });
  const objects: ListedObject[] = [];
  let read = at;
  for await (const line of createInterface({ input: stream, crlfDelay: Infinity })) {
    objects.push(parsed(line));
    read += Buffer.byteLength(line) + 1;
    if (objects.length === most) break;
  }
  stream.destroy();
  if (read < found.size) return { objects, at: read };
  await rm(path, { force: true });
  return { objects, at: undefined };
}

function parsed(line: string): ListedObject {
  const object = JSON.parse(line) as ListedObject;
  const { modifiedAt } = object;
  return { ...object, modifiedAt: modifiedAt === undefined ? undefined : new Date(modifiedAt) };
}
