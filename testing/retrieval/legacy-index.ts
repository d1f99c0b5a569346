import { randomUUID } from 'node:crypto';

import { SEARCH_LANGUAGES } from '@carrel/shared/contract';

import type { Database } from '@carrel/api/src/platform/database/database.ts';
import { stem } from '@carrel/api/src/search-index/analysis/languages/languages.ts';
import { BlockWriter } from '@carrel/api/src/search-index/segments/block.ts';
import { ByteWriter } from '@carrel/api/src/search-index/segments/byte-buffer.ts';
import { mergeSegments } from '@carrel/api/src/search-index/segments/merge-segments.ts';
import { PostingsWriter } from '@carrel/api/src/search-index/segments/postings.ts';

/** The index of a document of one chunk, as version 1.0 wrote it: stems, and words with "=" in front. */
function legacyPart(text: string): Uint8Array {
  const words = text.toLowerCase().match(/[a-z]+/g) ?? [];
  const terms = new Set(
    words.flatMap((word) => {
      const root = stem(word, 'english');
      return root === word ? [word] : [root, `=${word}`];
    }),
  );
  const writer = new ByteWriter();
  for (const number of [1, SEARCH_LANGUAGES.indexOf('english'), 1, words.length]) {
    writer.number(number);
  }
  const block = new BlockWriter();
  for (const term of [...terms].toSorted()) {
    const postings = new PostingsWriter();
    postings.add(0, 1);
    block.add(term, 1, postings.bytes.view());
  }
  writer.bytes(block.take());
  return writer.copy();
}

/** Writes the index of a dataset, whose documents have one chunk each, as version 1.0 had it: a segment, and a part. */
export async function writeLegacyIndex(
  database: Database,
  organizationId: string,
  datasetId: string,
): Promise<void> {
  const documents = await database.query<{ documentId: string; attempt: string; text: string }>(
    `SELECT d.id AS "documentId", d.chunk_attempt AS attempt, c.text FROM documents d
     JOIN chunks c ON c.organization_id = d.organization_id AND c.document_id = d.id
     WHERE d.organization_id = $1 AND d.dataset_id = $2 ORDER BY d.id`,
    [organizationId, datasetId],
  );
  const parts = documents.map(({ documentId, attempt, text }) => {
    const part = legacyPart(text);
    return { documentId, attempt, part };
  });
  const [last, ...others] = parts;
  const { header, blocks } = mergeSegments({ parts: others, segments: [], obsolete: [] });
  const segmentId = randomUUID();
  await database.transaction(async (tx) => {
    for (const table of ['search_segments', 'search_parts']) {
      await tx.query(`DELETE FROM ${table} WHERE organization_id = $1 AND dataset_id = $2`, [
        organizationId,
        datasetId,
      ]);
    }
    await tx.query(
      `INSERT INTO search_segments (organization_id, id, dataset_id, documents, chunks, bytes, header, ready)
       VALUES ($1, $2, $3, $4, $4, 1000, decode($5, 'base64'), true)`,
      [organizationId, segmentId, datasetId, others.length, base64(header)],
    );
    for (const [number, block] of blocks.entries()) {
      await tx.query(
        `INSERT INTO search_blocks (organization_id, segment_id, number, block)
         VALUES ($1, $2, $3, decode($4, 'base64'))`,
        [organizationId, segmentId, number, base64(block)],
      );
    }
    await tx.query(
      `INSERT INTO search_parts (organization_id, document_id, dataset_id, attempt, part)
       VALUES ($1, $2, $3, $4, decode($5, 'base64'))`,
      [
        organizationId,
        last?.documentId,
        datasetId,
        last?.attempt,
        base64(last?.part ?? new Uint8Array()),
      ],
    );
  });
}

const base64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64');
