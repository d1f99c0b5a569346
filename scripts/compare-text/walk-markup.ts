const ENTITIES: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
};

/** An element that begins, that ends, or text. */
export interface MarkupEvent {
  kind: 'open' | 'close' | 'text';
  /** The name without its prefix, in lower case. */
  name: string;
  /** The tag as it is written, or the text with its entities resolved. */
  text: string;
}

const TOKEN =
  /<!--[\s\S]*?-->|<!\[CDATA\[([\s\S]*?)\]\]>|<[?!][^>]*>|<(\/?)([\w:.-]+)((?:"[^"]*"|'[^']*'|[^>"'])*)>|[^<]+|</g;

/** Walks over markup, tag by tag, without any knowledge of what it means. */
export function* walkMarkup(markup: string): Generator<MarkupEvent> {
  for (const match of markup.matchAll(TOKEN)) {
    const [whole, data, slash, tag, rest = ''] = match;
    if (data !== undefined) yield { kind: 'text', name: '', text: data };
    else if (tag !== undefined) {
      const name = tag.slice(tag.indexOf(':') + 1).toLowerCase();
      if (slash === '/') yield { kind: 'close', name, text: whole };
      else {
        yield { kind: 'open', name, text: whole };
        if (rest.endsWith('/')) yield { kind: 'close', name, text: whole };
      }
    } else if (!whole.startsWith('<!') && !whole.startsWith('<?')) {
      yield { kind: 'text', name: '', text: resolveEntities(whole) };
    }
  }
}

export function resolveEntities(text: string): string {
  if (!text.includes('&')) return text;
  return text.replace(/&(#x?[\da-f]+|\w+);/gi, (whole, name: string) => {
    if (!name.startsWith('#')) return ENTITIES[name] ?? (/^\w+$/.test(name) ? ' ' : whole);
    const code = /^#x/i.test(name) ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1));
    return code > 0 && code <= 0x10_ff_ff ? String.fromCodePoint(code) : ' ';
  });
}

export const attribute = (tag: string, name: string): string | undefined => {
  const match = new RegExp(`[\\s:]${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)')`).exec(tag);
  const value = match?.[1] ?? match?.[2];
  return value === undefined ? undefined : resolveEntities(value);
};
