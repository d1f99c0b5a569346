import { Badge } from '@carrel/shared/ui/signed-in';
import { Check, X } from 'lucide-react';

/** Where the first right answer was found. */
export function FirstRight({ rank }: { rank: number | null }) {
  return rank === null ? (
    <Badge tone="danger">
      <X aria-hidden />
      Not in the first 10
    </Badge>
  ) : (
    <Badge tone={rank <= 3 ? 'success' : 'warning'}>
      <Check aria-hidden />
      {`Rank ${rank}`}
    </Badge>
  );
}
