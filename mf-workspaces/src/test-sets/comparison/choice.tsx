import { Button } from '@carrel/shared/ui';

interface ChoiceProps {
  label: string;
  pressed?: boolean;
  onPress: () => void;
}

/** One of several things to look at. */
export function Choice({ label, pressed, onPress }: ChoiceProps) {
  return (
    <Button
      size="sm"
      variant={pressed === true ? 'secondary' : 'ghost'}
      aria-pressed={pressed}
      onClick={onPress}
    >
      {label}
    </Button>
  );
}
