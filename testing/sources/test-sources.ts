import { runSome } from '@carrel/api/src/integrations/sources/runs/source-run-job.ts';
import { SHORTEST } from '../slices.ts';
import { createSourcesFixture, type SourceFixture } from './source-fixture.ts';
import { createTestKind, createTestPlace } from './test-kind.ts';

/** Files beside those of a test, so that a few that go are not many. */
export const MANY = Object.fromEntries(
  Array.from({ length: 30 }, (_, at) => [`many/${at}.txt`, `${at}`]),
);

/** A server whose sources follow one place that the test fills. */
export async function createTestSources() {
  const place = createTestPlace();
  const shared = await createSourcesFixture(createTestKind(place));
  const put = (files: Record<string, string>) => {
    for (const [key, text] of Object.entries(files)) place.files.set(key, { text });
  };
  const source = async (input: object = {}): Promise<SourceFixture> =>
    shared.source(await shared.pipeline.withNewDataset(), { approve: true, ...input });
  return {
    ...shared,
    place,
    put,
    empty: () => Object.assign(place, createTestPlace()),
    /** A source of a new dataset whose first run needs no approval. */
    newSource: source,
    /** One of a new organization. */
    foreignSource: async (): Promise<SourceFixture> =>
      shared.source(await shared.pipeline.withNewOrganization(), { approve: true }),
    /** A source whose first run is done, of these files and `MANY`. */
    filled: async (files: Record<string, string>, input: object = {}): Promise<SourceFixture> => {
      put({ ...MANY, ...files });
      const fixture = await source(input);
      const { state } = await fixture.perform();
      if (state !== 'completed') throw new Error(`The first run is ${state}`);
      return fixture;
    },
    /** The documents but for those of `MANY`. */
    others: async (fixture: SourceFixture): Promise<Record<string, number>> => {
      const entries = Object.entries(await fixture.documents());
      return Object.fromEntries(entries.filter(([path]) => !path.startsWith('many/')));
    },
    query: <Row>(sql: string, parameters: unknown[] = []) =>
      shared.pipeline.server.database.query<Row>(sql, parameters),
    /** Performs one step of the open run. */
    step: ({ running, pipeline, sourceId }: SourceFixture) =>
      runSome(running, { organizationId: pipeline.organizationId, sourceId }, SHORTEST),
  };
}

export type TestSources = Awaited<ReturnType<typeof createTestSources>>;
