import { HttpError } from '../errors/failures.ts';

/** Returns an item of a list by its id. @throws {HttpError} 404, as a call for one item has it. */
export function findListed<Item extends { id: string }>(
  items: readonly Item[],
  id: string,
  noun: string,
): Item {
  const found = items.find((item) => item.id === id.toLowerCase());
  if (found === undefined) throw new HttpError(`There is no such ${noun}.`, { status: 404 });
  return found;
}
