import { apiPaths } from '@carrel/shared/paths';

import { endlessPdf } from '@carrel/testing/zips/endless-pdf.ts';
import { buildZip } from '../../support/build-zip.ts';
import { ServerProcess } from '../../support/servers/server.ts';
import { ApiSession } from './api-session.ts';
import { endedDocuments, upload, waitUntilEnded } from './processing.ts';
import { zipOfPages } from './zip-of-pages.ts';

const POLL_MS = 50;
/** Between two counts of one organization, where there is one. */
const COUNTS_EVERY_MS = 200;
const ROUNDS = 5;

/** Seconds from the upload of a few pages until they are processed: alone, and beside another organization. */
export interface Overtaking {
  alone: number[];
  beside: number[];
}

async function withServer<T>(work: (session: ApiSession) => Promise<T>): Promise<T> {
  const server = await ServerProcess.start();
  try {
    return await work(await ApiSession.open(server));
  } finally {
    await server.stop();
  }
}

async function newOrganization(session: ApiSession, name: string): Promise<ApiSession> {
  return session.inOrganization(await session.create(apiPaths.organizations(), name));
}

/** Uploads a few pages into new datasets, one after the other. */
async function timeUploads(session: ApiSession, pages: number): Promise<number[]> {
  const seconds: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const datasetId = await session.create(apiPaths.datasets(), `Small ${round}`);
    const started = performance.now();
    await upload(session, datasetId, zipOfPages(pages));
    await waitUntilEnded(session, datasetId, { count: pages, pollMs: POLL_MS });
    seconds.push((performance.now() - started) / 1000);
  }
  return seconds;
}

/** Three pages of one organization, while `count` of another come in. */
export function overtakePages(count: number): Promise<Overtaking> {
  return withServer(async (session) => {
    const [large, small] = [
      await newOrganization(session, 'Large'),
      await newOrganization(session, 'Small'),
    ];
    const alone = await timeUploads(small, 3);
    const datasetId = await large.create(apiPaths.datasets(), 'Library');
    await upload(large, datasetId, zipOfPages(count));
    await waitUntilEnded(large, datasetId, { count: 1, pollMs: POLL_MS });
    const beside = await timeUploads(small, 3);
    if ((await endedDocuments(large, datasetId)) >= count) {
      throw new Error('The large upload ended before the small ones.');
    }
    return { alone, beside };
  });
}

/** A page of one organization, while another has `count` PDFs that never end. */
export function overtakeEndless(count: number): Promise<Overtaking> {
  return withServer(async (session) => {
    const [hostile, small] = [
      await newOrganization(session, 'Hostile'),
      await newOrganization(session, 'Small'),
    ];
    const alone = await timeUploads(small, 1);
    const datasetId = await hostile.create(apiPaths.datasets(), 'Endless');
    const content = endlessPdf();
    const entries = Array.from({ length: count }, (_each, n) => ({ name: `${n}.pdf`, content }));
    await upload(hostile, datasetId, Buffer.from(buildZip(entries)));
    await waitUntilEnded(hostile, datasetId, { count: 1, pollMs: POLL_MS });
    const beside = await timeUploads(small, 1);
    if ((await endedDocuments(hostile, datasetId)) >= count) {
      throw new Error('The PDFs ended before the pages.');
    }
    return { alone, beside };
  });
}

/** Seconds until all is processed, and the documents of each organization when half of all were. */
export interface Shares {
  seconds: number;
  atHalfTime: number[];
}

/** Several organizations with as many pages each, uploaded at once. */
export function shareAmong(organizations: number, pages: number): Promise<Shares> {
  return withServer(async (session) => {
    const zip = zipOfPages(pages);
    const places: { owner: ApiSession; datasetId: string }[] = [];
    for (let number = 0; number < organizations; number += 1) {
      const owner = await newOrganization(session, `Organization ${number}`);
      places.push({ owner, datasetId: await owner.create(apiPaths.datasets(), 'Library') });
    }
    const ended = () =>
      Promise.all(places.map(({ owner, datasetId }) => endedDocuments(owner, datasetId)));
    const started = performance.now();
    await Promise.all(places.map(({ owner, datasetId }) => upload(owner, datasetId, zip)));
    let atHalfTime: number[] | undefined;
    for (;;) {
      const counts = await ended();
      const sum = counts.reduce((total, count) => total + count, 0);
      if (sum >= (organizations * pages) / 2) atHalfTime ??= counts;
      if (sum >= organizations * pages) break;
      // As many requests a second, however many organizations there are.
      await new Promise((resolve) => setTimeout(resolve, COUNTS_EVERY_MS * organizations));
    }
    return { seconds: (performance.now() - started) / 1000, atHalfTime: atHalfTime ?? [] };
  });
}
