import { oneLine } from './table-text.ts';
import { descendantsOf, type XmlElement } from '../xml/xml-tree.ts';

/** What programs write where nobody described a picture: a file's name or a number. */
const SAYS_NOTHING =
  /^(?:(?:picture|image|graphic|grafik|bild|imagen?|immagine|photo|shape|chart|diagram|object|рисунок|図|图片|그림)?[\s_-]*\d*|\S*\.(?:png|jpe?g|gif|emf|wmf|bmp|tiff?|svg|webp)|https?:\S*|data:.*|[a-z]:\\.*)$/i;
const GENERATED =
  /\s*(?:description|beschreibung|descripción|descrição)?\s*(?:automatically generated|automatisch generiert|generada automáticamente|gerada automaticamente|générée automatiquement)(?: with (?:\w+ )+confidence)?\.?\s*$/i;

/** Returns the alternative text of properties such as `wp:docPr`; undefined where it says nothing. */
export function alternativeText(properties: XmlElement | undefined): string | undefined {
  if (properties === undefined) return undefined;
  const decorative = descendantsOf(properties, 'adec:decorative')[0];
  if (decorative !== undefined && decorative.attributes['val'] !== '0') return undefined;
  const { descr = '', title = '' } = properties.attributes;
  return imageText([title, descr]);
}

/** Returns what was written of a picture; undefined where it says nothing. */
export function imageText(texts: readonly string[]): string | undefined {
  const said = texts
    .map((text) => oneLine(text.replace(GENERATED, '')))
    .filter((text, at, all) => !SAYS_NOTHING.test(text) && all.indexOf(text) === at);
  return said.length === 0 ? undefined : `[Image: ${said.join('. ')}]`;
}
