/** The side of the control. */
export type Side = 'top' | 'right' | 'bottom' | 'left';

interface Box {
  left: number;
  top: number;
  width: number;
  height: number;
}

const GAP = 6;
const MARGIN = 8;

const within = (value: number, size: number, limit: number) =>
  Math.max(MARGIN, Math.min(value, limit - size - MARGIN));

/** Returns the upper left corner of what is placed beside `anchor`: on the other side when there is no room, never outside of the window. */
export function placeBeside(
  side: Side,
  anchor: Box,
  size: { width: number; height: number },
  view: { width: number; height: number },
): { left: number; top: number } {
  const middleX = anchor.left + (anchor.width - size.width) / 2;
  const middleY = anchor.top + (anchor.height - size.height) / 2;
  const before = { x: anchor.left - size.width - GAP, y: anchor.top - size.height - GAP };
  const after = { x: anchor.left + anchor.width + GAP, y: anchor.top + anchor.height + GAP };
  const fitsAfter = {
    x: after.x + size.width + MARGIN <= view.width,
    y: after.y + size.height + MARGIN <= view.height,
  };
  if (side === 'top' || side === 'bottom') {
    const up = side === 'top' ? before.y >= MARGIN : !fitsAfter.y;
    return { left: within(middleX, size.width, view.width), top: up ? before.y : after.y };
  }
  const back = side === 'left' ? before.x >= MARGIN : !fitsAfter.x;
  return { left: back ? before.x : after.x, top: within(middleY, size.height, view.height) };
}
