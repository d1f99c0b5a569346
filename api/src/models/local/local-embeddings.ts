import { estimatedTokens } from '../../extraction/chunking/estimated-tokens.ts';
import type { Dependencies } from '../../platform/dependencies.ts';
import type { EmbeddingSettings } from '../../platform/settings/settings.ts';
import { noteDimensions, registerModel } from '../../search-index/vectors/embedding-models.ts';
import { bytesOfVector } from '../../search-index/vectors/vector-bytes.ts';
import type { CurrentEmbeddings, OpenEmbeddings } from '../embedding/open-embeddings.ts';
import { createEmbeddingRate } from '../embedding-rate.ts';
import { createQueryEmbedder, QUERY_DEADLINE_MILLISECONDS } from '../embedding/query-embedder.ts';
import { ServiceUnavailable } from '../embedding/service-unavailable.ts';
import { openLocalEncoder, type LocalEncoder } from './local-encoder.ts';
import { folderOf } from './model-folder.ts';
import { openInBackground } from './open-in-background.ts';
import { UnusableModel } from './unusable-model.ts';
import { withinDeadline } from './within-deadline.ts';

interface CurrentModel extends CurrentEmbeddings {
  encoder: LocalEncoder;
  close(): void;
}

/** Opens a model that this server runs. Until it is ready, documents have no vectors of it. */
export function openLocalEmbeddings(
  { database, log, settings }: Pick<Dependencies, 'database' | 'log' | 'settings'>,
  named: EmbeddingSettings,
): OpenEmbeddings {
  const ready = Promise.withResolvers<void>();
  const rate = createEmbeddingRate();
  const opening = openInBackground<CurrentModel>({
    name: named.model,
    log,
    open: async (progress) => {
      const { folder, name } = await folderOf(named.model, settings, progress);
      const encoder = await openLocalEncoder(folder);
      try {
        const { passage, query } = encoder.files.prefixes;
        const passagePrefix = named.passagePrefix ?? passage;
        const model = await registerModel(database, {
          model: name,
          version: `${named.version}${encoder.digest}`,
          passagePrefix,
          queryPrefix: named.queryPrefix ?? query,
        });
        await noteDimensions(database, model.id, encoder.dimensions);
        return {
          model: { ...model, dimensions: encoder.dimensions },
          encoder,
          chunkTokens: {
            max: encoder.files.tokensMax - estimatedTokens(passagePrefix),
            tokenizer: encoder.files.tokenizer,
          },
          embed: async (texts, organizationId) => {
            const prefixed = texts.map((text) => passagePrefix + text);
            const began = performance.now();
            const vectors = await encoder.embed(prefixed, organizationId);
            rate.note(texts.length, performance.now() - began);
            return vectors.map((vector) => bytesOfVector(vector));
          },
          close: () => encoder.close(),
        };
      } catch (error) {
        encoder.close();
        throw error;
      }
    },
    onReady: () => ready.resolve(),
  });
  return {
    current: opening.current,
    embedQuery: createQueryEmbedder('embedding model', (text, model) => {
      const current = opening.current();
      if (current?.model.id !== model.id) {
        throw new ServiceUnavailable(
          'The documents are embedded anew, as the embedding model was changed.',
        );
      }
      return withinDeadline(
        current.encoder.embedQuery(model.queryPrefix + text),
        QUERY_DEADLINE_MILLISECONDS,
        () => new ServiceUnavailable('The embedding model took too long.'),
      );
    }),
    source: {
      status: () => ({
        name: opening.current()?.model.name ?? named.model,
        runs: 'here',
        host: undefined,
        dimensions: opening.current()?.model.dimensions,
        textsPerSecond: rate.perSecond(),
        ...opening.status(),
      }),
      test: async () => {
        const current = opening.current();
        const { reason = 'The model is being loaded.' } = opening.status();
        if (current === undefined) throw new UnusableModel(reason);
        const began = performance.now();
        await current.encoder.embedQuery('A short text that tests the model.');
        return performance.now() - began;
      },
    },
    started: Promise.resolve(),
    ready: ready.promise,
    onRecovered: () => undefined,
    close: opening.close,
  };
}
