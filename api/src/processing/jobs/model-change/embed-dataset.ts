import type { Slice, Unfinished } from '../../../jobs/job.ts';
import { EmbeddingError } from '../../../models/embedding/embedding-error.ts';
import type { PipelineContext } from '../../context/pipeline-context.ts';
import { countChunks } from './count-chunks.ts';
import { deleteOtherVectors } from './delete-other-vectors.ts';
import { embedChunks } from './embed-chunks.ts';
import { readOutdated, type DatasetRun } from './read-outdated.ts';
import { saveVectors, switchModel } from './save-vectors.ts';

type ModelChange = Pick<
  PipelineContext,
  'database' | 'embed' | 'model' | 'isEmbedding' | 'log' | 'isStopping'
>;

const OUTAGE_SECONDS = 60;
const OTHER_SERVER_SECONDS = 5;

/**
 * Embeds the documents of a dataset beside their old vectors, for a slice of time, and has itself repeated
 * until the model is complete; then searches use it, and the old vectors are deleted. Can be interrupted at
 * any point. Ends where another run has begun.
 */
export async function embedDataset(
  { database, embed, model, isEmbedding, log, isStopping }: ModelChange,
  run: DatasetRun,
  slice: Slice,
): Promise<Unfinished | void> {
  if (!isEmbedding) return;
  if (embed === undefined || model?.id !== run.modelId) {
    // Another server takes the job, or this one once its model is ready.
    const isCurrent = (await readOutdated(database, run)) !== undefined;
    if (!isCurrent) return;
    // A model that becomes ready requests new runs by itself.
    return { repeatAfterSeconds: embed === undefined ? OUTAGE_SECONDS : OTHER_SERVER_SECONDS };
  }
  while (!slice.isOver() && !isStopping()) {
    const found = await readOutdated(database, run);
    if (found === undefined) return;
    if (found.state === 'uncounted') {
      await countChunks(database, run);
    } else if (found.state === 'embedded') {
      await switchModel(database, run, found.after);
    } else if (found.state === 'complete') {
      if (!(await deleteOtherVectors(database, run))) return;
    } else {
      try {
        const { pieces, refused } = await embedChunks(embed, run.organizationId, found.chunks);
        if (refused.length > 0) {
          log.warn('texts were refused by the embedding service', {
            documents: refused.length,
            document_id: refused[0],
          });
        }
        await saveVectors(database, run, found, pieces, refused);
      } catch (error) {
        if (!(error instanceof EmbeddingError)) throw error;
        log.warn('a dataset waits for the embedding service', {
          dataset_id: run.datasetId,
          reason: error.message,
        });
        return { repeatAfterSeconds: OUTAGE_SECONDS };
      }
    }
  }
  return { repeatAfterSeconds: 0 };
}
