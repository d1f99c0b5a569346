import { existsSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';

import type { Settings } from '../../../platform/settings/settings.ts';
import type { ModelStatus } from '../../../platform/model-status.ts';
import { HubFailure } from '../../hub/hub-failure.ts';
import { isHubName } from '../../hub/hub-name.ts';
import { loadModelFiles } from '../../hub/load-model-files.ts';
import { UnusableModel } from './unusable-model.ts';

/** What the opening of a model tells while it lasts. */
export interface ModelProgress {
  /** Bytes of its files that are there. */
  onLoaded: (loaded: NonNullable<ModelStatus['loaded']>) => void;
  /** What it needs is away for now, and is tried again. */
  onFailed: (reason: string, nextTry: Date) => void;
  signal: AbortSignal;
}

/** Where the files of a model come from: a folder of this machine, or the hub. */
export type ModelPlace =
  | { kind: 'folder'; folder: string; name: string }
  | { kind: 'hub'; name: string };

/** Returns where a model comes from that a setting names. @throws {UnusableModel} */
export function modelPlace(setting: string): ModelPlace {
  const folder = resolve(setting);
  if (existsSync(folder)) return { kind: 'folder', folder, name: basename(folder) };
  if (isHubName(setting)) return { kind: 'hub', name: setting };
  throw new UnusableModel(
    setting.includes('/')
      ? `The model's folder ${setting} does not exist.`
      : `The model ${setting} is neither a folder nor a name such as BAAI/bge-small-en-v1.5, and no service is set for it.`,
  );
}

/**
 * Returns the folder of the model that a setting names, and the model's name. A model of the hub is loaded into
 * `DATA_DIR/models` first, once. @throws {UnusableModel}
 */
export async function folderOf(
  setting: string,
  { hub, dataDirectory }: Pick<Settings, 'hub' | 'dataDirectory'>,
  { onLoaded, onFailed, signal }: ModelProgress,
): Promise<{ folder: string; name: string }> {
  const place = modelPlace(setting);
  if (place.kind === 'folder') return place;
  const { name } = place;
  try {
    const folder = await loadModelFiles(name, {
      ...hub,
      folder: join(dataDirectory, 'models'),
      signal,
      onProgress: onLoaded,
      onRetry: ({ message }, nextTry) => onFailed(message, nextTry),
    });
    return { folder, name };
  } catch (error) {
    throw error instanceof HubFailure ? new UnusableModel(error.message, { cause: error }) : error;
  }
}
