import { join } from 'node:path';

import { estimatedTokens } from '../../extraction/chunking/estimated-tokens.ts';
import type { Dependencies } from '../../platform/dependencies.ts';
import type { EmbeddingSettings } from '../../platform/settings/settings.ts';
import { noteDimensions, registerModel } from '../../search-index/vectors/embedding-models.ts';
import { bytesOfVector } from '../../search-index/vectors/vector-bytes.ts';
import type { CurrentEmbeddings, OpenEmbeddings } from '../embedding/open-embeddings.ts';
import { createEmbeddingRate } from '../embedding-rate.ts';
import { createQueryEmbedder, QUERY_DEADLINE_MILLISECONDS } from '../embedding/query-embedder.ts';
import { ServiceUnavailable } from '../embedding/service-unavailable.ts';
import { createEarlierModels, type EarlierModels } from './earlier-models.ts';
import { openLocalEncoder, type LocalEncoder } from './local-encoder.ts';
import { localSource } from './local-source.ts';
import { folderOf } from './folder/model-folder.ts';
import { openInBackground } from './open-in-background.ts';
import { withinDeadline } from './within-deadline.ts';

/** How failures name it. */
const NAME = 'embedding model';

const anew = () =>
  new ServiceUnavailable('The documents are embedded anew, as the embedding model was changed.');

const inTime = (vector: Promise<Float32Array>) =>
  withinDeadline(
    vector,
    QUERY_DEADLINE_MILLISECONDS,
    () => new ServiceUnavailable('The embedding model took too long.'),
  );

interface CurrentModel extends CurrentEmbeddings {
  encoder: LocalEncoder;
  earlier: EarlierModels;
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
        const modelsFolder = join(settings.dataDirectory, 'models');
        const earlier = createEarlierModels({ database, log, modelsFolder }, folder);
        return {
          model: { ...model, dimensions: encoder.dimensions },
          encoder,
          earlier,
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
          close: () => {
            encoder.close();
            earlier.close();
          },
        };
      } catch (error) {
        encoder.close();
        throw error;
      }
    },
    onReady: () => ready.resolve(),
  });
  const embedByCurrent = createQueryEmbedder(NAME, (text, { queryPrefix }) =>
    inTime(opening.current()?.encoder.embedQuery(queryPrefix + text) ?? Promise.reject(anew())),
  );
  const embedByEarlier = createQueryEmbedder(NAME, (text, model) =>
    inTime(
      (async () => {
        const encoder = await opening.current()?.earlier.open(model);
        if (encoder === undefined) throw anew();
        return encoder.embedQuery(model.queryPrefix + text);
      })(),
    ),
  );
  return {
    current: opening.current,
    embedQuery: (text, model) =>
      opening.current()?.model.id === model.id
        ? embedByCurrent(text, model)
        : embedByEarlier(text, model),
    source: localSource(
      opening,
      () => ({
        name: opening.current()?.model.name ?? named.model,
        dimensions: opening.current()?.model.dimensions,
        textsPerSecond: rate.perSecond(),
      }),
      ({ encoder }) => encoder.embedQuery('A short text that tests the model.'),
    ),
    started: Promise.resolve(),
    ready: ready.promise,
    onRecovered: () => undefined,
    close: opening.close,
  };
}
