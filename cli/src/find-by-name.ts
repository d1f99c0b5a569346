import { Failure, usageFailure } from './exit-codes.ts';
import { printable } from './printable.ts';

/** What a list has, for messages. */
export interface Noun {
  one: string;
  many: string;
  /** Where the list is to be seen. */
  hint?: string;
}

/** Finds one of a list by its id, or by its exact name. @throws {Failure} where there is none, or several. */
export function findByName<Item extends { id: string; name: string }>(
  items: readonly Item[],
  wanted: string,
  { one, many, hint }: Noun,
): Item {
  const byId = items.find(({ id }) => id === wanted.toLowerCase());
  const found = byId === undefined ? items.filter(({ name }) => name === wanted) : [byId];
  const [item] = found;
  if (item === undefined) {
    const where = hint === undefined ? '' : ` ${hint}`;
    throw new Failure(`There is no ${one} "${printable(wanted)}" in this organization.${where}`);
  }
  if (found.length > 1) {
    const ids = found.map(({ id }) => `  ${id}`).join('\n');
    throw usageFailure(
      `${found.length} ${many} are called "${printable(wanted)}". Name one by its id:\n${ids}`,
    );
  }
  return item;
}
