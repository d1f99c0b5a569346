import type { Registry } from '@carrel/shared/contract';

const folderOf = (url: string) => url.slice(0, url.lastIndexOf('/') + 1);

/** The remote whose files one of these URLs is of, the first one that is; undefined for none. */
export function remoteOf(
  { remotes }: Registry,
  urls: readonly string[],
  base = location.href,
): string | undefined {
  const folders = Object.entries(remotes).flatMap(([name, release]) =>
    [release, ...(release.previous === undefined ? [] : [release.previous])]
      .filter(({ entry }) => URL.canParse(entry, base))
      .map(({ entry }) => ({ name, folder: folderOf(new URL(entry, base).href) })),
  );
  for (const url of urls) {
    const owner = folders.find(({ folder }) => url.startsWith(folder));
    if (owner !== undefined) return owner.name;
  }
  return undefined;
}
