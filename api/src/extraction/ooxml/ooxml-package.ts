import { reasons, UnreadableDocument } from '../blocks/unreadable-document.ts';
import { DamagedXml, ExcessiveXml, readXml } from './xml-reader.ts';
import { childrenOf, parseXml, type XmlElement } from './xml-tree.ts';
import { DamagedZip, unpackEntry, zipEntries, type ZipEntry } from './zip-entries.ts';

export interface Relationship {
  id: string;
  /** The last part of its type: `header`, `slide`, `comments`. */
  type: string;
  /** Path of the part; undefined for a target outside of the file. */
  target: string | undefined;
}

const UNPACKED_BYTES_MAX = 400 * 1024 * 1024;
const ENTRIES_MAX = 10_000;

/** A package of parts that are found by relationships. Paths are in lower case and have no first slash. */
export class OoxmlPackage {
  readonly #zip: Buffer;
  readonly #entries = new Map<string, ZipEntry>();
  #types: Map<string, string> | undefined;
  #unpacked = 0;

  /** @throws {DamagedZip} @throws {UnreadableDocument} for one that unpacks to too much. */
  constructor(bytes: Uint8Array) {
    this.#zip = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    const entries = zipEntries(this.#zip);
    const size = entries.reduce((sum, entry) => sum + entry.size, 0);
    if (entries.length > ENTRIES_MAX || size > UNPACKED_BYTES_MAX) {
      throw new UnreadableDocument(reasons.unpacksTooFar());
    }
    for (const entry of entries) this.#entries.set(partPath(entry.name), entry);
  }

  /** Returns the bytes of a part; undefined where there is none. */
  bytesOf(path: string | undefined): Uint8Array | undefined {
    const entry = path === undefined ? undefined : this.#entries.get(path);
    if (entry === undefined) return undefined;
    if (entry.isEncrypted) throw new UnreadableDocument(reasons.password('document'));
    const bytes = unpackEntry(this.#zip, entry, UNPACKED_BYTES_MAX - this.#unpacked);
    this.#unpacked += bytes.length;
    if (this.#unpacked > UNPACKED_BYTES_MAX) throw new RangeError(entry.name);
    return bytes;
  }

  /** Returns the tree of a part that a document can do without: undefined where it is missing or damaged. */
  treeOf(path: string | undefined): XmlElement | undefined {
    try {
      const bytes = this.bytesOf(path);
      return bytes === undefined ? undefined : parseXml(bytes);
    } catch (error) {
      if (error instanceof DamagedXml || error instanceof DamagedZip) return undefined;
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
    if (main !== undefined && this.#entries.has(main)) return main;
    return [...this.#entries.keys()].find((path) =>
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
      this.#unpacked -= bytes.length;
      readXml(bytes, {
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
  if (error instanceof DamagedZip || error instanceof DamagedXml) {
    return new UnreadableDocument(reasons.damaged(`.${format} file`), { cause: error });
  }
  if (error instanceof ExcessiveXml || error instanceof RangeError) {
    return new UnreadableDocument(reasons.unpacksTooFar(), { cause: error });
  }
  return error;
}

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
