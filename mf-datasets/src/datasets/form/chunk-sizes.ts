/** The keys of the metadata parameters that set how documents are split, with the labels of their fields. */
export const CHUNK_SIZES = [
  { key: 'chunk_size', label: 'Chunk size', absent: '1200' },
  { key: 'chunk_overlap', label: 'Chunk overlap', absent: '150' },
] as const;

export type ChunkSizeKey = (typeof CHUNK_SIZES)[number]['key'];

/** Returns the object in the text; null where it has none, or a number that reading it would round. */
export function parametersIn(text: string): Record<string, unknown> | null {
  if (text.trim() === '') return {};
  let isSafe = true;
  let parsed: unknown;
  try {
    parsed = JSON.parse(text, (_, value: unknown) => {
      if (typeof value === 'number' && Math.abs(value) > Number.MAX_SAFE_INTEGER) isSafe = false;
      return value;
    });
  } catch {
    return null;
  }
  if (typeof parsed !== 'object' || parsed === null || Array.isArray(parsed)) return null;
  return isSafe ? { ...parsed } : null;
}

/** Returns a size as its field shows it; null where the text of the metadata parameters cannot take one. */
export function chunkSizeIn(text: string, key: ChunkSizeKey): string | null {
  const parameters = parametersIn(text);
  if (parameters === null) return null;
  const value = parameters[key];
  if (value === undefined) return '';
  return typeof value === 'number' ? String(value) : null;
}

/** Returns the text with the size as it was typed; an empty one is left out. Every other key stays. */
export function withChunkSize(text: string, key: ChunkSizeKey, typed: string): string {
  const parameters = parametersIn(text);
  const size = Number(typed);
  if (parameters === null || !Number.isFinite(size)) return text;
  const { [key]: _, ...others } = parameters;
  const changed = typed.trim() === '' ? others : { ...parameters, [key]: size };
  return Object.keys(changed).length === 0 ? '' : JSON.stringify(changed, null, 2);
}
