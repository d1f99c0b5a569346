import { burn } from '@kenjiuno/msgreader/lib/Burner';
import { TypeEnum } from '@kenjiuno/msgreader/lib/Reader';

const node = (name: string, type: TypeEnum, content: Buffer, children: number[]) => ({
  name,
  type,
  children,
  binaryProvider: () => new Uint8Array(content),
  length: content.length,
});

/** Builds a compound file with streams at its top, by their names. */
export function buildCompound(streams: Readonly<Record<string, Buffer>>): Buffer {
  const names = Object.keys(streams);
  const root = node(
    'Root Entry',
    TypeEnum.ROOT,
    Buffer.alloc(0),
    names.map((_, at) => at + 1),
  );
  const files = Object.entries(streams).map(([name, content]) =>
    node(name, TypeEnum.DOCUMENT, content, []),
  );
  return Buffer.from(burn([root, ...files]));
}

export const uint8 = (...values: number[]) => Buffer.from(values);
export const uint16 = (...values: number[]) =>
  Buffer.concat(values.map((value) => Buffer.from([value & 0xff, (value >> 8) & 0xff])));
export const uint32 = (...values: number[]) =>
  Buffer.concat(values.map((value) => uint16(value & 0xffff, value >>> 16)));
export const utf16 = (text: string) => Buffer.from(text, 'utf16le');
