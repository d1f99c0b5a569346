import { matches, requiredBy } from '../filter-condition.ts';
import type { AttributePath } from '../read-path.ts';
import { attributesOf, booleanOf, isObject, listOf } from '../messages/read-attributes.ts';
import { invalidSyntax, invalidValue, readOnly } from '../scim-problem.ts';
import type { PatchOperation } from '../messages/read-patch.ts';
import { attributesOfUser, readUser, type UserFields } from './user-fields.ts';

/** Texts and booleans. */
const SIMPLE = new Set(['username', 'externalid', 'active', 'displayname']);
const READ_ONLY = new Set(['id', 'meta', 'schemas', 'groups']);
/** Elements of a list while it is patched. */
const LIST_MAX = 100;

type Element = Map<string, unknown>;

/**
 * Returns a user as its operations leave it. Attributes that this server does not keep are ignored, as where a user is
 * created. A filter that matches nothing adds an element that it matches: Entra sends addresses in this way.
 */
export function patchUser(fields: UserFields, operations: readonly PatchOperation[]): UserFields {
  const attributes = attributesOfUser(fields);
  for (const { op, path, value, isPathless } of operations) {
    const { attribute } = path;
    if (READ_ONLY.has(attribute)) {
      if (!isPathless) throw readOnly(attribute);
    } else if (SIMPLE.has(attribute)) {
      attributes.set(attribute, op === 'remove' ? null : single(value));
    } else if (attribute === 'name') {
      attributes.set(attribute, patchName(attributes.get('name') as Element, op, path, value));
    } else if (attribute === 'emails') {
      attributes.set('emails', patchList(attributes.get('emails') as Element[], op, path, value));
    }
  }
  const plain = new Map(attributes);
  plain.set('name', Object.fromEntries(attributes.get('name') as Element));
  plain.set(
    'emails',
    (attributes.get('emails') as Element[]).map((element) => Object.fromEntries(element)),
  );
  return readUser(plain, fields.active);
}

/** Some directories send a text as a list of one. */
function single(value: unknown): unknown {
  if (!Array.isArray(value)) return value;
  if (value.length > 1) throw invalidValue('One value was expected.');
  return value[0] as unknown;
}

function patchName(
  name: Element,
  op: PatchOperation['op'],
  { sub }: AttributePath,
  value: unknown,
): Element {
  if (op === 'remove') {
    return sub === undefined ? new Map() : new Map([...name, [sub, null]]);
  }
  return new Map([...name, ...(sub === undefined ? attributesOf(value) : [[sub, value] as const])]);
}

function patchList(
  list: readonly Element[],
  op: PatchOperation['op'],
  { within, sub }: AttributePath,
  value: unknown,
): Element[] {
  const isMeant = (element: Element) => within === undefined || matches(within, element);
  if (op === 'remove') {
    if (sub !== undefined) {
      return list.map((element) =>
        isMeant(element) ? new Map([...element, [sub, null]]) : element,
      );
    }
    const removed = listOf(value).map((each) => elementOf(each).get('value'));
    if (within === undefined && removed.length > 0) {
      return list.filter((element) => !removed.includes(element.get('value')));
    }
    return list.filter((element) => !isMeant(element));
  }
  if (within === undefined && sub === undefined) {
    const elements = listOf(value).map(elementOf);
    return onePrimary(op === 'replace' ? elements : union(list, elements), elements);
  }
  const change = elementOf(sub === undefined ? value : { [sub]: single(value) });
  const isThere = list.some(isMeant);
  if (isThere) {
    const changed = list.map((element) =>
      isMeant(element) ? new Map([...element, ...change]) : element,
    );
    return onePrimary(changed, change.get('primary') === true ? changed.filter(isMeant) : []);
  }
  const made = new Map<string, unknown>([
    ...(within === undefined ? [] : requiredBy(within)),
    ...change,
  ]);
  return bounded([...list, made]);
}

function elementOf(value: unknown): Element {
  const element = new Map(attributesOf(isObject(value) ? value : { value }));
  const primary = booleanOf('primary', element.get('primary'));
  return primary === undefined ? element : element.set('primary', primary);
}

/** Adds what is not there with the same value and type. */
function union(list: readonly Element[], added: readonly Element[]): Element[] {
  const keyOf = (element: Element) =>
    JSON.stringify([element.get('value'), element.get('type') ?? null]);
  const keys = new Set(added.map(keyOf));
  return bounded([...list.filter((element) => !keys.has(keyOf(element))), ...added]);
}

/** Of a list, the primary element that came last is the only one (RFC 7644, 3.5.2). */
function onePrimary(list: readonly Element[], changed: readonly Element[]): Element[] {
  const primary = changed.findLast((element) => element.get('primary') === true);
  if (primary === undefined) return bounded([...list]);
  return bounded(
    list.map((element) =>
      element === primary || element.get('primary') !== true
        ? element
        : new Map([...element, ['primary', false]]),
    ),
  );
}

function bounded(list: Element[]): Element[] {
  if (list.length > LIST_MAX) throw invalidSyntax(`A list has at most ${LIST_MAX} elements.`);
  return list;
}
