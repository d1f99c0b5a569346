/** Shifts this thread's clock, like that of a machine with a wrong one. Returns a function that ends it. */
export function shiftClock(milliseconds: number): () => void {
  const RealDate = Date;
  class ShiftedDate extends RealDate {
    constructor(...parameters: [] | [number | string | Date]) {
      if (parameters.length === 0) super(RealDate.now() + milliseconds);
      else super(parameters[0]);
    }

    static override now(): number {
      return RealDate.now() + milliseconds;
    }
  }
  globalThis.Date = ShiftedDate as DateConstructor;
  return () => {
    globalThis.Date = RealDate;
  };
}
