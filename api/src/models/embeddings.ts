import type { Database } from '../platform/database/database.ts';
import type { Dependencies } from '../platform/dependencies.ts';
import type { EmbeddingSettings } from '../platform/settings/settings.ts';
import { chosenModel, registerModel } from '../search-index/vectors/embedding-models.ts';
import { createEmbedder, type OpenEmbedder } from './embedding/embedder.ts';
import {
  embeddingServiceSource,
  type EmbeddingServiceSettings,
} from './embedding/embedding-service.ts';
import { createServiceQueryEmbedder } from './embedding/query-embedder.ts';
import type { CurrentEmbeddings, OpenEmbeddings } from './embedding/open-embeddings.ts';
import { openLocalEmbeddings } from './local/local-embeddings.ts';

/**
 * The embedding model of the settings, in a service or in this server's own processes. It has no current one while
 * another server of the database uses another model.
 */
export interface Embeddings extends OpenEmbeddings {
  /** Looks whether another server of this database was started later with another model. */
  checkChosen(): Promise<void>;
}

/** A service's settings, with shorter waits in a test. */
export type ServiceSettings = EmbeddingServiceSettings & Partial<EmbeddingSettings>;

// By database, so that several servers in one test process have their own.
const opened = new WeakMap<Database, Embeddings>();

/** Returns the embedding model of a process; undefined where the settings name none. Opens it when first called. */
export function embeddingsOf(
  dependencies: Pick<Dependencies, 'database' | 'settings' | 'log'>,
): Embeddings | undefined {
  const { database, settings } = dependencies;
  const known = opened.get(database);
  if (known !== undefined) return known;
  const { embeddings: named } = settings;
  if (named === undefined) return undefined;
  const embeddings = isOfService(named)
    ? openServiceEmbeddings(dependencies, named)
    : yieldToChosen(dependencies, openLocalEmbeddings(dependencies, named));
  opened.set(database, embeddings);
  return embeddings;
}

const isOfService = (named: EmbeddingSettings): named is EmbeddingSettings & { url: string } =>
  named.url !== undefined;

/**
 * Leaves documents to another server of the database that was started later with another model: two servers would
 * embed them by turns.
 */
function yieldToChosen(
  { database, log }: Pick<Dependencies, 'database' | 'log'>,
  { current, source, ...embeddings }: OpenEmbeddings,
): Embeddings {
  let other: { name: string; since: Date } | undefined;
  return {
    ...embeddings,
    current: () => (other === undefined ? current() : undefined),
    checkChosen: async () => {
      const model = current()?.model;
      if (model === undefined) return;
      const chosen = await chosenModel(database);
      if (chosen === undefined || chosen.id === model.id) {
        other = undefined;
      } else if (other === undefined) {
        other = { name: chosen.name, since: new Date() };
        log.warn('another server uses another embedding model', {
          model: model.name,
          used: chosen.name,
        });
      }
    },
    source: {
      test: source.test,
      status: () => ({
        ...source.status(),
        ...(other !== undefined && {
          state: 'unavailable',
          since: other.since,
          reason: `Another server uses the model ${other.name}, and was started later. All servers need the same setting.`,
        }),
      }),
    },
  };
}

/** Opens the model of a service. */
export function openServiceEmbeddings(
  { database, log }: Pick<Dependencies, 'database' | 'log'>,
  service: ServiceSettings,
): Embeddings {
  const listeners = new Set<() => void>();
  let embedder: OpenEmbedder | undefined;
  let current: CurrentEmbeddings | undefined;
  const started = registerModel(database, service).then((model) => {
    embedder = createEmbedder(database, service, model, {
      onRecovered: () => {
        for (const listener of listeners) listener();
      },
    });
    const { tokens: max } = service;
    current = {
      model,
      embed: embedder.embed,
      chunkTokens: max === undefined ? undefined : { max },
    };
  });
  return yieldToChosen(
    { database, log },
    {
      current: () => current,
      embedQuery: createServiceQueryEmbedder(service),
      source: embeddingServiceSource(service),
      started,
      ready: started,
      onRecovered: (listener) => listeners.add(listener),
      close: () => embedder?.close(),
    },
  );
}
