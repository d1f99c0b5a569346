/** What of a page is drawn: its picture, or its text over it. */
type Part = 'picture' | 'text';

interface Drawing {
  page: number;
  part: Part;
  run: () => Promise<unknown>;
}

/** Milliseconds without scrolling after which everything is drawn again. */
const REST_MS = 120;
/** Pages by which a text is drawn later than the picture of the same page. */
const TEXT_DELAY = 1.5;

/**
 * Draws the pages of a document one after another, the nearest to the shown page first. Several at the
 * same time would delay each other, as all are drawn by one thread. While pages scroll only the pictures
 * of the shown page and of its neighbours are drawn.
 */
export class DrawingQueue {
  readonly #waiting = new Set<Drawing>();
  #shown = 1;
  #isDrawing = false;
  #rest: ReturnType<typeof setTimeout> | undefined;

  /** Queues a part of a page, and returns a function that removes it again. */
  add(drawing: Drawing): () => void {
    this.#waiting.add(drawing);
    this.#drawNext();
    return () => void this.#waiting.delete(drawing);
  }

  /** Called with the number of the shown page while pages scroll. */
  scroll(page: number): void {
    this.#shown = page;
    clearTimeout(this.#rest);
    this.#rest = setTimeout(() => {
      this.#rest = undefined;
      this.#drawNext();
    }, REST_MS);
  }

  #drawNext(): void {
    if (this.#isDrawing) return;
    const next = this.#next();
    if (next === undefined) return;
    this.#waiting.delete(next);
    this.#isDrawing = true;
    const settle = () => {
      this.#isDrawing = false;
      this.#drawNext();
    };
    // What has been drawn is painted before the next is drawn.
    const paint = () => requestAnimationFrame(() => setTimeout(settle));
    next.run().then(paint, paint);
  }

  #next(): Drawing | undefined {
    let next: Drawing | undefined;
    let least = Infinity;
    for (const drawing of this.#waiting) {
      const { page, part } = drawing;
      const distance = Math.abs(page - this.#shown);
      if (this.#rest !== undefined && (part === 'text' || distance > 1)) continue;
      const rank = distance + (part === 'text' ? TEXT_DELAY : 0);
      if (rank >= least) continue;
      least = rank;
      next = drawing;
    }
    return next;
  }
}
