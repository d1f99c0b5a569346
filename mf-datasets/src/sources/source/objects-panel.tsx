import type { Source, SourceObjectState, SourceRun } from '@carrel/shared/contract/sources';
import { Panel } from '@carrel/shared/ui/signed-in';
import { Stack } from '@carrel/shared/ui';
import { ArrowRight, Ban, Equal, Minus, PenLine, Plus } from 'lucide-react';
import { useState } from 'react';

import { PLAN_LABELS } from '../../data/sources/source-labels.ts';
import type { SourcesPlace } from '../../data/sources/sources.api.ts';
import { CountFilter } from '../../parts/count-filter.tsx';
import { ObjectList } from './object-list.tsx';

const LOOKS = {
  added: { icon: Plus, tone: 'success' },
  changed: { icon: PenLine, tone: 'info' },
  moved: { icon: ArrowRight, tone: 'info' },
  removed: { icon: Minus, tone: 'danger' },
  failed: { icon: Ban, tone: 'danger' },
  current: { icon: Equal, tone: 'neutral' },
} as const;

const PLANNED = ['removed', 'failed', 'added', 'changed', 'moved'] as const;
const IN_ORDER = ['added', 'changed', 'moved', 'removed', 'failed'] as const;

interface ObjectsPanelProps {
  place: SourcesPlace;
  source: Source;
  run: SourceRun;
}

/** What a plan does with each object; after a run what the source follows, and what could not be read. */
export function ObjectsPanel({ place, source, run }: ObjectsPanelProps) {
  const isOpen = run.ended_at === null;
  // Undefined until the user has chosen.
  const [chosen, choose] = useState<{ run: string; state: SourceObjectState | null }>();
  const key = `${run.number} ${run.state}`;
  const first = isOpen
    ? (PLANNED.find((state) => run[state] > 0) ?? null)
    : run.failed > 0
      ? 'failed'
      : null;
  const selected = chosen?.run === key ? chosen.state : first;
  const kinds = isOpen ? IN_ORDER.map((state) => kindOf(state, run[state])) : followed(source, run);
  return (
    <Panel title={isOpen ? 'The plan' : 'What it follows'}>
      <Stack gap="3">
        <CountFilter
          label="Objects"
          kinds={kinds}
          selected={selected}
          onSelect={(state) => choose({ run: key, state })}
        />
        {selected !== null && (
          <ObjectList
            key={selected}
            place={{ ...place, sourceId: source.id }}
            state={selected}
            version={key}
            total={kinds.find((kind) => kind.key === selected)?.count}
          />
        )}
      </Stack>
    </Panel>
  );
}

const kindOf = (
  state: SourceObjectState,
  count: number | undefined,
  label = PLAN_LABELS[state],
) => {
  const { icon, tone } = LOOKS[state];
  return { key: state, label, icon, tone, count };
};

/** How many are up to date is only known after a run that listed all of them. */
const followed = (source: Source, run: SourceRun) => [
  kindOf(
    'current',
    run.state === 'completed' ? source.objects - run.failed : undefined,
    'Up to date',
  ),
  kindOf('failed', run.failed),
];
