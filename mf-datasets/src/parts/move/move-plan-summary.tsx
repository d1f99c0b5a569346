import { shownName } from '@carrel/shared/contract';
import type { MoveObstacle } from '@carrel/shared/contract';
import { Box, Flex, Spinner, Stack, Text } from '@carrel/shared/ui';
import { formatSize } from '@carrel/shared/ui/signed-in';
import { TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';

import { documentCount } from '../../data/chosen-documents.ts';
import type { MovesPlan } from '../../data/moves/move-plan.queries.ts';

interface MovePlanSummaryProps {
  plan: MovesPlan | undefined;
  /** It is being read. */
  reading: boolean;
  /** What is done to documents. */
  verb: 'moved' | 'renamed';
}

/** Examples that are listed. */
const SHOWN = 5;

/** What a move does, and what it leaves where it is, before it is done. */
export function MovePlanSummary({ plan, reading, verb }: MovePlanSummaryProps) {
  return (
    <Box as="output" display="block" minHeight="5" fontSize="sm" aria-busy={reading || undefined}>
      {plan === undefined ? (
        reading && (
          <Flex align="center" gap="2" color="fg.muted">
            <Spinner />
            Looking at what is there
          </Flex>
        )
      ) : (
        <Stack gap="3" opacity={reading ? 0.6 : 1}>
          <PlanText plan={plan} verb={verb} />
          <Warnings plan={plan} />
        </Stack>
      )}
    </Box>
  );
}

function PlanText({ plan, verb }: { plan: MovesPlan; verb: string }) {
  const { documents, folders, unchanged, sidecars, bytes } = plan;
  const size = bytes > 0 ? `, ${formatSize(bytes, { decimals: 1 })}` : '';
  const text =
    documents > 0
      ? `${documentCount(documents)} will be ${verb}${size}.`
      : folders > 0
        ? `${folderCount(folders)} will be ${verb}.`
        : `No document will be ${verb}.`;
  return (
    <Text color="fg.muted">
      {text}
      {sidecars > 0 &&
        ` ${sidecars === 1 ? '1 metadata file goes' : `${sidecars} metadata files go`} along.`}
      {unchanged > 0 && ` ${isAre(unchanged, documentCount(unchanged))} there already.`}
    </Text>
  );
}

function Warnings({ plan }: { plan: MovesPlan }) {
  const { obstacles, similar, taken, refused, merged } = plan;
  const numbered = obstacles.filter((each) => each.numbered !== undefined);
  const staying = obstacles.filter((each) => each.numbered === undefined);
  const left = taken + refused - numbered.length;
  return (
    <>
      {merged && <Warning title="A folder of this name is there already. The two become one." />}
      {staying.length > 0 && (
        <Warning
          title={`${documentCount(left)} ${left === 1 ? 'will stay where it is' : 'will stay where they are'}.`}
        >
          {listOf(staying, left, ({ path, reason }) => [path, reason])}
        </Warning>
      )}
      {numbered.length > 0 && (
        <Warning title="What is there keeps its name. These get a number:">
          {listOf(numbered, numbered.length, ({ path, numbered: to }) => [
            path,
            `Becomes ${shownName(to ?? '')}`,
          ])}
        </Warning>
      )}
      {similar.length > 0 && (
        <Warning title="Names that can hardly be told apart will be side by side:">
          {listOf(
            similar.map(({ to, existing }) => ({ path: to, to: existing, reason: '' })),
            similar.length,
            ({ path, to }) => [path, `There is ${shownName(to)}`],
          )}
        </Warning>
      )}
    </>
  );
}

function listOf(
  rows: readonly MoveObstacle[],
  total: number,
  textsOf: (row: MoveObstacle) => [string, string],
): ReactNode {
  const shown = rows.slice(0, SHOWN);
  return (
    <Box as="ul" display="grid" gap="1.5" mt="1.5">
      {shown.map((row) => {
        const [path, note] = textsOf(row);
        return (
          <Box as="li" key={row.path + row.to} overflowWrap="anywhere">
            <Text as="span" fontWeight="medium">
              {shownName(path)}
            </Text>
            <Text as="span" display="block" fontSize="xs" color="fg.muted">
              {note}
            </Text>
          </Box>
        );
      })}
      {total > shown.length && (
        <Box as="li" fontSize="xs" color="fg.muted">
          {`and ${(total - shown.length).toLocaleString('en-US')} more`}
        </Box>
      )}
    </Box>
  );
}

function Warning({ title, children }: { title: string; children?: ReactNode }) {
  return (
    <Flex gap="2" px="3" py="2" borderRadius="md" borderWidth="1px" bg="bg.subtle">
      <Box color="warning.fg" flexShrink="0" pt="0.5">
        <TriangleAlert size={15} aria-hidden />
      </Box>
      <Box minWidth="0" flex="1">
        {title}
        {children}
      </Box>
    </Flex>
  );
}

const folderCount = (count: number) =>
  count === 1 ? '1 folder' : `${count.toLocaleString('en-US')} folders`;

const isAre = (count: number, counted: string) => `${counted} ${count === 1 ? 'is' : 'are'}`;
