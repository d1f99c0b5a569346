import { agree } from '../agree.ts';
import type { CommandContext, SyncOptions } from '../command-context.ts';

/** Asks whether a plan that was shown is carried out. @throws {Failure} if it is not. */
export function agreeToPlan(
  { terminal, signal }: Pick<CommandContext, 'terminal' | 'signal'>,
  { isAgreed }: Pick<SyncOptions, 'isAgreed'>,
  removed: number,
): Promise<void> {
  const question =
    removed === 0 ? 'Carry this out?' : `Carry this out, and remove ${removed} from the dataset?`;
  return agree(
    { terminal, signal, isAgreed },
    question,
    'Add --yes to carry out the plan, or --dry-run.',
  );
}
