interface SourceMap {
  sources: string[];
  mappings: string;
}

const DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';

/** The numbers of one segment of a source map, which stand in it as base-64 digits of variable length. */
function decode(segment: string): number[] {
  const numbers: number[] = [];
  let value = 0;
  let shift = 0;
  for (const digit of segment) {
    const bits = DIGITS.indexOf(digit);
    value += (bits & 31) << shift;
    shift += 5;
    if ((bits & 32) !== 0) continue;
    numbers.push((value & 1) === 1 ? -(value >> 1) : value >> 1);
    value = 0;
    shift = 0;
  }
  return numbers;
}

/** A package for what is installed, a file for what is ours. */
function moduleOf(source: string): string {
  // What the federation plugin writes as it builds has its whole text for a name.
  if (source.includes('data:text/javascript,')) return 'start of the federation runtime';
  const installed = source.split('node_modules/').at(-1) ?? '';
  if (source.includes('node_modules/')) {
    return installed.split('/', installed.startsWith('@') ? 2 : 1).join('/');
  }
  if (source.includes('webpack/')) return 'runtime of the build';
  return source.replace(/^[a-z]+:\/\/[^/]+\/(?:\.\.?\/)*/, '').replace(/\?.*$/, '');
}

/** How many characters of a built script come from which module. */
export function moduleSizes(code: string, map: SourceMap): Map<string, number> {
  const sizes = new Map<string, number>();
  const lines = code.split('\n');
  let source = 0;
  for (const [index, mapped] of map.mappings.split(';').entries()) {
    let column = 0;
    let last = 0;
    let name = 'runtime of the build';
    const count = (until: number) => {
      sizes.set(name, (sizes.get(name) ?? 0) + until - last);
      last = until;
    };
    for (const segment of mapped.split(',').filter((text) => text !== '')) {
      const [columns = 0, sources] = decode(segment);
      column += columns;
      count(column);
      source += sources ?? 0;
      name = sources === undefined ? 'runtime of the build' : moduleOf(map.sources[source] ?? '');
    }
    count(lines[index]?.length ?? last);
  }
  return sizes;
}
