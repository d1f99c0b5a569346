import type { DocumentVersion } from '@carrel/shared/contract';

/** What an address asks for: the text of one version, or what differs between two. */
export type ChosenVersions =
  | { kind: 'text'; version: number }
  | { kind: 'comparison'; from: number; to: number };

/**
 * Returns what an address asks for: `version`, or `from` and `to`. Without them, or with a number that is none, the
 * current version is compared with the one before it; undefined where there is no other.
 */
export function chosenVersions(
  search: URLSearchParams,
  versions: readonly Pick<DocumentVersion, 'number'>[],
): ChosenVersions | undefined {
  const numberOf = (name: string): number | undefined => {
    const text = search.get(name) ?? '';
    return /^\d{1,9}$/.test(text) ? Number(text) : undefined;
  };
  const version = numberOf('version');
  if (version !== undefined) return { kind: 'text', version };
  const from = numberOf('from');
  const [current, before] = versions;
  const to = numberOf('to') ?? current?.number;
  if (from !== undefined && to !== undefined) return { kind: 'comparison', from, to };
  if (current === undefined || before === undefined) return undefined;
  return { kind: 'comparison', from: before.number, to: current.number };
}
