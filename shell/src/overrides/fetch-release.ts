import { remoteReleaseSchema } from '@carrel/shared/releases';
import type { RemoteRelease } from '@carrel/shared/releases';
import * as v from 'valibot';

/** Milliseconds that a developer's server has to say what it serves. */
const DEADLINE_MS = 5000;

/** A release could not be had. Its message is a sentence for the person who asked for it. */
export class ReleaseError extends Error {
  override readonly name = 'ReleaseError';
}

/** The `release.json` that an address leads to: itself, or the one in its folder. */
function releaseUrl(address: string): URL {
  const url = new URL(address);
  if (!url.pathname.endsWith('.json')) {
    url.pathname = `${url.pathname.replace(/\/$/, '')}/release.json`;
  }
  return url;
}

/** A release says where its files will be once it is published; here they are beside it. */
function beside(release: RemoteRelease, base: URL): RemoteRelease {
  const folder = release.entry.slice(0, release.entry.lastIndexOf('/') + 1);
  const place = (url: string) =>
    url.startsWith(folder) ? new URL(url.slice(folder.length), base).href : url;
  const { entry, chunks, integrity } = release;
  return {
    ...release,
    entry: place(entry),
    chunks: Object.fromEntries(
      Object.entries(chunks).map(([module, urls]) => [module, urls.map(place)]),
    ),
    integrity: Object.fromEntries(
      Object.entries(integrity).map(([url, hash]) => [place(url), hash]),
    ),
  };
}

/** Fetches the release that is served at an address. Rejects with a `ReleaseError`. */
export async function fetchRelease(address: string): Promise<RemoteRelease> {
  const url = releaseUrl(address);
  let answer: Response;
  try {
    answer = await fetch(url, {
      cache: 'no-store',
      credentials: 'omit',
      signal: AbortSignal.timeout(DEADLINE_MS),
    });
  } catch (error) {
    throw new ReleaseError('nothing answers there, or this page may not ask.', { cause: error });
  }
  if (!answer.ok) throw new ReleaseError(`${url.pathname} answered ${answer.status}.`);
  const json: unknown = await answer.json().catch(() => undefined);
  const release = v.safeParse(remoteReleaseSchema, json);
  if (!release.success) throw new ReleaseError(`${url.pathname} does not describe a release.`);
  return beside(release.output, url);
}
