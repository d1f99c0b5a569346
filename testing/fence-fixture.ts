import type { SearchResponse } from '@carrel/shared/contract';

import type { AccessFixture } from './access-fixture.ts';
import type { SeededDocument } from './retrieval/seed-index.ts';
import { readJson, type Member } from './server-fixture.ts';

/** A document whose metadata has these groups. */
export const about = (
  path: string,
  groups?: unknown,
  text = 'The engine has a turbine.',
): SeededDocument => ({
  path,
  chunks: [text],
  ...(groups !== undefined && { metadata: { groups, author: 'Ann' } }),
});

/** Datasets of a fixture whose documents name the groups that see them, under `groups`. */
export function fencesOf({ call, seed }: AccessFixture, owner: Member) {
  const fence = async (dataset: string, input: object = {}): Promise<void> => {
    const json = { access: 'organization', fence: 'groups', ...input };
    const { status } = await call(owner, 'PUT', `/datasets/${dataset}/access`, json);
    if (status !== 204) throw new Error(`The fence was refused: ${status}`);
  };
  const search = async (who: Member, dataset: string, input: object = {}) => {
    const json = { query: 'turbine', ...input };
    return readJson<SearchResponse>(await call(who, 'POST', `/datasets/${dataset}/search`, json));
  };
  return {
    fence,
    /** Creates a dataset of these documents with a fence. */
    fenced: async (documents: SeededDocument[]): Promise<string> => {
      const dataset = await seed('Fenced', documents);
      await fence(dataset);
      return dataset;
    },
    search,
    /** The paths of what a search finds. */
    found: async (who: Member, dataset: string, input: object = {}): Promise<string[]> =>
      (await search(who, dataset, input)).results.map(({ document }) => document.path).sort(),
  };
}
