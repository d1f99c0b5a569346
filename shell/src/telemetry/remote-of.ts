import type { Registry } from '@carrel/shared/releases';

const folderOf = (url: string) => url.slice(0, url.lastIndexOf('/') + 1);

/** Every release of a remote that a registry names. */
function releasesIn({ remotes }: Registry) {
  return Object.entries(remotes).flatMap(([name, remote]) =>
    [remote, remote.previous, remote.channel?.release].flatMap((release) =>
      release === undefined ? [] : [{ name, entry: release.entry }],
    ),
  );
}

/** The remote whose files one of these URLs is of, the first one that is; undefined for none. */
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
