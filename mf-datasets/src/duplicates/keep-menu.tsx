import { KEEP_RULES } from '@carrel/shared/contract';
import type { DuplicateKind } from '@carrel/shared/contract';
import { Button } from '@carrel/shared/ui';
import { Menu } from '@carrel/shared/ui/signed-in';
import { ChevronDown } from 'lucide-react';

import { KEEP_LABELS } from '../data/duplicates/duplicate-labels.ts';
import { useResolve } from './use-resolve.tsx';

interface KeepMenuProps {
  datasetId: string;
  kind: DuplicateKind;
  groups: number;
  readAt: string | undefined;
}

/** Keeps one document of each group of a kind, by a rule. */
export function KeepMenu({ datasetId, kind, groups, readAt }: KeepMenuProps) {
  const resolve = useResolve(datasetId);
  if (groups === 0) return null;
  const items = KEEP_RULES.flatMap((keep) => {
    const label = KEEP_LABELS[keep];
    if (label === undefined) return [];
    const input = { kind, keep, ...(readAt !== undefined && { seen_at: readAt }) };
    const keeps = label.replace('Keep the', 'The');
    return [{ label, onSelect: () => void resolve.ask({ input, keeps }).catch(() => undefined) }];
  });
  return (
    <>
      <Menu
        label="Keep one of each group"
        items={items}
        trigger={
          <Button size="sm" loading={resolve.isPlanning}>
            Keep one of each
            <ChevronDown size={14} aria-hidden />
          </Button>
        }
      />
      {resolve.dialog}
    </>
  );
}
