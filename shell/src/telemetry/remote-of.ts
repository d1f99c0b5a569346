import type { Registry } from '@carrel/shared/releases';

const folderOf = (url: string) => url.slice(0, url.lastIndexOf('/') + 1);

/** Returns every release that a registry names, with its remote. */
function releasesIn({ remotes }: Registry) {
  return Object.entries(remotes).flatMap(([name, remote]) =>
    [remote, remote.previous, remote.channel?.release].flatMap((release) =>
      release === undefined ? [] : [{ name, entry: release.entry }],
    ),
  );
}

/** Returns the remote that the first matching URL is a file of; undefined for none. */
export function remoteOf(
  registries: readonly Registry[],
  urls: readonly string[],
  base = location.href,
): string | undefined {
  const folders = registries
    .flatMap(releasesIn)
    .filter(({ entry }) => URL.canParse(entry, base))
    .map(({ name, entry }) => ({ name, folder: folderOf(new URL(entry, base).href) }));
  for (const url of urls) {
    const owner = folders.find(({ folder }) => url.startsWith(folder));
    if (owner !== undefined) return owner.name;
  }
  return undefined;
}
