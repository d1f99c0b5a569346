import { remoteReleaseSchema } from '@carrel/shared/releases';
import type { RemoteRelease } from '@carrel/shared/releases';
import * as v from 'valibot';

/** Timeout of a developer's server, in milliseconds. */
const TIMEOUT_MS = 5000;

/** A release could not be fetched. Its message is a sentence for the user. */
export class ReleaseError extends Error {
  override readonly name = 'ReleaseError';
}

/** Returns the URL of the `release.json` at an address: itself, or the one in its folder. */
function releaseUrl(address: string): URL {
  const url = new URL(address);
  if (!url.pathname.endsWith('.json')) {
    url.pathname = `${url.pathname.replace(/\/$/, '')}/release.json`;
  }
  return url;
}

/** Returns a release with the URLs of its files beside it, not of where they are once published. */
function withFilesBeside(release: RemoteRelease, base: URL): RemoteRelease {
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
  let response: Response;
  try {
    response = await fetch(url, {
      cache: 'no-store',
      credentials: 'omit',
      redirect: 'error',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
  } catch (error) {
    throw new ReleaseError('nothing answers there, or this page may not ask.', { cause: error });
  }
  if (!response.ok) throw new ReleaseError(`${url.pathname} answered ${response.status}.`);
  const json: unknown = await response.json().catch(() => undefined);
  const release = v.safeParse(remoteReleaseSchema, json);
  if (!release.success) throw new ReleaseError(`${url.pathname} does not describe a release.`);
  return withFilesBeside(release.output, url);
}
