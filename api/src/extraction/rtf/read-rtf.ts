import type { Partitioned } from '../blocks/partitioned.ts';
import { RtfReader } from './rtf-reader.ts';

/** Reads RTF: text, tables, lists with their numbers, notes and comments after their paragraphs. */
export function readRtf(bytes: Uint8Array): Partitioned {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const reader = new RtfReader(buffer.toString('latin1'));
  reader.read();
  const { blocks, omitted } = reader.writer;
  return { blocks, properties: reader.properties, omitted: omitted.list() };
}
