/** The longest interactions that are kept for each screen: one of fifty is left out as an outlier. */
const KEPT_MAX = 10;
const INTERACTIONS_PER_OUTLIER = 50;

/** The times of the interactions with one screen. */
export class InteractionTimes {
  readonly #longest = new Map<number, number>();
  readonly #seen = new Set<number>();

  /** Adds an event of an interaction; the longest event of an interaction counts. */
  add(interactionId: number, milliseconds: number): void {
    this.#seen.add(interactionId);
    const known = this.#longest.get(interactionId) ?? 0;
    this.#longest.set(interactionId, Math.max(known, milliseconds));
    if (this.#longest.size <= KEPT_MAX) return;
    const [shortest] = this.#sorted().at(-1) ?? [];
    if (shortest !== undefined) this.#longest.delete(shortest);
  }

  /**
   * Returns the interaction to next paint in milliseconds, as the browsers' field data counts it: the
   * longest, without one outlier for every fifty interactions. Undefined where there was none.
   */
  interactionToNextPaint(): number | undefined {
    const outliers = Math.floor(this.#seen.size / INTERACTIONS_PER_OUTLIER);
    const sorted = this.#sorted();
    return sorted[Math.min(outliers, sorted.length - 1)]?.[1];
  }

  #sorted(): [id: number, milliseconds: number][] {
    return [...this.#longest].sort(([, one], [, other]) => other - one);
  }
}
