/** Milliseconds of work before the page may handle input; a slow phone takes four times as long. */
const SLICE_MS = 16;
/** Steps between two readings of the clock, which cost more than most steps; fewer where one takes long. */
const STEPS = 128;

/** Calls `act` with each of very many items, and lets the page handle input in between. */
export async function forEachYielding<Item>(
  items: Iterable<Item>,
  act: (item: Item) => void,
  stepsBetween = STEPS,
): Promise<void> {
  let steps = 0;
  let since = performance.now();
  for (const item of items) {
    act(item);
    steps += 1;
    if (steps % stepsBetween !== 0 || performance.now() - since < SLICE_MS) continue;
    await nextTask();
    since = performance.now();
  }
}

const nextTask = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));
