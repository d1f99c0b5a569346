import { SaxesParser } from 'saxes';

/** XML that ends too early, or whose tags do not match. */
export class DamagedXml extends Error {
  override readonly name = 'DamagedXml';
}

/** XML of more elements or prefixes than a document has. */
export class ExcessiveXml extends Error {
  override readonly name = 'ExcessiveXml';
}

export type Attributes = Readonly<Record<string, string>>;

export interface XmlHandler {
  /** Names have the prefixes of the dialect. */
  open: (name: string, attributes: Attributes) => void;
  close: (name: string) => void;
  text: (text: string) => void;
}

/** What kinds of files differ in. */
export interface XmlDialect {
  /** Returns the prefix by which readers name the elements of a namespace, whatever the file calls it. */
  prefixOf: (namespace: string) => string;
  /** The prefix that attributes keep; absent where they keep all. */
  attributePrefix?: string;
  /** Whether what is not well-formed is read as far as possible. */
  isTolerant: boolean;
}

interface Scope {
  prefixes: ReadonlyMap<string, string>;
  /** Names of elements and of attributes by how they are written. */
  names: Map<string, string>;
  attributes: Map<string, string>;
}

const ELEMENTS_MAX = 20_000_000;
const PREFIXES_MAX = 500;
const CHUNK_BYTES = 64 * 1024;
/** Mistakes after which the rest is left: each takes long to report. */
const MISTAKES_MAX = 1000;
/** Mistakes that office programs tolerate or that change no text. */
const HARMLESS =
  /entity|character|attribute|declaration|whitespace|text data outside|version|encoding|processing|comment|doctype/i;

/**
 * Reads XML as a stream, of bytes in the encoding that they declare. Entities other than the five of XML stay
 * as they are written.
 * @throws {DamagedXml} @throws {ExcessiveXml}
 */
export function readXml(
  source: Uint8Array | string,
  handler: XmlHandler,
  dialect: XmlDialect,
): void {
  const parser = new SaxesParser({ xmlns: false, position: false } as const);
  const outermost = newScope(new Map());
  const scopes: Scope[] = [];
  let [elements, mistakes] = [0, 0];
  parser.on('error', (error) => {
    mistakes += 1;
    const isHarmless = dialect.isTolerant || HARMLESS.test(error.message);
    if (!isHarmless || mistakes > MISTAKES_MAX) throw new DamagedXml(error.message);
  });
  parser.on('opentag', ({ name, attributes }) => {
    elements += 1;
    if (elements > ELEMENTS_MAX) throw new ExcessiveXml('elements');
    const above = scopes.at(-1) ?? outermost;
    const isPlain = hasPlainNames(attributes);
    const scope = isPlain ? above : scopeOf(above, attributes, dialect);
    scopes.push(scope);
    handler.open(
      nameIn(scope, name),
      isPlain ? attributes : namedAttributes(scope, attributes, dialect),
    );
  });
  parser.on('closetag', ({ name }) => {
    const scope = scopes.pop();
    if (scope !== undefined) handler.close(nameIn(scope, name));
  });
  parser.on('text', handler.text);
  parser.on('cdata', handler.text);
  try {
    for (const text of decoded(source)) parser.write(text);
    parser.close();
  } catch (error) {
    if (!(dialect.isTolerant && error instanceof DamagedXml)) throw error;
  }
}

function* decoded(source: Uint8Array | string): Generator<string> {
  if (typeof source === 'string') {
    yield source.replace(/^\ufeff/, '');
    return;
  }
  const decoder = new TextDecoder(encodingOf(source));
  for (let at = 0; at < source.length; at += CHUNK_BYTES) {
    yield decoder.decode(source.subarray(at, at + CHUNK_BYTES), { stream: true });
  }
  yield decoder.decode();
}

function encodingOf(bytes: Uint8Array): string {
  const [first, second] = bytes;
  if ((first === 0xff && second === 0xfe) || (first === 0x3c && second === 0)) return 'utf-16le';
  if ((first === 0xfe && second === 0xff) || (first === 0 && second === 0x3c)) return 'utf-16be';
  const head = Buffer.from(bytes.subarray(0, 200)).toString('latin1');
  const declared = /^[^<]*<\?xml[^>]*encoding=["']([\w-]+)/.exec(head)?.[1] ?? 'utf-8';
  try {
    return new TextDecoder(declared).encoding;
  } catch {
    return 'utf-8';
  }
}

/** Most elements declare no prefix and use none in their attributes. */
function hasPlainNames(attributes: Attributes): boolean {
  for (const name in attributes) {
    if (name.length >= 3 && (name.includes(':') || name.startsWith('xmlns'))) return false;
  }
  return true;
}

function scopeOf(parent: Scope, attributes: Attributes, { prefixOf }: XmlDialect): Scope {
  let prefixes: Map<string, string> | undefined;
  for (const name in attributes) {
    if (!name.startsWith('xmlns')) continue;
    const prefix = name === 'xmlns' ? '' : name[5] === ':' ? name.slice(6) : undefined;
    const namespace = attributes[name] ?? '';
    const known = prefixOf(namespace.trim());
    if (prefix === undefined || parent.prefixes.get(prefix) === known) continue;
    prefixes ??= new Map(parent.prefixes);
    prefixes.set(prefix, known);
  }
  if (prefixes === undefined) return parent;
  if (prefixes.size > PREFIXES_MAX) throw new ExcessiveXml('prefixes');
  return newScope(prefixes);
}

function nameIn(scope: Scope, raw: string): string {
  let name = scope.names.get(raw);
  if (name === undefined) {
    const colon = raw.indexOf(':');
    const prefix = colon < 0 ? '' : raw.slice(0, colon);
    // A prefix that is declared nowhere most likely means what it usually does.
    name = `${scope.prefixes.get(prefix) ?? prefix}:${raw.slice(colon + 1)}`;
    scope.names.set(raw, name);
  }
  return name;
}

function namedAttributes(
  scope: Scope,
  attributes: Attributes,
  { attributePrefix }: XmlDialect,
): Attributes {
  const named: Record<string, string> = {};
  for (const raw in attributes) {
    const known = scope.attributes.get(raw);
    const name = known ?? attributeName(scope, raw, attributePrefix);
    if (known === undefined && name !== undefined) scope.attributes.set(raw, name);
    if (name !== undefined) named[name] ??= attributes[raw] ?? '';
  }
  return named;
}

function attributeName(scope: Scope, raw: string, kept: string | undefined): string | undefined {
  const colon = raw.indexOf(':');
  if (colon < 0) return raw;
  if (raw.startsWith('xmlns')) return undefined;
  if (kept === undefined) return nameIn(scope, raw);
  const local = raw.slice(colon + 1);
  return scope.prefixes.get(raw.slice(0, colon)) === kept ? `${kept}:${local}` : local;
}

const newScope = (prefixes: ReadonlyMap<string, string>): Scope => ({
  prefixes,
  names: new Map(),
  attributes: new Map(),
});
