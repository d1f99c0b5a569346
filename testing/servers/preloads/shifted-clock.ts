/**
 * Loaded into a server before its own code: shifts its clock by CLOCK_SHIFT_MILLISECONDS, like a machine
 * with a wrong clock, and by CLOCK_JUMP_MILLISECONDS more once it gets SIGUSR2.
 */
import { shiftClock } from './shift-clock.ts';

shiftClock(Number(process.env['CLOCK_SHIFT_MILLISECONDS'] ?? 0));
const jump = Number(process.env['CLOCK_JUMP_MILLISECONDS'] ?? 0);
process.on('SIGUSR2', () => {
  shiftClock(jump);
});
