import { Button, Flex } from '@carrel/shared/ui';

interface ChangesToggleProps {
  changed: number;
  lost: number;
  /** Whether the changes are shown instead of all chunks. */
  shown: boolean;
  onShow: (shown: boolean) => void;
}

/** Shows the chunks that people changed, and lost changes, instead of all chunks. */
export function ChangesToggle({ changed, lost, shown, onShow }: ChangesToggleProps) {
  const count = (changed - lost).toLocaleString('en-US');
  return (
    <Flex px="3" py="1.5" borderBottomWidth="1px" flexShrink="0">
      <Button
        size="sm"
        variant="ghost"
        aria-pressed={shown}
        css={{ '&[aria-pressed=true]': { bg: 'bg.hover', color: 'fg.default' } }}
        onClick={() => onShow(!shown)}
      >
        {`Changed by hand: ${count}`}
        {lost > 0 && `, lost: ${lost.toLocaleString('en-US')}`}
      </Button>
    </Flex>
  );
}
