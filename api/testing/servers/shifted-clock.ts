/**
 * Loaded into a server before its own code: shifts its clock by CLOCK_SHIFT_MILLISECONDS, like a machine
 * with a wrong clock.
 */
const shift = Number(process.env['CLOCK_SHIFT_MILLISECONDS']);
const RealDate = Date;

class ShiftedDate extends RealDate {
  constructor(...parameters: [] | [number | string | Date]) {
    if (parameters.length === 0) super(RealDate.now() + shift);
    else super(parameters[0]);
  }

  static override now(): number {
    return RealDate.now() + shift;
  }
}

globalThis.Date = ShiftedDate as DateConstructor;
