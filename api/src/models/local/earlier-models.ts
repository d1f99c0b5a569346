import { dirname, join } from 'node:path';

import type { Queryable } from '../../platform/database/database.ts';
import type { Log } from '../../platform/log.ts';
import type { EmbeddingModel } from '../../search-index/vectors/embedding-models.ts';
import { openQueryEncoder, type QueryEncoder } from './query-encoder.ts';

/** Models of vectors that are not made anew yet: searches use them until then. */
export interface EarlierModels {
  /** Returns the model's encoder; undefined where its files are not there any more. */
  open(model: EmbeddingModel): Promise<QueryEncoder | undefined>;
  close(): void;
}

/** Models that are open at once. Datasets rarely have vectors of more than one earlier model. */
const OPEN_MAX = 2;

interface Place {
  database: Queryable;
  log: Log;
  /** Of models of the hub. */
  modelsFolder: string;
}

/**
 * Opens earlier models where they are: those of the hub in their folder, others beside the current one. A model whose
 * files have changed is another model.
 */
export function createEarlierModels(
  { database, log, modelsFolder }: Place,
  currentFolder: string,
): EarlierModels {
  const opened = new Map<string, Promise<QueryEncoder | undefined>>();

  const versionOf = async (id: string): Promise<string> => {
    const [row] = await database.query<{ version: string }>(
      'SELECT version FROM embedding_models WHERE id = $1',
      [id],
    );
    return row?.version ?? '';
  };
  const find = async ({ id, name }: EmbeddingModel): Promise<QueryEncoder | undefined> => {
    const version = await versionOf(id);
    for (const folder of [join(modelsFolder, name), join(dirname(currentFolder), name)]) {
      const encoder = await openQueryEncoder(folder, 'earlier').catch(() => undefined);
      if (encoder !== undefined && version.includes(encoder.digest)) return encoder;
      encoder?.close();
    }
    log.info('the earlier model is gone: searches are by words until its vectors are made anew', {
      model: name,
    });
    return undefined;
  };
  return {
    open: async (model) => {
      const known = opened.get(model.id);
      if (known !== undefined) return known;
      if (opened.size >= OPEN_MAX) return undefined;
      const found = find(model);
      opened.set(model.id, found);
      return found;
    },
    close: () => {
      for (const encoder of opened.values()) {
        encoder.then((found) => found?.close()).catch(() => undefined);
      }
      opened.clear();
    },
  };
}
