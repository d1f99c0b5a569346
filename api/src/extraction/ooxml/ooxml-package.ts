import { reasons, UnreadableDocument } from '../blocks/unreadable-document.ts';
import { DamagedXml, ExcessiveXml } from '../xml/xml-reader.ts';
import { childrenOf, type XmlElement } from '../xml/xml-tree.ts';
import { FaultyPackage, PackageParts } from '../zip/package-parts.ts';
import { parseOoxml, readOoxml } from './ooxml-xml.ts';

export interface Relationship {
  id: string;
  /** The last part of its type: `header`, `slide`, `comments`. */
  type: string;
  /** Path of the part; undefined for a target outside of the file. */
  target: string | undefined;
}

/** A package of parts that are found by relationships. Paths are in lower case and have no first slash. */
export class OoxmlPackage {
  readonly #parts: PackageParts;
  /** Names of parts by their paths. */
  readonly #names: ReadonlyMap<string, string>;
  #types: Map<string, string> | undefined;

  /** @throws {FaultyPackage} */
  constructor(bytes: Uint8Array) {
    this.#parts = new PackageParts(bytes);
    this.#names = new Map(this.#parts.names.map((name) => [partPath(name), name]));
  }

  /** Returns the bytes of a part; undefined where there is none. @throws {FaultyPackage} */
  bytesOf(path: string | undefined): Uint8Array | undefined {
    const name = path === undefined ? undefined : this.#names.get(path);
    return name === undefined ? undefined : this.#parts.read(name);
  }

  /** Returns the tree of a part that a document can do without: undefined where it is missing or damaged. */
  treeOf(path: string | undefined): XmlElement | undefined {
    try {
      const bytes = this.bytesOf(path);
      return bytes === undefined ? undefined : parseOoxml(bytes);
    } catch (error) {
      if (error instanceof DamagedXml || isDamage(error)) return undefined;
      throw error;
    }
  }

  /** Returns the relationships of a part, or of the package for ''. */
  relationshipsOf(path: string): Relationship[] {
    const slash = path.lastIndexOf('/') + 1;
    const tree = this.treeOf(`${path.slice(0, slash)}_rels/${path.slice(slash)}.rels`);
    return childrenOf(tree, 'rel:Relationship').map(({ attributes }) => ({
      id: attributes['Id'] ?? '',
      type: attributes['Type']?.split('/').at(-1) ?? '',
      target:
        attributes['TargetMode'] === 'External'
          ? undefined
          : resolveTarget(path, attributes['Target'] ?? ''),
    }));
  }

  typeOf(path: string): string {
    this.#types ??= contentTypes(this.treeOf('[content_types].xml'));
    return this.#types.get(path) ?? this.#types.get(`.${path.split('.').at(-1)}`) ?? '';
  }

  /** Returns the path of the main part: by its relationship, else by its content type. */
  mainPath(): string | undefined {
    const main = this.relationshipsOf('').find(({ type }) => type === 'officeDocument')?.target;
    if (main !== undefined && this.#names.has(main)) return main;
    return [...this.#names.keys()].find((path) =>
      /(?:document|template|sheet|presentation|slideshow)(?:\.macroEnabled)?\.main\+xml$/i.test(
        this.typeOf(path),
      ),
    );
  }

  /** Returns the name of the element that a part consists of. */
  rootOf(path: string | undefined): string | undefined {
    const found: string[] = [];
    const first = new Error('found');
    try {
      const bytes = this.bytesOf(path);
      if (bytes === undefined) return undefined;
      readOoxml(bytes, {
        open(name) {
          found.push(name);
          throw first;
        },
        close: () => undefined,
        text: () => undefined,
      });
    } catch (error) {
      if (error !== first && !(error instanceof DamagedXml)) throw error;
    }
    return found[0];
  }
}

/** Returns what is wrong with a file as a sentence; other errors as they are. */
export function packageFault(error: unknown, format: string): unknown {
  if (error instanceof FaultyPackage && error.fault === 'encrypted') {
    return new UnreadableDocument(reasons.password('document'), { cause: error });
  }
  if (error instanceof DamagedXml || isDamage(error)) {
    return new UnreadableDocument(reasons.damaged(`.${format} file`), { cause: error });
  }
  if (
    error instanceof ExcessiveXml ||
    error instanceof FaultyPackage ||
    error instanceof RangeError
  ) {
    return new UnreadableDocument(reasons.unpacksTooFar(), { cause: error });
  }
  return error;
}

const isDamage = (error: unknown): boolean =>
  error instanceof FaultyPackage && error.fault === 'damaged';

function contentTypes(tree: XmlElement | undefined): Map<string, string> {
  const types = new Map<string, string>();
  for (const { attributes } of childrenOf(tree, 'ct:Default')) {
    types.set(`.${(attributes['Extension'] ?? '').toLowerCase()}`, attributes['ContentType'] ?? '');
  }
  for (const { attributes } of childrenOf(tree, 'ct:Override')) {
    types.set(partPath(attributes['PartName'] ?? ''), attributes['ContentType'] ?? '');
  }
  return types;
}

function partPath(name: string): string {
  return name.replaceAll('\\', '/').replace(/^\/+/, '').toLowerCase();
}

function resolveTarget(from: string, target: string): string {
  const [path = ''] = target.replaceAll('\\', '/').split('#');
  const parts = path.startsWith('/') ? [] : from.split('/').slice(0, -1);
  for (const part of decoded(path).split('/')) {
    if (part === '..') parts.pop();
    else if (part !== '.' && part !== '') parts.push(part);
  }
  return partPath(parts.join('/'));
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
