import { burn } from '@kenjiuno/msgreader/lib/Burner';
import { TypeEnum } from '@kenjiuno/msgreader/lib/Reader';

interface Node {
  name: string;
  type: TypeEnum;
  content?: Buffer;
  children?: number[];
}

const HEADER = '__properties_version1.0';

/**
 * Returns a message of Outlook: a compound file with streams as Outlook names them, `__substg1.0_`, the
 * property and its type.
 */
export function buildOutlook(
  properties: Record<string, string>,
  attachments: readonly { name: string; content: string }[] = [],
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
  file(0, HEADER, Buffer.alloc(32));
  for (const [property, value] of Object.entries(properties)) text(0, property, value);
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
