import type { DocumentChunk } from '@carrel/shared/contract';
import { IconButton } from '@carrel/shared/ui';
import { Menu } from '@carrel/shared/ui/signed-in';
import { Combine, Eye, EyeOff, MoreHorizontal, Pencil, Scissors, Undo2 } from 'lucide-react';
import type { DocumentPlace } from '../../data/document.api.ts';
import { useChunkActions } from './changes/use-chunk-actions.ts';
import type { OpenChunkDialog } from './use-chunk-dialog.tsx';

interface ChunkMenuProps {
  place: DocumentPlace;
  chunk: DocumentChunk;
  /** How many chunks the document has. */
  total: number;
  onDialog: OpenChunkDialog;
}

/** What an Editor can do with a chunk. */
export function ChunkMenu({ place, chunk, total, onDialog }: ChunkMenuProps) {
  const actions = useChunkActions(place);
  const isOff = chunk.off === true;
  return (
    <Menu
      label={`Actions of chunk ${chunk.number + 1}`}
      trigger={
        <IconButton size="sm" label="Change this chunk" loading={actions.isPending}>
          <MoreHorizontal aria-hidden />
        </IconButton>
      }
      items={[
        {
          label: 'Edit, keywords and questions',
          icon: <Pencil />,
          onSelect: () => onDialog('edit', chunk),
        },
        { label: 'Split', icon: <Scissors />, onSelect: () => onDialog('split', chunk) },
        {
          label: 'Join with next',
          icon: <Combine />,
          disabled: chunk.number + 1 >= total,
          onSelect: () => actions.join(chunk),
        },
        {
          label: isOff ? 'Switch on' : 'Switch off',
          icon: isOff ? <Eye /> : <EyeOff />,
          description: isOff ? undefined : 'No search finds it',
          onSelect: () => actions.switchOff(chunk, !isOff),
        },
        ...(chunk.change === null || chunk.change === undefined
          ? []
          : [
              {
                label: 'Restore the original',
                icon: <Undo2 />,
                separated: true,
                onSelect: () => actions.restore(chunk),
              },
            ]),
      ]}
    />
  );
}
