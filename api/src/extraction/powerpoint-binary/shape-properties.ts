import { RECORD, recordIn, type SlideRecord } from './slide-records.ts';

export interface ShapeProperties {
  isHidden: boolean;
  isTable: boolean;
  /** What a person wrote of a picture. */
  description: string;
  /** Text that is drawn as a picture. */
  drawnText: string;
}

const PROPERTY = { drawnText: 0x00c0, description: 0x0381, table: 0x039f, group: 0x03bf } as const;
const COMPLEX = 0x8000;
const ITEM_BYTES = 6;
/** Hidden, and that the bit is set. */
const HIDDEN = 0x20002;

export function shapeProperties(shape: SlideRecord): ShapeProperties {
  const properties: ShapeProperties = {
    isHidden: false,
    isTable: false,
    description: '',
    drawnText: '',
  };
  add(properties, recordIn(shape, RECORD.shapeProperties));
  add(properties, recordIn(shape, RECORD.moreProperties));
  return properties;
}

function add(properties: ShapeProperties, record: SlideRecord | undefined): void {
  if (record === undefined) return;
  const { data, instance } = record;
  let complexAt = ITEM_BYTES * instance;
  for (
    let at = 0;
    at + ITEM_BYTES <= Math.min(data.length, ITEM_BYTES * instance);
    at += ITEM_BYTES
  ) {
    const head = data.readUInt16LE(at);
    const value = data.readUInt32LE(at + 2);
    const id = head & 0x3fff;
    if ((head & COMPLEX) !== 0) {
      const text = () =>
        data.toString('utf16le', complexAt, complexAt + value).replace(/\0[^]*$/, '');
      if (id === PROPERTY.description) properties.description = text();
      if (id === PROPERTY.drawnText) properties.drawnText = text();
      complexAt += value;
    } else if (id === PROPERTY.table) properties.isTable = (value & 1) === 1;
    else if (id === PROPERTY.group) properties.isHidden = (value & HIDDEN) === HIDDEN;
  }
}
