import type { Dependencies } from '../platform/dependencies.ts';
import type { ModelSource, ModelSources } from '../platform/model-status.ts';
import { chatServiceSource } from './chat/chat-service.ts';
import { embeddingsOf } from './embeddings.ts';
import { rerankerOf } from './reranking.ts';

/** Returns the models that the settings name. They are opened by what uses them, or once they are asked. */
export function modelSourcesOf(
  dependencies: Pick<Dependencies, 'database' | 'settings' | 'log'>,
): ModelSources {
  const { embeddings, reranker, chat } = dependencies.settings;
  return {
    embeddings: embeddings && opened(() => embeddingsOf(dependencies)?.source),
    rerank: reranker && opened(() => rerankerOf(dependencies)?.source),
    chat: chat && chatServiceSource(chat),
  };
}

function opened(source: () => ModelSource | undefined): ModelSource {
  const known = () => {
    const found = source();
    if (found === undefined) throw new Error('The settings name no model');
    return found;
  };
  return { status: () => known().status(), test: () => known().test() };
}
