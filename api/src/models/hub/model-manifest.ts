import { randomUUID } from 'node:crypto';
import { open, readFile, rename, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';

import * as v from 'valibot';

import { hasCode, syncDirectory } from '../../platform/storage/folder/durable-files.ts';
import { sizeOf } from './file-checksum.ts';
import { parseHubName, type HubName } from './hub-name.ts';

const FILE = 'carrel.json';

const manifestSchema = v.object({
  /** `owner/name`. */
  name: v.string(),
  revision: v.string(),
  /** What the revision meant when the model was loaded. */
  commit: v.string(),
  /** The path of the ONNX file. */
  model: v.string(),
  files: v.array(v.object({ path: v.string(), size: v.number(), sha256: v.string() })),
});

/** What a complete model has, written last. */
export type ModelManifest = v.InferOutput<typeof manifestSchema>;

/**
 * Returns the folder of a model that was loaded whole; undefined if it was not, or lacks files by now.
 * `folder` is that of all models. Needs no network.
 * @throws {HubFailure} for a malformed name.
 */
export async function loadedModelFolder(
  name: string,
  folder: string,
  revision?: string,
): Promise<string | undefined> {
  return completeFolder(parseHubName(name, revision), folder);
}

export async function completeFolder(name: HubName, models: string): Promise<string | undefined> {
  const folder = resolve(models, name.folder);
  const manifest = await readManifest(join(folder, FILE));
  if (manifest?.name !== name.id || manifest.revision !== name.revision) return undefined;
  const sizes = await Promise.all(manifest.files.map(({ path }) => sizeOf(join(folder, path))));
  const isWhole = manifest.files.every(({ size }, index) => sizes[index] === size);
  return isWhole && manifest.files.length > 0 ? folder : undefined;
}

async function readManifest(path: string): Promise<ModelManifest | undefined> {
  try {
    const parsed = v.safeParse(manifestSchema, JSON.parse(await readFile(path, 'utf8')));
    return parsed.success ? parsed.output : undefined;
  } catch (error) {
    // An unreadable one is replaced.
    if (error instanceof SyntaxError || hasCode(error, 'ENOENT', 'ENOTDIR')) return undefined;
    throw error;
  }
}

export async function writeManifest(folder: string, manifest: ModelManifest): Promise<void> {
  const path = join(folder, `${FILE}.${randomUUID()}`);
  try {
    const file = await open(path, 'wx', 0o600);
    try {
      await file.writeFile(`${JSON.stringify(manifest, null, 2)}\n`);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(path, join(folder, FILE));
  } catch (error) {
    await rm(path, { force: true });
    throw error;
  }
  await syncDirectory(folder);
}
