import type { ApiContext, KeyPlaces } from '../http/api-context.ts';

/** Returns the id of who calls, an account or an API key, for limits of its own. */
export function callerId(c: ApiContext): string {
  return c.get('key')?.id ?? c.get('account').id;
}

/** Returns whether the caller may use a dataset or workspace of the organization: keys can be limited to some. */
export function mayUse(c: ApiContext, kind: keyof KeyPlaces, id: string): boolean {
  return c.get('key')?.places[kind]?.includes(id) ?? true;
}
