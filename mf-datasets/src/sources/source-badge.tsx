import type { Source } from '@carrel/shared/contract/sources';
import { Badge } from '@carrel/shared/ui/signed-in';
import {
  CircleCheck,
  CirclePause,
  CircleSlash,
  Hourglass,
  LoaderCircle,
  TriangleAlert,
  Unplug,
} from 'lucide-react';

import { sourceLook } from '../data/sources/source-labels.ts';

const ICONS = {
  done: CircleCheck,
  working: LoaderCircle,
  waiting: Hourglass,
  failed: TriangleAlert,
  paused: CirclePause,
  stopped: CircleSlash,
  unconnected: Unplug,
};

/** The state of a source as icon, words and colour. */
export function SourceBadge({ source }: { source: Source }) {
  const { label, tone, icon } = sourceLook(source);
  const Icon = ICONS[icon];
  return (
    <Badge
      tone={tone}
      {...(icon === 'working' && {
        css: { '& svg': { animation: 'pulse 2s ease-in-out infinite' } },
      })}
    >
      <Icon aria-hidden />
      {label}
    </Badge>
  );
}
