import type { ModelSource, ModelStatus } from '../../platform/model-status.ts';
import { UnusableModel } from './folder/unusable-model.ts';
import type { OpeningModel } from './open-in-background.ts';

type Known = Pick<ModelStatus, 'name' | 'dimensions' | 'textsPerSecond'>;

/** Returns how a model stands that this server runs. `send` sends one text to it. */
export function localSource<Model>(
  opening: OpeningModel<Model>,
  known: () => Known,
  send: (model: Model) => Promise<unknown>,
): ModelSource {
  return {
    status: () => ({ ...known(), runs: 'here', host: undefined, ...opening.status() }),
    test: async () => {
      const model = opening.current();
      const { reason = 'The model is being loaded.' } = opening.status();
      if (model === undefined) throw new UnusableModel(reason);
      const began = performance.now();
      await send(model);
      return performance.now() - began;
    },
  };
}
