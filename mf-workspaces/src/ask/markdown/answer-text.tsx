import type { SearchResult } from '@carrel/shared/contract';
import { Box, Stack, Text } from '@carrel/shared/ui';

import { answerParagraphs } from './answer-parts.ts';

interface AnswerTextProps {
  text: string;
  passages: readonly SearchResult[];
  onOpen: (passage: number) => void;
}

/** An answer as plain paragraphs, whose citations open their passage. */
export function AnswerText({ text, passages, onOpen }: AnswerTextProps) {
  return (
    <Stack gap="3" maxWidth="42rem">
      {answerParagraphs(text, passages.length).map((parts, paragraph) => (
        // oxlint-disable-next-line react/no-array-index-key -- paragraphs are only added
        <Text key={paragraph} whiteSpace="pre-line" overflowWrap="anywhere" dir="auto">
          {parts.map((part) => {
            if ('text' in part) return part.text;
            const { passage, at } = part;
            const name = passages[passage - 1]?.document.name ?? '';
            return (
              <Box
                asChild
                key={at}
                px="0.5"
                borderRadius="sm"
                color="accent.fg"
                fontWeight="medium"
                cursor="pointer"
                _hover={{ bg: 'accent.subtle' }}
              >
                <button
                  type="button"
                  aria-label={`Passage ${passage}: ${name}`}
                  onClick={() => onOpen(passage)}
                >
                  [{passage}]
                </button>
              </Box>
            );
          })}
        </Text>
      ))}
    </Stack>
  );
}
