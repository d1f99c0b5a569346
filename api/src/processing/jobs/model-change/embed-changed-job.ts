import * as v from 'valibot';

import { defineJob, type Slice, type Unfinished } from '../../../jobs/job.ts';
import { EmbeddingError } from '../../../models/embedding/embedding-error.ts';
import { contentWriter, writeContents } from '../../../platform/database/write-contents.ts';
import {
  modelParameters,
  modelSubquery,
  vectorRows,
  withVersion,
  type VectorPiece,
} from '../../../search-index/vectors/write-vectors.ts';
import type { PipelineContext, PipelineJobContext } from '../../context/pipeline-context.ts';
import { embedChunks } from './embed-chunks.ts';
import { readChunks, type EmbeddedDocumentRow } from './read-outdated.ts';
import { OURS } from './save-vectors.ts';

const OUTAGE_SECONDS = 60;

interface Place {
  organizationId: string;
  documentId: string;
}

/** Embeds those chunks of a document that people changed, and has its index folded. */
export const embedChangedJob = defineJob({
  name: 'embed-changed-chunks',
  payload: v.object({
    organizationId: v.pipe(v.string(), v.uuid()),
    documentId: v.pipe(v.string(), v.uuid()),
  }),
  handle: ({ pipeline }: PipelineJobContext, place, run) => embedChanged(pipeline, place, run),
});

type Embedding = Pick<
  PipelineContext,
  'database' | 'embed' | 'model' | 'isEmbedding' | 'compactions' | 'log' | 'isStopping'
>;

async function embedChanged(
  { database, embed, model, isEmbedding, compactions, log, isStopping }: Embedding,
  { organizationId, documentId }: Place,
  slice: Slice,
): Promise<Unfinished | void> {
  for (;;) {
    const found = await database.read(organizationId, async (tx) => {
      const [document] = await tx.query<EmbeddedDocumentRow & { datasetId: string }>(
        `SELECT id, attempt, path, name, read_metadata AS read, edited_metadata AS edited, dataset_id AS "datasetId"
         FROM documents WHERE organization_id = $1 AND id = $2 AND status = 'embedded'`,
        [organizationId, documentId],
      );
      if (document === undefined) return undefined;
      const chunks =
        model === undefined
          ? []
          : await readChunks(tx, { organizationId, modelId: model.id }, [document]);
      return { document, chunks };
    });
    // One that is processed again gets its vectors by that.
    if (found === undefined) return;
    const { document, chunks } = found;
    if (!isEmbedding || chunks.length === 0) {
      compactions.schedule(organizationId, document.datasetId);
      return isEmbedding && model === undefined
        ? { repeatAfterSeconds: OUTAGE_SECONDS }
        : undefined;
    }
    if (embed === undefined || model === undefined) return { repeatAfterSeconds: OUTAGE_SECONDS };
    try {
      const { pieces, refused } = await embedChunks(embed, organizationId, chunks);
      await save(database, organizationId, document, model.id, pieces);
      if (refused.length > 0) {
        log.warn('texts were refused by the embedding service', { document_id: documentId });
        return;
      }
    } catch (error) {
      if (!(error instanceof EmbeddingError)) throw error;
      return { repeatAfterSeconds: OUTAGE_SECONDS };
    }
    if (slice.isOver() || isStopping()) return { repeatAfterSeconds: 0 };
  }
}

/** Nothing is written where the document was changed or processed meanwhile: the next look finds what it lacks. */
function save(
  database: PipelineContext['database'],
  organizationId: string,
  { id, attempt }: EmbeddedDocumentRow,
  modelId: string,
  pieces: readonly VectorPiece[],
): Promise<unknown> {
  if (pieces.length === 0) return Promise.resolve();
  return database.tenant(organizationId, (tx) =>
    writeContents(contentWriter(database, tx), {
      subqueries: `${OURS}, ${modelSubquery('ours', 4)}`,
      select: withVersion('ours'),
      parameters: [organizationId, [id], [attempt], ...modelParameters(modelId, pieces)],
      contents: vectorRows(modelId, pieces),
    }),
  );
}
