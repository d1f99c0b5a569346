import { burn } from '@kenjiuno/msgreader/lib/Burner';
import { TypeEnum } from '@kenjiuno/msgreader/lib/Reader';

interface Node {
  name: string;
  type: TypeEnum;
  content?: Buffer;
  children?: number[];
}

const HEADER = '__properties_version1.0';

function numberRow([property, value]: [property: string, value: number]): Buffer {
  const row = Buffer.alloc(16);
  row.writeUInt16LE(0x0003, 0);
  row.writeUInt16LE(Number.parseInt(property, 16), 2);
  row.writeUInt32LE(value, 8);
  return row;
}

/**
 * Returns a message of Outlook: a compound file with streams as Outlook names them, `__substg1.0_`, the
 * property and its type. Properties that are bytes are in a code page, or binary where they are named so; `numbers` are
 * properties that are numbers.
 */
export function buildOutlook(
  properties: Record<string, string | Buffer>,
  attachments: readonly { name: string; content: string }[] = [],
  numbers: Record<string, number> = {},
): Buffer {
  const nodes: Node[] = [{ name: 'Root Entry', type: TypeEnum.ROOT, children: [] }];
  const add = (parent: number, node: Node): number => {
    const at = nodes.push(node) - 1;
    nodes[parent]?.children?.push(at);
    return at;
  };
  const file = (parent: number, name: string, content: Buffer) =>
    add(parent, { name, type: TypeEnum.DOCUMENT, content });
  const text = (parent: number, property: string, value: string) =>
    file(parent, `__substg1.0_${property}001F`, Buffer.from(value, 'utf16le'));
  file(0, HEADER, Buffer.concat([Buffer.alloc(32), ...Object.entries(numbers).map(numberRow)]));
  for (const [property, value] of Object.entries(properties)) {
    if (typeof value === 'string') text(0, property, value);
    else file(0, `__substg1.0_${property.length === 4 ? `${property}001E` : property}`, value);
  }
  for (const [at, { name, content }] of attachments.entries()) {
    const folder = add(0, {
      name: `__attach_version1.0_#${String(at).padStart(8, '0')}`,
      type: TypeEnum.DIRECTORY,
      children: [],
    });
    file(folder, HEADER, Buffer.alloc(8));
    text(folder, '3707', name);
    file(folder, '__substg1.0_37010102', Buffer.from(content));
  }
  return Buffer.from(
    burn(
      nodes.map(({ name, type, children = [], content = Buffer.alloc(0) }) => ({
        name,
        type,
        children,
        binaryProvider: () => new Uint8Array(content),
        length: content.length,
      })),
    ),
  );
}
