/** Where a resource is below the root of a source. */
export interface DavPath {
  /** Names with `/` between them, encoded as in an address. Empty for the root. */
  encoded: string;
  /** The same as people read it. */
  path: string;
  /** Whether `encoded` follows from `path`. */
  isPlain: boolean;
}

export interface DavAddress {
  /** The address of a resource. */
  urlOf(encoded: string): URL;
  /** Returns where an href leads; undefined where it leads out of the root or to another host. */
  pathOf(href: string, base: URL): DavPath | undefined;
}

/** Names of a root are compared as they are decoded: servers differ in what they encode. */
export function davAddress(root: string): DavAddress {
  const { origin, host, pathname } = new URL(root);
  const rootNames = namesOf(pathname);
  const start = `${origin}/${rootNames.map((name) => `${name.encoded}/`).join('')}`;
  return {
    urlOf: (encoded) => new URL(start + encoded),
    pathOf: (href, base) => {
      if (href === '' || !URL.canParse(href, base.href)) return undefined;
      const url = new URL(href, base);
      if (url.host !== host) return undefined;
      const names = namesOf(url.pathname);
      if (rootNames.some(({ encoded }, at) => names[at]?.encoded !== encoded)) return undefined;
      const below = names.slice(rootNames.length);
      return {
        encoded: below.map(({ encoded }) => encoded).join('/'),
        path: below.map(({ text }) => text).join('/'),
        isPlain: below.every(({ isPlain }) => isPlain),
      };
    },
  };
}

export const encodedPath = (path: string): string =>
  path.toWellFormed().split('/').map(encodeURIComponent).join('/');

/** The path of a folder, from its address. */
export const decodedPath = (encoded: string): string =>
  namesOf(encoded)
    .map(({ text }) => text)
    .join('/');

interface Name {
  encoded: string;
  text: string;
  isPlain: boolean;
}

const namesOf = (pathname: string): Name[] =>
  pathname
    .split('/')
    .filter((name) => name !== '')
    .map(nameOf);

/** A name that is no UTF-8, or has a `/` in it, stays as it is encoded. */
function nameOf(raw: string): Name {
  try {
    const text = decodeURIComponent(raw);
    if (!text.includes('/')) return { encoded: encodeURIComponent(text), text, isPlain: true };
  } catch {
    // It stays as it is.
  }
  return { encoded: raw, text: raw, isPlain: false };
}
