import type { ModelSource, ModelSources } from '../platform/model-status.ts';
import type { Settings } from '../platform/settings/settings.ts';
import { requestChat } from './chat/chat-service.ts';
import { createQueryEmbedder } from './embedding/query-embedder.ts';
import { createReranker } from './embedding/reranker.ts';

/** A text that tells nothing about a tenant. */
const TEXT = 'A short text that tests the model.';
/** A model that was not used for a while is loaded first. */
const DEADLINE_MILLISECONDS = 10_000;

/** Returns the models that the settings name. */
export function modelSourcesOf({
  embeddings,
  reranker,
  chat,
}: Pick<Settings, 'embeddings' | 'reranker' | 'chat'>): ModelSources {
  return {
    embeddings: embeddings && serviceOf(embeddings, () => embedText(embeddings)),
    rerank: reranker && serviceOf(reranker, () => rerankText(reranker)),
    chat: chat && serviceOf(chat, () => askShortly(chat)),
  };
}

/** A service that is taken to respond. `send` rejects with an error for users. */
function serviceOf(
  {
    url,
    model,
    dimensions,
  }: { url: string; model: string | undefined; dimensions?: number | undefined },
  send: () => Promise<void>,
): ModelSource {
  const { host } = new URL(url);
  return {
    status: () => ({
      name: model ?? host,
      runs: 'service',
      host,
      dimensions,
      state: 'ready',
      loaded: undefined,
      reason: undefined,
      since: undefined,
      nextTry: undefined,
      textsPerSecond: undefined,
    }),
    test: async () => {
      const started = performance.now();
      await send();
      return performance.now() - started;
    },
  };
}

async function embedText(embeddings: NonNullable<Settings['embeddings']>): Promise<void> {
  const { model: name, dimensions, queryPrefix } = embeddings;
  const embed = createQueryEmbedder({ ...embeddings, timeoutMilliseconds: DEADLINE_MILLISECONDS });
  const model = { id: '', name, requestedDimensions: dimensions, dimensions, queryPrefix };
  throwIfUnavailable(await embed(TEXT, model));
}

async function rerankText(reranker: NonNullable<Settings['reranker']>): Promise<void> {
  const rerank = createReranker({ ...reranker, timeoutMilliseconds: DEADLINE_MILLISECONDS });
  throwIfUnavailable(await rerank(TEXT, [TEXT]));
}

/** Waits for the first part of an answer. */
async function askShortly(chat: NonNullable<Settings['chat']>): Promise<void> {
  const settings = { ...chat, partMilliseconds: DEADLINE_MILLISECONDS };
  const ended = new AbortController();
  const messages = [{ role: 'user', content: 'Answer with one word: yes.' }] as const;
  const parts = requestChat(settings, messages, ended.signal);
  try {
    await parts.next();
  } finally {
    await parts.return(undefined);
  }
}

function throwIfUnavailable(result: object): void {
  if ('unavailable' in result) throw new Error(String(result.unavailable));
}
