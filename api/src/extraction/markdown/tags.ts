/** The elements of HTML, MathML's and SVG's roots, and those that pages still use. */
const KNOWN = new Set(
  (
    'a abbr acronym address area article aside audio b base bdi bdo big blockquote body br button canvas ' +
    'caption center cite code col colgroup data datalist dd del details dfn dialog dir div dl dt em embed ' +
    'fieldset figcaption figure font footer form frame frameset h1 h2 h3 h4 h5 h6 head header hgroup hr ' +
    'html i iframe img input ins kbd label legend li link main map mark math menu meta meter nav noframes ' +
    'noscript object ol optgroup option output p param picture pre progress q rp rt ruby s samp script ' +
    'search section select slot small source span strike strong style sub summary sup svg table tbody td ' +
    'template textarea tfoot th thead time title tr track tt u ul var video wbr mi mn mo mrow mfrac msup ' +
    'msub msqrt mtext path g text'
  ).split(' '),
);

/** Returns HTML in which tags of other names are text. */
export function withoutUnknownTags(html: string): string {
  return html.replace(/<(\/?)([a-z][\w.:-]*)/gi, (tag, slash: string, name: string) =>
    KNOWN.has(name.toLowerCase()) ? tag : `&lt;${slash}${name}`,
  );
}

/** A tag of a component, with values in quotes or braces. */
const COMPONENT = /<\/?[A-Z][\w.]*(?:\s(?:[^<>"'{}]|"[^"]*"|'[^']*'|\{[^{}]*\})*)?\/?>/g;
/** Values that components show. */
const SHOWN = /\s(?:title|label|caption|summary|description|alt)="([^"]*)"/g;
const FENCE = /^ {0,3}(`{3,}|~{3,})/;

/**
 * Returns MDX as Markdown: without imports, exports and the tags of components, whose children stay. Code is
 * left as it is.
 */
export function htmlOfMdx(text: string): string {
  let fence: string | undefined;
  let isCode = false;
  return text
    .split(/\r\n?|\n/)
    .map((line) => {
      const mark = FENCE.exec(line)?.[1];
      if (fence !== undefined) {
        if (mark?.startsWith(fence) === true) fence = undefined;
        return line;
      }
      if (mark !== undefined) {
        fence = mark;
        return line;
      }
      // A statement of more lines ends at the next empty one.
      isCode = line.trim() !== '' && (isCode || /^(?:import|export)\s/.test(line));
      return isCode ? '' : withoutComponents(line);
    })
    .join('\n');
}

function withoutComponents(line: string): string {
  return line
    .split(/(`+[^`]*`+)/)
    .map((piece, at) =>
      at % 2 === 1
        ? piece
        : piece
            .replace(
              COMPONENT,
              (tag) => ` ${[...tag.matchAll(SHOWN)].map(([, text]) => text).join(' ')} `,
            )
            .replace(/<\/?>/g, ' ')
            .replace(/\{\/\*.*?\*\/\}/g, ''),
    )
    .join('');
}
