import { Box, Text } from '@carrel/shared/ui';

interface DidYouMeanProps {
  /** What was searched for. */
  q: string;
  suggestion: string | null | undefined;
  onAccept: (suggestion: string) => void;
}

/** Offers a query whose words are in documents. It is searched for only where it is pressed. */
export function DidYouMean({ q, suggestion, onAccept }: DidYouMeanProps) {
  if (suggestion === null || suggestion === undefined || suggestion === q.trim()) return null;
  return (
    <Text mb="3" fontSize="sm" color="fg.muted" overflowWrap="anywhere">
      {'Did you mean '}
      <Box asChild css={SUGGESTION}>
        <button type="button" onClick={() => onAccept(suggestion)}>
          {suggestedParts(q, suggestion).map(({ text, isChanged, at }) =>
            isChanged ? <strong key={at}>{text}</strong> : text,
          )}
        </button>
      </Box>
      ?
    </Text>
  );
}

/** Returns a suggestion in parts: words that were typed, and those that were not. */
export function suggestedParts(q: string, suggestion: string) {
  const typed = new Set(q.toLowerCase().split(/\s+/));
  let at = 0;
  return suggestion.split(/(\s+)/).map((text) => {
    const part = {
      text,
      at,
      isChanged: text.trim() !== '' && !typed.has(text.toLowerCase()),
    };
    at += text.length;
    return part;
  });
}

const SUGGESTION = {
  display: 'inline',
  color: 'accent.fg',
  textAlign: 'start',
  cursor: 'pointer',
  borderRadius: 'sm',
  textDecoration: 'underline',
  textDecorationColor: 'transparent',
  textUnderlineOffset: '0.2em',
  '&:hover': { textDecorationColor: 'currentColor' },
  '& strong': { fontWeight: 'semibold', fontStyle: 'italic' },
  '@media (pointer: coarse)': { py: '2' },
};
