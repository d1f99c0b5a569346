import type { FusedChunk } from './fuse-scores.ts';
import type { SearchEngine } from '../search-engine.ts';
import { searchOf } from '../search-repository.ts';

/** Chunks whose texts are compared with the phrases of a query. */
export const VERIFIED_MAX = 1000;
/** Texts that are read at once, and results after which no more are. */
export const VERIFIED_RESULTS = 200;

/** The chunks whose texts have all phrases of a query and nothing that it excludes, in their order. */
export async function verifyPhrases(
  { reads, wordThread }: SearchEngine,
  organizationId: string,
  query: string,
  languages: number,
  candidates: readonly FusedChunk[],
): Promise<{ chunks: FusedChunk[]; partial: string | undefined }> {
  const chunks: FusedChunk[] = [];
  let at = 0;
  for (
    ;
    at < candidates.length && at < VERIFIED_MAX && chunks.length < VERIFIED_RESULTS;
    at += VERIFIED_RESULTS
  ) {
    const some = candidates.slice(at, at + VERIFIED_RESULTS);
    const rows = await searchOf(reads, organizationId).chunks(some, 0);
    const texts = new Map(
      rows.map(({ documentId, number, text }) => [`${documentId} ${number}`, text]),
    );
    const response = await wordThread.run({
      type: 'phrases',
      query,
      languages,
      texts: some.map(({ documentId, number }) => texts.get(`${documentId} ${number}`) ?? ''),
    });
    const matches = response.type === 'phrases' ? response.matches : [];
    chunks.push(...some.filter((_, index) => matches[index] === true));
  }
  const isCut = chunks.length < VERIFIED_RESULTS && candidates.length >= VERIFIED_MAX;
  return {
    chunks,
    partial: isCut
      ? `Only the best ${VERIFIED_MAX.toLocaleString('en-US')} passages were compared with what is in quotes or left out.`
      : undefined,
  };
}
