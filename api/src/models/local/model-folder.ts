import { existsSync } from 'node:fs';
import { basename, resolve } from 'node:path';

import { UnusableModel } from './unusable-model.ts';

/** Where the files of a model come from: a folder of this machine, or the hub. */
export type ModelPlace =
  | { kind: 'folder'; folder: string; name: string }
  | { kind: 'hub'; name: string };

/** `owner/name` as on the Hugging Face hub. */
const HUB_NAME = /^[A-Za-z0-9][\w.-]*\/[A-Za-z0-9][\w.-]*$/;

/** Returns where a model comes from that a setting names. @throws {UnusableModel} */
export function modelPlace(setting: string): ModelPlace {
  const folder = resolve(setting);
  if (existsSync(folder)) return { kind: 'folder', folder, name: basename(folder) };
  if (HUB_NAME.test(setting)) return { kind: 'hub', name: setting };
  throw new UnusableModel(
    setting.includes('/')
      ? `The model's folder ${setting} does not exist.`
      : `The model ${setting} is neither a folder nor a name such as BAAI/bge-small-en-v1.5, and no service is set for it.`,
  );
}

/** Returns the folder of the model that a setting names, and the model's name. @throws {UnusableModel} */
export function folderOf(
  setting: string,
  _settings: unknown,
  _loading: unknown,
): Promise<{ folder: string; name: string }> {
  const place = modelPlace(setting);
  if (place.kind === 'folder') return Promise.resolve(place);
  throw new UnusableModel('Loading from the hub comes next.');
}
