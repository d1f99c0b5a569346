import { existsSync } from 'node:fs';
import path from 'node:path';

/** The folder of real models: MODELS_DIR, or `shared/models` beside the repository. */
const FOLDER =
  process.env['MODELS_DIR'] ?? path.resolve(import.meta.dirname, '../../../shared/models');

/** Returns the folder of a real model; undefined where it is not there, as its weights are not ours to publish. */
export function keptModel(name: string): string | undefined {
  const folder = path.join(FOLDER, name);
  return existsSync(folder) ? folder : undefined;
}
