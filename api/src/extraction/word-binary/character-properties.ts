import { symbolOf } from '../word/symbol-fonts.ts';
import { PROPERTY, propertyChanges, valueOf } from './property-changes.ts';
import type { BinaryContext } from './word-context.ts';

export interface CharacterProperties {
  isDeleted: boolean;
  /** Undefined where the style of the paragraph decides. */
  isHidden: boolean | undefined;
  isSpecial: boolean;
  /** What each character shows, whatever it is. */
  symbol: string | undefined;
  font: string | undefined;
}

const FONT = 0x4a4f;
const AS_STYLE = 0x80;

export function characterProperties(context: BinaryContext, list: Buffer): CharacterProperties {
  const properties: CharacterProperties = {
    isDeleted: false,
    isHidden: undefined,
    isSpecial: false,
    symbol: undefined,
    font: undefined,
  };
  if (list.length === 0) return properties;
  for (const change of propertyChanges(list)) {
    switch (change.code) {
      case PROPERTY.deleted:
        properties.isDeleted = valueOf(change, 1) !== 0;
        break;
      case PROPERTY.hidden: {
        const value = valueOf(change, 1);
        if (value < AS_STYLE) properties.isHidden = value === 1;
        break;
      }
      case PROPERTY.characterStyle:
        if (context.styles.isHidden(valueOf(change, 2))) properties.isHidden ??= true;
        break;
      case PROPERTY.special:
        properties.isSpecial = valueOf(change, 1) !== 0;
        break;
      case PROPERTY.symbol: {
        if (change.value.length < 4) break;
        const font = context.fonts[change.value.readUInt16LE(0)] ?? '';
        properties.symbol = symbolOf(font, change.value.readUInt16LE(2));
        break;
      }
      case FONT:
        properties.font = context.fonts[valueOf(change, 2)];
        break;
    }
  }
  return properties;
}

/** Returns the names of a document's fonts. */
export function fontNames(table: Buffer): string[] {
  const names: string[] = [];
  for (let at = 4; at < table.length;) {
    const size = table.readUInt8(at);
    const name = table.toString('utf16le', at + 40, Math.max(at + 40, at + 1 + size));
    names.push(name.replace(/\0[^]*$/, ''));
    at += 1 + size;
  }
  return names;
}
