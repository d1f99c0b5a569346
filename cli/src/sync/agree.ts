import { EXIT, Failure, usageFailure } from '../exit-codes.ts';
import type { CommandContext, SyncOptions } from '../command-context.ts';

/** Asks whether a plan that was shown is carried out. @throws {Failure} if it is not. */
export async function agree(
  { terminal, signal }: Pick<CommandContext, 'terminal' | 'signal'>,
  { isAgreed }: Pick<SyncOptions, 'isAgreed'>,
  removed: number,
): Promise<void> {
  if (isAgreed) return;
  if (!terminal.canAsk) {
    throw usageFailure('Nobody can be asked here. Add --yes to carry out the plan, or --dry-run.');
  }
  const question =
    removed === 0 ? 'Carry this out?' : `Carry this out, and remove ${removed} from the dataset?`;
  if (!(await terminal.confirm(question, signal))) {
    throw new Failure('Nothing was changed.', EXIT.declined);
  }
}
