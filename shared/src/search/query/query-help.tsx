import { Box, Text } from '@carrel/shared/ui';

const OPERATORS = [
  ['"exact phrase"', 'words in this order'],
  ['-word', 'without it'],
  ['in:folder', 'below a folder'],
  ['kind:pdf', 'or word, slides, sheet, web, markdown, image, mail, text, code'],
  ['name:report', 'part of the name or path'],
] as const;

/** What a query can say besides words, one after the other or in lines below each other. */
export function QueryHelp({ id, inLines = false }: { id?: string; inLines?: boolean }) {
  return (
    <Box
      as="dl"
      id={id}
      fontSize="xs"
      color="fg.muted"
      textAlign="start"
      css={inLines ? LINES : LIST}
    >
      {OPERATORS.map(([written, meaning]) => (
        <div key={written}>
          <Text as="dt" fontFamily="mono" color="fg.default" whiteSpace="nowrap">
            {written}
          </Text>
          <dd>{meaning}</dd>
        </div>
      ))}
    </Box>
  );
}

const LINES = {
  display: 'grid',
  rowGap: '1.5',
  '& > div': { display: 'grid', gridTemplateColumns: '7.5rem minmax(0, 1fr)', columnGap: '3' },
};

const LIST = {
  display: 'flex',
  flexWrap: 'wrap',
  columnGap: '5',
  rowGap: '1',
  '& > div': { display: 'flex', columnGap: '2', minWidth: 0 },
};
