/** Milliseconds of work after which the page gets its turn; a slow phone takes four times as long. */
const SLICE_MS = 16;
/** Looking at the clock costs more than most of the steps. */
const STEPS = 128;

/** Does something with each item of very many, and lets the page answer a person in between. */
export async function inTurns<Item>(
  items: Iterable<Item>,
  act: (item: Item) => void,
): Promise<void> {
  let steps = 0;
  let since = performance.now();
  for (const item of items) {
    act(item);
    steps += 1;
    if (steps % STEPS !== 0 || performance.now() - since < SLICE_MS) continue;
    await turn();
    since = performance.now();
  }
}

const turn = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));
