import { apiPaths } from '@carrel/shared/paths';
import { startS3SourceServer } from '@carrel/testing/sources/s3-server.ts';
import { generatedSite, startWebsite } from '@carrel/testing/sources/website-server.ts';

import { buildZip } from '../../../support/build-zip.ts';
import { ServerProcess } from '../../../support/servers/server.ts';
import { ApiSession } from '../../load/api-session.ts';
import { endedDocuments, upload, waitUntilEnded } from '../../load/processing.ts';
import { createBenchSource, type BenchSource } from '../../load/source-runs.ts';
import { readStatementTimes, shareAbove } from '../../load/statement-times.ts';
import { pageOfMarkdown, zipOfPages } from '../../load/zip-of-pages.ts';
import { memoryOf } from '../../memory.ts';
import { median, type BenchGroup, type BenchRow } from '../../report/bench-row.ts';

const OBJECTS = 10_000;
const CHANGED = 1000;
const ROUNDS = 3;
const MANY_OBJECTS = 100_000;
const PAGES = 2000;
const PAGE_MS = 20;
const POLL_MS = 100;
/** Its sources may reach the bench, and its session lasts. */
const SETTINGS = { SOURCE_PRIVATE_NETWORKS: '127.0.0.1', ACCESS_TTL_SECONDS: '86400' };

type Bucket = Awaited<ReturnType<typeof startS3SourceServer>>;

const keyOf = (number: number) => `folder-${number % 50}/page-${number}.md`;
const inputOf = ({ endpoint, secret }: Bucket, approve: boolean) => ({
  place: { kind: 's3', bucket: 'papers', endpoint, region: 'us-east-1' },
  secret,
  approve,
});

async function withServer<T>(
  act: (server: ServerProcess, session: ApiSession) => Promise<T>,
): Promise<T> {
  const server = await ServerProcess.start(SETTINGS);
  try {
    return await act(server, await ApiSession.open(server));
  } finally {
    await server.stop();
  }
}

/** Files of one round, which differ from those of the others. */
function changedIn(round: number): { name: string; content: string }[] {
  return Array.from({ length: CHANGED }, (_, at) => {
    const number = at * Math.floor(OBJECTS / CHANGED);
    return { name: keyOf(number), content: `${pageOfMarkdown(number)}\nRound ${round}.\n` };
  });
}

async function changedRow(
  session: ApiSession,
  bucket: Bucket,
  { source, followed }: { source: BenchSource; followed: string },
): Promise<BenchRow> {
  const uploaded = await session.create(apiPaths.datasets(), 'Uploaded');
  await upload(session, uploaded, zipOfPages(OBJECTS));
  await waitUntilEnded(session, uploaded, { count: OBJECTS, pollMs: POLL_MS });
  const samples: number[] = [];
  const zips: number[] = [];
  const timed = async (to: number[], datasetId: string, work: () => Promise<unknown>) => {
    const started = performance.now();
    await work();
    while ((await endedDocuments(session, datasetId)) < OBJECTS) {
      await new Promise((resolve) => setTimeout(resolve, POLL_MS));
    }
    to.push((performance.now() - started) / 1000);
  };
  for (let round = 0; round < ROUNDS; round += 1) {
    const files = changedIn(round);
    for (const { name, content } of files) bucket.put(name, content);
    await timed(samples, followed, () => source.run());
    const zip = Buffer.from(buildZip(files));
    await timed(zips, uploaded, async () => {
      await upload(session, uploaded, zip);
      await waitUntilMerged(session, uploaded);
    });
  }
  return {
    what: `${CHANGED.toLocaleString('en-US')} of them changed: until their documents are processed`,
    value: median(samples),
    unit: 's',
    samples,
    against: { what: 'the same files as a zip', value: median(zips) },
    goal: { atMost: 1.3 },
  };
}

/** Waits until no archive of a dataset is to be merged. */
async function waitUntilMerged(session: ApiSession, datasetId: string): Promise<void> {
  for (;;) {
    const response = await session.call('GET', apiPaths.archives(datasetId));
    const { archives } = (await response.json()) as { archives: { status: string }[] };
    if (archives.every(({ status }) => status !== 'pending')) return;
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
}

async function bucketRows(): Promise<BenchRow[]> {
  const bucket = await startS3SourceServer();
  for (let at = 0; at < OBJECTS; at += 1) bucket.put(keyOf(at), pageOfMarkdown(at));
  const rows = await withServer(async (server, session) => {
    const datasetId = await session.create(apiPaths.datasets(), 'Followed');
    const source = await createBenchSource(session, datasetId, inputOf(bucket, true));
    await source.first();
    await waitUntilEnded(session, datasetId, { count: OBJECTS, pollMs: POLL_MS });
    const before = await readStatementTimes(server.url);
    const samples: number[] = [];
    let touched = 0;
    for (let round = 0; round < ROUNDS; round += 1) {
      const { run, seconds } = await source.run();
      samples.push(seconds);
      touched += run.read + run.moved + run.removed + run.archive_ids.length;
    }
    const after = await readStatementTimes(server.url);
    const objects = OBJECTS.toLocaleString('en-US');
    return [
      {
        what: `a run over ${objects} unchanged objects of a bucket`,
        value: median(samples),
        unit: 's' as const,
        samples,
        goal: { atMost: 15 },
      },
      {
        what: 'the same: objects that were read, documents that were touched',
        value: touched,
        unit: '' as const,
        goal: { atMost: 0 },
      },
      {
        what: 'the same: statements that hold the connection for more than 20 ms',
        value: shareAbove(20, before, after),
        unit: '%' as const,
        goal: { atMost: 1 },
      },
      await changedRow(session, bucket, { source, followed: datasetId }),
    ];
  });
  await bucket.stop();
  return rows;
}

/**
 * Lists and plans alone: the first plan waits for a person, and so does the next one. In the first run the heaps
 * of V8 reach their sizes, whose growth says little of the run itself.
 */
async function memoryRows(): Promise<BenchRow[]> {
  const bucket = await startS3SourceServer();
  for (let at = 0; at < MANY_OBJECTS; at += 1) bucket.put(keyOf(at), `Text ${at}.`);
  const rows = await withServer(async (server, session) => {
    const datasetId = await session.create(apiPaths.datasets(), 'Many');
    const source = await createBenchSource(session, datasetId, inputOf(bucket, false));
    const grown = async (perform: BenchSource['run']) => {
      let [early, highest] = [0, 0];
      const { seconds } = await perform(async ({ listed }) => {
        const { now } = await memoryOf(server.pid);
        highest = Math.max(highest, now);
        if (listed <= MANY_OBJECTS / 10) early = Math.max(early, now);
      });
      return { seconds, mebibytes: highest - early };
    };
    const first = await grown((sample) => source.first(sample));
    const second = await grown((sample) => source.run(sample));
    const what = `a plan of ${MANY_OBJECTS.toLocaleString('en-US')} objects of a bucket`;
    const above = 'memory of the server above that of its first tenth';
    return [
      { what, value: first.seconds, unit: 's' as const },
      {
        what: `${what}: ${above}, while the heaps are new`,
        value: first.mebibytes,
        unit: 'MiB' as const,
      },
      {
        what: `${what}, once more: ${above}`,
        value: second.mebibytes,
        unit: 'MiB' as const,
        goal: { atMost: 50 },
      },
    ];
  });
  await bucket.stop();
  return rows;
}

async function websiteRows(): Promise<BenchRow[]> {
  const site = await startWebsite(generatedSite(PAGES), { delayMilliseconds: PAGE_MS });
  const rows = await withServer(async (_, session) => {
    const datasetId = await session.create(apiPaths.datasets(), 'Site');
    const source = await createBenchSource(session, datasetId, {
      place: { kind: 'website', url: `${site.url}/docs/`, mode: 'crawl', pages_max: 2 * PAGES },
      approve: true,
    });
    const { run, seconds } = await source.first();
    const counts = Map.groupBy(site.requests, ({ address }) => address);
    counts.delete('/robots.txt');
    const repeated = [...counts.values()].filter(({ length }) => length > 1).length;
    const what = `a site of ${PAGES.toLocaleString('en-US')} pages of ${PAGE_MS} ms`;
    return [
      { what, value: seconds, unit: 's' as const, goal: { atMost: 60 } },
      {
        what: `${what}: pages that were missed, or asked for twice`,
        value: PAGES - run.listed + repeated,
        unit: '' as const,
        goal: { atMost: 0 },
      },
      {
        what: `${what}: requests at once`,
        value: site.mostAtOnce(),
        unit: '' as const,
        goal: { atMost: 2 },
      },
    ];
  });
  await site.close();
  return rows;
}

export const sourcesGroup: BenchGroup = {
  title: 'Sources',
  method: `On the embedded database. A bucket of ${OBJECTS.toLocaleString('en-US')} pages of Markdown is followed: by runs in which nothing has changed, and by runs in which every tenth page has, interleaved with a zip of the same pages into a dataset of as many; medians of ${ROUNDS}. Another one is listed and planned only. A site is followed by its links, until its pages are merged. The bucket and the site are served by the bench, on the same processors.`,
  measure: async () => [...(await bucketRows()), ...(await memoryRows()), ...(await websiteRows())],
};
