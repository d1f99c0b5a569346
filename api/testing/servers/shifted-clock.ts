/**
 * Loaded into a server before its own code: its clock goes wrong by CLOCK_SHIFT_MILLISECONDS, as that
 * of a machine nobody looks after.
 */
const shift = Number(process.env['CLOCK_SHIFT_MILLISECONDS']);
const RightDate = Date;

class ShiftedDate extends RightDate {
  constructor(...parameters: [] | [number | string | Date]) {
    if (parameters.length === 0) super(RightDate.now() + shift);
    else super(parameters[0]);
  }

  static override now(): number {
    return RightDate.now() + shift;
  }
}

globalThis.Date = ShiftedDate as DateConstructor;
