import type { EntryOutcome } from '@carrel/shared/contract';
import { Ban, Equal, Minus, PenLine, Plus } from 'lucide-react';
import type { LucideIcon } from 'lucide-react';

/** How an outcome is shown: never by colour alone. */
export interface OutcomeLook {
  label: string;
  icon: LucideIcon;
  tone: 'neutral' | 'info' | 'success' | 'danger';
}

/** In the order in which they are shown. */
export const OUTCOME_LOOKS: Readonly<Record<EntryOutcome, OutcomeLook>> = {
  added: { label: 'Added', icon: Plus, tone: 'success' },
  changed: { label: 'Changed', icon: PenLine, tone: 'info' },
  unchanged: { label: 'Unchanged', icon: Equal, tone: 'neutral' },
  refused: { label: 'Refused', icon: Ban, tone: 'danger' },
  removed: { label: 'Removed', icon: Minus, tone: 'danger' },
};
