import { decodeText } from '../kinds/text-encoding.ts';
import { FaultyPackage, PackageParts } from '../zip/package-parts.ts';
import { parseOdf } from './odf-xml.ts';
import { type XmlElement } from '../xml/xml-tree.ts';

/** The parts of an OpenDocument file, which is a package, or one XML file that has them all. */
export interface OdfParts {
  content: XmlElement;
  styles: XmlElement | undefined;
  meta: XmlElement | undefined;
  /** Returns the content of an embedded object by its address. */
  object(address: string): XmlElement | undefined;
}

/** @throws {FaultyPackage} */
export function readOdfParts(bytes: Uint8Array): OdfParts {
  return bytes[0] === 0x50 && bytes[1] === 0x4b ? partsOfPackage(bytes) : partsOfFile(bytes);
}

function partsOfFile(bytes: Uint8Array): OdfParts {
  const document = parseOdf(decodeText(bytes) ?? '');
  if (document?.name !== 'office:document') throw new FaultyPackage('damaged');
  return { content: document, styles: document, meta: document, object: () => undefined };
}

function partsOfPackage(bytes: Uint8Array): OdfParts {
  const parts = new PackageParts(bytes);
  const manifest = parts.read('META-INF/manifest.xml');
  if (manifest?.includes('encryption-data') === true) throw new FaultyPackage('encrypted');
  const root = (name: string) => {
    const part = parts.read(name);
    if (part === undefined) return undefined;
    return parseOdf(decodeText(part) ?? '');
  };
  const content = root('content.xml');
  if (content === undefined) throw new FaultyPackage('damaged');
  return {
    content,
    styles: root('styles.xml'),
    meta: root('meta.xml'),
    object: (address) => root(`${address.replace(/^\.\//, '').replace(/\/$/, '')}/content.xml`),
  };
}
