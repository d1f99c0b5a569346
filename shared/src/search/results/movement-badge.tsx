import { VisuallyHidden } from '@carrel/shared/ui';
import { Badge } from '@carrel/shared/ui/signed-in';
import { ArrowDown, ArrowUp, Equal, Plus } from 'lucide-react';

import { movementText } from './movement.ts';
import type { Movement } from './movement.ts';

const toneOf = (movement: Movement) =>
  movement === null ? 'info' : movement > 0 ? 'success' : movement < 0 ? 'warning' : 'neutral';

function iconOf(movement: Movement) {
  if (movement === null) return <Plus aria-hidden />;
  if (movement === 0) return <Equal aria-hidden />;
  return movement > 0 ? <ArrowUp aria-hidden /> : <ArrowDown aria-hidden />;
}

/** How far a result is above or below its place in the other list. */
export function MovementBadge({ movement }: { movement: Movement }) {
  return (
    <Badge tone={toneOf(movement)} ms="auto" flexShrink="0">
      {iconOf(movement)}
      {movementText(movement)}
      <VisuallyHidden>, beside the other list</VisuallyHidden>
    </Badge>
  );
}
