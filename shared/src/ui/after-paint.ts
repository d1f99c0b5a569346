/**
 * Calls `act` once the next frame has been painted, or before the next key or press, whichever comes
 * first. Returns a function that cancels it.
 */
export function afterPaint(act: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const cancel = () => {
    cancelAnimationFrame(frame);
    clearTimeout(timer);
    removeEventListener('keydown', run, true);
    removeEventListener('pointerdown', run, true);
  };
  const run = () => {
    cancel();
    act();
  };
  const frame = requestAnimationFrame(() => {
    timer = setTimeout(run);
  });
  addEventListener('keydown', run, true);
  addEventListener('pointerdown', run, true);
  return cancel;
}
