import { OMISSIONS_MAX, type Omission, type OmissionCode } from '@carrel/shared/contract';

/** What a file can claim to repeat is more than can be counted. */
const COUNT_MAX = 1_000_000_000;

/** Counts what is left out, in the order in which it is met. */
export class Omissions {
  readonly #counts = new Map<string, number>();

  add(what: OmissionCode, count = 1): void {
    this.addAll([{ what, count }]);
  }

  /** Adds what was left out of a file in this one. */
  addAll(omitted: readonly Omission[] = []): void {
    for (const { what, count } of omitted) {
      if (!(count > 0)) continue;
      this.#counts.set(what, Math.min((this.#counts.get(what) ?? 0) + count, COUNT_MAX));
    }
  }

  /** At most `OMISSIONS_MAX` kinds: those that come last are counted as one. */
  list(): Omission[] {
    const all = [...this.#counts].map(([what, count]) => ({ what, count }));
    if (all.length <= OMISSIONS_MAX) return all;
    const rest = all.slice(OMISSIONS_MAX - 1);
    const count = rest.reduce((sum, each) => sum + each.count, 0);
    return [...all.slice(0, OMISSIONS_MAX - 1), { what: 'other', count }];
  }
}
