import { decode } from '@jridgewell/sourcemap-codec';

interface SourceMap {
  sources: string[];
  mappings: string;
}

/** Returns the package of an installed source, and the path of one in this repository. */
function moduleOf(source: string): string {
  // The source that the federation plugin generates has its whole text as name.
  if (source.includes('data:text/javascript,')) return 'start of the federation runtime';
  const installed = source.split('node_modules/').at(-1) ?? '';
  if (source.includes('node_modules/')) {
    return installed.split('/', installed.startsWith('@') ? 2 : 1).join('/');
  }
  if (source.includes('webpack/')) return 'runtime of the build';
  return source.replace(/^[a-z]+:\/\/[^/]+\/(?:\.\.?\/)*/, '').replace(/\?.*$/, '');
}

/** Returns how many characters of a built script come from each module. */
export function moduleSizes(code: string, map: SourceMap): Map<string, number> {
  const sizes = new Map<string, number>();
  const lines = code.split('\n');
  for (const [index, segments] of decode(map.mappings).entries()) {
    let last = 0;
    let name = 'runtime of the build';
    const count = (until: number) => {
      sizes.set(name, (sizes.get(name) ?? 0) + until - last);
      last = until;
    };
    for (const [column, source] of segments) {
      count(column);
      name = source === undefined ? 'runtime of the build' : moduleOf(map.sources[source] ?? '');
    }
    count(lines[index]?.length ?? last);
  }
  return sizes;
}
