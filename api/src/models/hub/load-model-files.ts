import { mkdir } from 'node:fs/promises';
import { resolve } from 'node:path';

import { isDiskFull } from '../../platform/storage/folder/durable-files.ts';
import { chooseFiles } from './choose-files.ts';
import { HubFailure } from './hub-failure.ts';
import { parseHubName, type HubName } from './hub-name.ts';
import type { Hub } from './hub-request.ts';
import { describeFile, fileUrl, listFiles, type HubFile } from './list-files.ts';
import { DISK, loadFile, type Disk } from './load-file.ts';
import { completeFolder, writeManifest, type ModelManifest } from './model-manifest.ts';
import { removeParts } from './part-file.ts';

export interface LoadOptions {
  /** The URL of the hub, or of a mirror. */
  endpoint?: string;
  /** That of all models; a model is in `owner/name` below it. */
  folder: string;
  /** A branch, a tag or a commit, where the name has none. */
  revision?: string;
  /** For private models. */
  token?: string | undefined;
  signal: AbortSignal;
  /** Bytes that are there and that all files have; `total` is undefined where the hub does not say. */
  onProgress?: (loaded: { bytes: number; total: number | undefined }) => void;
  /** The hub is away for now, and is tried again at `nextTry`. */
  onRetry?: (failure: HubFailure, nextTry: Date) => void;
  /** Milliseconds; shorter ones in a test. */
  waits?: { first: number; most: number };
  stallMilliseconds?: number;
  disk?: Disk;
}

const HUB = 'https://huggingface.co';

const STALL_MILLISECONDS = 60_000;
const WAITS = { first: 1000, most: 30_000 } as const;
/** Of a model's weights, and of each of its other files. */
const MODEL_BYTES_MAX = 4 * 1024 ** 3;
const FILE_BYTES_MAX = 64 * 1024 ** 2;

/** Loads of this process, by their folder: one at a time. */
const running = new Map<string, Promise<string>>();

/**
 * Loads the files that this server uses of a model of the Hugging Face hub, and returns their folder, in the hub's
 * layout. A model that was loaded before is returned without the network; a load that was interrupted is continued.
 * @throws {HubFailure} whose message is for users.
 */
export async function loadModelFiles(name: string, options: LoadOptions): Promise<string> {
  const hubName = parseHubName(name, options.revision);
  const folder = resolve(options.folder, hubName.folder);
  const load = loadAfter(running.get(folder), hubName, options);
  running.set(folder, load);
  try {
    return await load;
  } catch (error) {
    throw onDisk(error, folder);
  } finally {
    if (running.get(folder) === load) running.delete(folder);
  }
}

async function loadAfter(
  other: Promise<string> | undefined,
  name: HubName,
  options: LoadOptions,
): Promise<string> {
  await other?.catch(() => undefined);
  options.signal.throwIfAborted();
  const complete = await completeFolder(name, options.folder);
  if (complete !== undefined) return complete;
  const hub: Hub = {
    endpoint: (options.endpoint ?? HUB).replace(/\/+$/, ''),
    token: options.token,
    name,
    signal: options.signal,
    stallMilliseconds: options.stallMilliseconds ?? STALL_MILLISECONDS,
    waits: options.waits ?? WAITS,
    onRetry: options.onRetry,
  };
  return loadInto(resolve(options.folder, name.folder), hub, options);
}

async function loadInto(
  folder: string,
  hub: Hub,
  { onProgress, disk = DISK }: LoadOptions,
): Promise<string> {
  const { commit, files: listed } = await listFiles(hub);
  const chosen = chosenOf(hub, listed);
  const files: HubFile[] = [];
  for (const file of chosen.files) files.push(await describeFile(hub, commit, file));
  requireChecksums(hub, files, chosen.weights);
  const bytesMaxOf = requireSizes(hub, files, chosen.weights);
  await mkdir(folder, { recursive: true, mode: 0o700 });

  const sizes = files.map(({ size }) => size);
  const total = sizes.reduce<number | undefined>(
    (sum, size) => (sum === undefined || size === undefined ? undefined : sum + size),
    0,
  );
  const loaded: ModelManifest['files'] = [];
  let before = 0;
  for (const file of files) {
    const { size, sha256 } = await loadFile(
      hub,
      { ...file, url: fileUrl(hub, commit, file.path), folder, bytesMax: bytesMaxOf(file) },
      disk,
      (bytes) => onProgress?.({ bytes: before + bytes, total }),
    );
    before += size;
    onProgress?.({ bytes: before, total });
    loaded.push({ path: file.path, size, sha256 });
  }
  const { id, revision } = hub.name;
  await writeManifest(folder, { name: id, revision, commit, model: chosen.model, files: loaded });
  await removeParts(folder);
  return folder;
}

interface Chosen {
  model: string;
  /** Paths of the model and of its weights. */
  weights: ReadonlySet<string>;
  /** The small ones first: those that are missing or private are found out at once. */
  files: HubFile[];
}

function chosenOf({ name }: Hub, listed: readonly HubFile[]): Chosen {
  const chosen = chooseFiles(listed.map(({ path }) => path));
  if (chosen === undefined) {
    throw new HubFailure(
      'files',
      `The model ${name.id} has no ONNX file: choose one that has onnx/model.onnx.`,
    );
  }
  if (!chosen.descriptions.includes('tokenizer.json')) {
    throw new HubFailure('files', `The model ${name.id} has no file tokenizer.json.`);
  }
  const paths = [...chosen.descriptions, ...chosen.weights, chosen.model];
  return {
    model: chosen.model,
    weights: new Set([...chosen.weights, chosen.model]),
    files: paths.flatMap((path) => listed.find((file) => file.path === path) ?? []),
  };
}

/** Weights are run: they are loaded only with a checksum. */
function requireChecksums(
  { endpoint }: Hub,
  files: readonly HubFile[],
  weights: ReadonlySet<string>,
): void {
  const unknown = files.find(({ path, checksum }) => weights.has(path) && checksum === undefined);
  if (unknown === undefined) return;
  const { host } = new URL(endpoint);
  throw new HubFailure('invalid', `The hub ${host} has no checksum of the file ${unknown.path}.`);
}

/** Returns how many bytes a file may have. @throws {HubFailure} for those that are known to have more. */
function requireSizes(
  { name }: Hub,
  files: readonly HubFile[],
  weights: ReadonlySet<string>,
): (file: HubFile) => number {
  const bytesMaxOf = ({ path }: HubFile) => (weights.has(path) ? MODEL_BYTES_MAX : FILE_BYTES_MAX);
  const sum = files.reduce((bytes, { size = 0 }) => bytes + size, 0);
  if (sum > MODEL_BYTES_MAX || files.some((file) => (file.size ?? 0) > bytesMaxOf(file))) {
    throw new HubFailure('files', `The model ${name.id} is larger than this server loads (4 GiB).`);
  }
  return bytesMaxOf;
}

/** Returns what the disk refuses as a sentence, and any other error as it is. */
function onDisk(error: unknown, folder: string): unknown {
  if (!(error instanceof Error) || error instanceof HubFailure) return error;
  if (isDiskFull(error)) {
    return new HubFailure('disk', 'The disk is full: the model needs more space below DATA_DIR.', {
      cause: error,
    });
  }
  if (!('syscall' in error) || !('code' in error)) return error;
  return new HubFailure('disk', `The folder ${folder} cannot be written (${String(error.code)}).`, {
    cause: error,
  });
}
