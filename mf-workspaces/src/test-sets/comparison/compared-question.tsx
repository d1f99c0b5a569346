import { describeFailure } from '@carrel/shared/api';
import type { ComparedQuestion, FoundTestChunk } from '@carrel/shared/contract';
import { shownName } from '@carrel/shared/contract';
import { Box, Button, ErrorState, Flex, Grid, Heading, Text } from '@carrel/shared/ui';
import { Badge, Skeleton } from '@carrel/shared/ui/signed-in';
import { useQuery } from '@tanstack/react-query';
import { Check, ChevronDown, ChevronRight } from 'lucide-react';
import { useId, useState } from 'react';

import { figureText } from '../plot/figure-words.ts';
import { listsQuery } from '../../data/test-sets.queries.ts';
import type { TestSetScope } from '../../data/test-sets.queries.ts';
import { FirstRight } from './rank-words.tsx';

/** The runs that are compared. */
export interface ComparedRuns {
  runId: string;
  /** The names of the lists. */
  name: string;
  against: string | undefined;
  againstName: string;
}

interface ComparedQuestionProps {
  scope: TestSetScope;
  runs: ComparedRuns;
  question: ComparedQuestion;
}

/** A question with what became of it, and both lists on demand. */
export function ComparedQuestionItem({ scope, runs, question }: ComparedQuestionProps) {
  const [open, setOpen] = useState(false);
  const listsId = useId();
  const { before } = question;
  return (
    <Box as="li" borderTopWidth="1px" py="2" px={{ base: '2', md: '3' }} minWidth="0">
      <Flex align="center" gap="2" wrap="wrap">
        <Button
          variant="ghost"
          size="sm"
          flex="1 1 14rem"
          minWidth="0"
          height="auto"
          minHeight="8"
          py="1"
          justifyContent="flex-start"
          textAlign="start"
          whiteSpace="normal"
          overflowWrap="anywhere"
          aria-expanded={open}
          aria-controls={listsId}
          onClick={() => setOpen(!open)}
        >
          {open ? <ChevronDown aria-hidden /> : <ChevronRight aria-hidden />}
          <Text as="span" dir="auto" color="fg.default" minWidth="0">
            {question.query}
          </Text>
        </Button>
        <Flex align="center" gap="2" ps={{ base: '7', md: '0' }} wrap="wrap">
          {question.answers_changed && <Badge tone="neutral">Answers changed</Badge>}
          {before !== null && (
            <>
              <FirstRight rank={before.first_right} />
              <Text as="span" color="fg.muted">
                →
              </Text>
            </>
          )}
          <FirstRight rank={question.first_right} />
          <Text as="span" fontSize="sm" color="fg.muted" fontVariantNumeric="tabular-nums">
            {`nDCG ${before === null ? '' : `${figureText(before.ndcg)} → `}${figureText(question.ndcg)}`}
          </Text>
        </Flex>
      </Flex>
      <Box id={listsId} ps={{ base: '2', md: '7' }} pt={open ? '2' : undefined}>
        {open && <Lists scope={scope} runs={runs} questionId={question.id} />}
      </Box>
    </Box>
  );
}

function Lists({
  scope,
  runs,
  questionId,
}: Omit<ComparedQuestionProps, 'question'> & { questionId: string }) {
  const lists = useQuery(listsQuery(scope, runs.runId, questionId, runs.against));
  if (lists.data === undefined) {
    return lists.isError ? (
      <ErrorState
        title="Failed to load the lists"
        {...describeFailure(lists.error)}
        retrying={lists.isFetching}
        onRetry={() => void lists.refetch()}
      />
    ) : (
      <Skeleton height="8rem" borderRadius="md" />
    );
  }
  const { results, before } = lists.data;
  return (
    <Grid gap="4" gridTemplateColumns="repeat(auto-fit, minmax(min(100%, 18rem), 1fr))" pb="2">
      {before !== null && <List name={runs.againstName} chunks={before} />}
      <List name={runs.name} chunks={results} />
    </Grid>
  );
}

function List({ name, chunks }: { name: string; chunks: readonly FoundTestChunk[] }) {
  const id = useId();
  return (
    <Box as="section" aria-labelledby={id} minWidth="0">
      <Heading as="h3" id={id} fontSize="sm" color="fg.muted" mb="1">
        {name}
      </Heading>
      {chunks.length === 0 ? (
        <Text fontSize="sm" color="fg.muted">
          Nothing was found.
        </Text>
      ) : (
        <Box as="ol" fontSize="sm">
          {chunks.map((chunk, index) => (
            <Flex
              as="li"
              key={`${chunk.document_id} ${chunk.number}`}
              gap="2"
              py="0.5"
              minWidth="0"
            >
              <Text
                as="span"
                width="1.5rem"
                flexShrink="0"
                textAlign="end"
                color="fg.muted"
                fontVariantNumeric="tabular-nums"
              >
                {index + 1}
              </Text>
              <Text
                as="span"
                flex="1"
                minWidth="0"
                overflowWrap="anywhere"
                color={chunk.grade > 0 ? 'fg.default' : 'fg.muted'}
              >
                {shownName(chunk.path)}
                <Text as="span" color="fg.muted">{` · chunk ${chunk.number + 1}`}</Text>
              </Text>
              {chunk.grade > 0 && (
                <Badge tone="success" flexShrink="0">
                  <Check aria-hidden />
                  Right
                </Badge>
              )}
            </Flex>
          ))}
        </Box>
      )}
    </Box>
  );
}
