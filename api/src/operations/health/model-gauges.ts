import type { Gauge } from '../../platform/http/metrics/metrics.ts';
import type { ModelSources, ModelStatus } from '../../platform/model-status.ts';

/** The most characters of a reason in a label. */
const REASON_MAX = 200;
const USES = ['embeddings', 'rerank', 'chat'] as const;

const textOf = (text: string) => text.slice(0, REASON_MAX).replaceAll(/["\\\n]/g, "'");

function labelsOf(use: string, { name, state, reason = '' }: ModelStatus): string {
  return `use="${use}",model="${textOf(name)}",state="${state}",reason="${textOf(reason)}"`;
}

/** Returns how the models stand that the settings name, and the bytes that are there of one that is loaded. */
export function modelGauges(models: ModelSources): Gauge[] {
  const all = USES.flatMap((use) => {
    const source = models[use];
    return source === undefined ? [] : [{ use, status: source.status() }];
  });
  return [
    {
      name: 'carrel_model_ready',
      help: 'Whether a model is ready, with its state and the reason for it as labels.',
      values: all.map(({ use, status }) => [
        labelsOf(use, status),
        status.state === 'ready' ? 1 : 0,
      ]),
    },
    {
      name: 'carrel_model_loaded_bytes',
      help: 'Bytes that are there of a model whose files are loaded.',
      values: all.flatMap(({ use, status: { loaded } }) =>
        loaded === undefined ? [] : [[`use="${use}"`, loaded.bytes] as const],
      ),
    },
    {
      name: 'carrel_model_texts_per_second',
      help: 'Texts a second that an embedding model made vectors of, in its last minute with any.',
      values: all.flatMap(({ use, status: { textsPerSecond } }) =>
        textsPerSecond === undefined ? [] : [[`use="${use}"`, textsPerSecond] as const],
      ),
    },
  ];
}
