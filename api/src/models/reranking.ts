import type { Database } from '../platform/database/database.ts';
import type { Dependencies } from '../platform/dependencies.ts';
import { createReranker, rerankServiceSource, type Reranker } from './embedding/reranker.ts';
import { openLocalReranker, type LocalReranker } from './local/local-reranker.ts';
import { localSource } from './local/local-source.ts';
import { folderOf } from './local/folder/model-folder.ts';
import { readModelFolder } from './local/folder/model-files.ts';
import { openInBackground } from './local/open-in-background.ts';
import type { ModelSource } from '../platform/model-status.ts';

/** The reranking model of the settings, in a service or in this server's own process. */
export interface Reranking {
  /** Undefined until it is ready. */
  current(): Reranker | undefined;
  source: ModelSource;
  close(): void;
}

const opened = new WeakMap<Database, Reranking>();

/** Returns the reranking model of a process; undefined where the settings name none. */
export function rerankerOf(
  dependencies: Pick<Dependencies, 'database' | 'settings' | 'log'>,
): Reranking | undefined {
  const { database, settings, log } = dependencies;
  const known = opened.get(database);
  if (known !== undefined) return known;
  const { reranker: named } = settings;
  if (named === undefined) return undefined;
  const reranking = named.url === undefined ? openLocal(named.model) : serviceReranking(named);
  opened.set(database, reranking);
  return reranking;

  function openLocal(name: string): Reranking {
    const opening = openInBackground<LocalReranker>({
      name,
      log,
      open: async (progress) => {
        const { folder } = await folderOf(name, settings, progress);
        return openLocalReranker(await readModelFolder(folder));
      },
    });
    return {
      current: () => opening.current()?.rerank,
      close: opening.close,
      source: localSource(
        opening,
        () => ({ name, dimensions: undefined, textsPerSecond: undefined }),
        ({ test }) => test(),
      ),
    };
  }
}

function serviceReranking(service: Parameters<typeof createReranker>[0]): Reranking {
  const rerank = createReranker(service);
  return { current: () => rerank, source: rerankServiceSource(service), close: () => undefined };
}
