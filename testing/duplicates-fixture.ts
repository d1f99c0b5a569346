import {
  duplicatesSchema,
  resolvedDuplicatesSchema,
  type DuplicateGroup,
  type Duplicates,
  type DuplicatesQuery,
  type ResolvedDuplicates,
  type ResolveDuplicatesInput,
} from '@carrel/shared/contract';
import { apiPaths } from '@carrel/shared/paths';
import { parse } from 'valibot';

import type { PipelineFixture } from './pipeline-fixture.ts';

/** A path of the API as fixtures call it. */
export const withoutApi = (path: string): string => path.replace('api/v1', '');

/** Sentences about a thing, each with its own numbers. */
export const sentences = (count: number, of = 'pump'): string =>
  Array.from(
    { length: count },
    (_, at) =>
      `Rule ${at} of the ${of} says that valve ${(at * 7919) % 997} is closed at ${at}.5 bar.`,
  ).join(' ');

export const MANUAL = sentences(20);

/** Calls about the duplicates of a fixture's dataset. */
export function duplicatesOf(fixture: PipelineFixture) {
  const list = async (query: DuplicatesQuery = {}): Promise<Duplicates> => {
    const path = withoutApi(apiPaths.duplicates(fixture.datasetId, query));
    const response = await fixture.call('GET', path);
    if (response.status !== 200) throw new Error(`The list was refused: ${response.status}`);
    return parse(duplicatesSchema, await response.json());
  };
  return {
    list,
    /** Once all documents are compared. */
    groups: async (query: DuplicatesQuery = {}): Promise<DuplicateGroup[]> => {
      for (;;) {
        const page = await list(query);
        if (page.is_comparing !== true) return page.groups;
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
    },
    dismiss: (method: 'PUT' | 'DELETE', id = '') =>
      fixture.call(method, withoutApi(apiPaths.duplicatesDismissal(fixture.datasetId, id))),
    resolve: async (input: ResolveDuplicatesInput): Promise<ResolvedDuplicates> => {
      const path = withoutApi(apiPaths.resolveDuplicates(fixture.datasetId));
      const response = await fixture.call('POST', path, input);
      if (response.status !== 200) throw new Error(`It was refused: ${response.status}`);
      return parse(resolvedDuplicatesSchema, await response.json());
    },
    paths: async (): Promise<string[]> => (await fixture.documents()).map(({ path }) => path),
  };
}
