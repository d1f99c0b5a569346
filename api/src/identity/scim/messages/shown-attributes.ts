import { invalidValue } from '../scim-problem.ts';
import { isObject, listOf, type Attributes } from './read-attributes.ts';
import type { Resource } from '../scim-response.ts';

/** Which attributes a client asks for: RFC 7644 (3.4.2.5). Names are in lower case. */
export interface Shown {
  only: ReadonlySet<string> | undefined;
  without: ReadonlySet<string>;
}

/** Names in one request. */
const NAMES_MAX = 100;
/** Whatever is asked for. */
const ALWAYS = new Set(['schemas', 'id']);
const CORE = /^urn:ietf:params:scim:schemas:core:2\.0:(?:user|group):/;

/** Reads `attributes` and `excludedAttributes`, lists or texts with commas. The first one wins. */
export function readShown(sent: Attributes): Shown {
  const only = namesOf(sent.get('attributes'));
  return {
    only: only.size === 0 ? undefined : only,
    without: namesOf(sent.get('excludedattributes')),
  };
}

/** Returns whether an attribute is shown, or a part of it. */
export function isShown({ only, without }: Shown, name: string): boolean {
  if (only === undefined) return !without.has(name);
  return only.has(name) || [...only].some((each) => each.startsWith(`${name}.`));
}

/** Returns what is shown of a resource. */
export function shownOf(resource: Resource, shown: Shown): object {
  const attributes = Object.entries(resource).flatMap(([name, value]) => {
    const key = name.toLowerCase();
    if (ALWAYS.has(key)) return [[name, value]];
    if (!isShown(shown, key)) return [];
    return [[name, partsOf(value, key, shown)]];
  });
  return Object.fromEntries(attributes) as object;
}

function partsOf(value: unknown, key: string, { only, without }: Shown): unknown {
  const isPartShown = (name: string) => {
    const part = `${key}.${name.toLowerCase()}`;
    if (only === undefined) return !without.has(part);
    return only.has(key) || only.has(part);
  };
  const partOf = (each: unknown): unknown =>
    isObject(each)
      ? Object.fromEntries(Object.entries(each).filter(([name]) => isPartShown(name)))
      : each;
  return Array.isArray(value) ? value.map(partOf) : partOf(value);
}

function namesOf(sent: unknown): Set<string> {
  const names = listOf(sent).flatMap((each) => String(each).split(','));
  if (names.length > NAMES_MAX) throw invalidValue('Too many attributes are named.');
  return new Set(names.map((name) => name.trim().toLowerCase().replace(CORE, '')).filter(Boolean));
}
