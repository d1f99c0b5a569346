import { METADATA_PARAMETER, type MetadataCondition } from '../contract/public.ts';

/** Returns the parameters of a URL that ask for metadata: a list of values for each key. */
export function metadataParameters(
  conditions: readonly MetadataCondition[],
): Record<string, readonly string[]> {
  const parameters = new Map<string, string[]>();
  for (const { key, value } of conditions) {
    const name = METADATA_PARAMETER + key;
    parameters.set(name, [...(parameters.get(name) ?? []), value]);
  }
  return Object.fromEntries(parameters);
}
