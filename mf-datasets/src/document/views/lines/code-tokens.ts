import { common, createLowlight } from 'lowlight';

/** Where a text of code has one colour, and which. */
export interface CodeToken {
  start: number;
  end: number;
  look: 'keyword' | 'string' | 'number' | 'comment' | 'name';
}

/** Characters that get colours. A longer text stays readable without. */
const CHARACTERS_MAX = 100_000;

const LOOKS: Readonly<Record<string, CodeToken['look']>> = {
  keyword: 'keyword',
  literal: 'keyword',
  type: 'keyword',
  built_in: 'keyword',
  meta: 'keyword',
  'selector-tag': 'keyword',
  'selector-class': 'name',
  'selector-id': 'name',
  string: 'string',
  regexp: 'string',
  addition: 'string',
  number: 'number',
  symbol: 'number',
  bullet: 'number',
  link: 'number',
  deletion: 'number',
  comment: 'comment',
  quote: 'comment',
  title: 'name',
  section: 'name',
  name: 'name',
  attr: 'name',
  attribute: 'name',
  property: 'name',
};

interface Node {
  type: string;
  value?: string;
  properties?: { className?: unknown };
  children?: Node[];
}

const lowlight = createLowlight(common);

/**
 * Returns the tokens of a text in order, by the language that a file's ending names; none for an ending without a
 * language. Their places count from the begin of the text, in UTF-16 code units.
 */
export function codeTokens(text: string, ending: string): CodeToken[] {
  if (!lowlight.registered(ending)) return [];
  const tokens: CodeToken[] = [];
  let at = 0;
  const visit = (node: Node, look: CodeToken['look'] | undefined) => {
    if (node.type === 'text') {
      const end = at + (node.value ?? '').length;
      if (look !== undefined) tokens.push({ start: at, end, look });
      at = end;
    }
    const own = lookOf(node) ?? look;
    for (const child of node.children ?? []) visit(child, own);
  };
  visit(lowlight.highlight(ending, text.slice(0, CHARACTERS_MAX)), undefined);
  return tokens;
}

/** Classes are `hljs-` with a scope, and some with a second part of it. */
function lookOf({ properties }: Node): CodeToken['look'] | undefined {
  const classes = Array.isArray(properties?.className) ? (properties.className as string[]) : [];
  return LOOKS[classes[0]?.replace('hljs-', '') ?? ''];
}
