/** What a page says to crawlers, in `<meta name="robots">` or `X-Robots-Tag`. */
export interface Directives {
  noindex: boolean;
  nofollow: boolean;
}

const OWN = 'carrel';
/** Directives that have a value after a colon; other names before a colon are those of crawlers. */
const VALUED = /^(?:unavailable_after|max-snippet|max-image-preview|max-video-preview)$/;

/** Values are lists of directives; one that begins with the name of another crawler is not for us. */
export function directivesOf(values: readonly string[]): Directives {
  const words = values.flatMap((value) => {
    let isForUs = true;
    return value
      .toLowerCase()
      .split(',')
      .flatMap((text) => {
        const [, name, rest] = /^\s*([\w-]+)\s*:(.*)$/s.exec(text) ?? [];
        if (name === undefined || VALUED.test(name)) return isForUs ? [text.trim()] : [];
        isForUs = name === OWN;
        return isForUs ? [(rest ?? '').trim()] : [];
      });
  });
  const said = new Set(words);
  return {
    noindex: said.has('noindex') || said.has('none'),
    nofollow: said.has('nofollow') || said.has('none'),
  };
}

/** Those that hold of either. */
export const bothOf = (one: Directives, other: Directives): Directives => ({
  noindex: one.noindex || other.noindex,
  nofollow: one.nofollow || other.nofollow,
});
