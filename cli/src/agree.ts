import { EXIT, Failure, usageFailure } from './exit-codes.ts';
import type { Terminal } from './terminal.ts';

interface Agreement {
  terminal: Terminal;
  signal: AbortSignal;
  /** Agreed to already: nobody is asked. */
  isAgreed: boolean;
}

/** Asks whether something is done. `instead` says what to add where nobody can be asked. @throws {Failure} if it is not. */
export async function agree(
  { terminal, signal, isAgreed }: Agreement,
  question: string,
  instead: string,
): Promise<void> {
  if (isAgreed) return;
  if (!terminal.canAsk) throw usageFailure(`Nobody can be asked here. ${instead}`);
  if (!(await terminal.confirm(question, signal))) {
    throw new Failure('Nothing was changed.', EXIT.declined);
  }
}
