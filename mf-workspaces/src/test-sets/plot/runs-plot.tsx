import { Box, Flex, Text } from '@carrel/shared/ui';

import { FIGURES, figureText, runName, type FinishedRun } from './figure-words.ts';

interface RunsPlotProps {
  /** Oldest first. */
  runs: readonly FinishedRun[];
  /** The run that is shown below. */
  chosen: string | undefined;
  onChoose: (runId: string) => void;
}

const HEIGHT = '10rem';
const LINES = [0, 0.25, 0.5, 0.75, 1];

/** Percent from the left: of one run, the middle. */
const left = (index: number, count: number) => (count === 1 ? 50 : (index / (count - 1)) * 100);
const top = (figure: number) => (1 - figure) * 100;

/**
 * The figures of runs as three lines. The lines are stretched with the screen, while points and words keep
 * their size. A click chooses a run; the table beside it does the same with the keyboard.
 */
export function RunsPlot({ runs, chosen, onChoose }: RunsPlotProps) {
  const first = runs[0];
  const last = runs.at(-1);
  if (first === undefined || last === undefined) return null;
  const summary = FIGURES.map(
    ({ name, label }) => `${label} ${figureText(last.figures[name])}`,
  ).join(', ');
  return (
    <Box as="figure" aria-label={`The last ${runs.length} runs. Of the newest: ${summary}.`}>
      <Flex gap="2" aria-hidden>
        <Box
          position="relative"
          height={HEIGHT}
          width="1.75rem"
          flexShrink="0"
          fontSize="xs"
          color="fg.muted"
        >
          {[0, 0.5, 1].map((line) => (
            <Box
              key={line}
              as="span"
              position="absolute"
              right="0"
              transform="translateY(-50%)"
              fontVariantNumeric="tabular-nums"
              style={{ top: `${top(line)}%` }}
            >
              {line.toFixed(1)}
            </Box>
          ))}
        </Box>
        <Box flex="1" minWidth="0" px="3">
          <Box position="relative" height={HEIGHT}>
            {runs.map((run, index) => (
              <Column
                key={run.id}
                run={run}
                at={left(index, runs.length)}
                width={100 / Math.max(runs.length - 1, 1)}
                isChosen={run.id === chosen}
                onChoose={onChoose}
              />
            ))}
            <Lines runs={runs} />
            <Points runs={runs} />
          </Box>
        </Box>
      </Flex>
      <Flex
        justify="space-between"
        gap="3"
        mt="2"
        ps="10"
        fontSize="xs"
        color="fg.muted"
        aria-hidden
      >
        <span>{runName(first)}</span>
        {runs.length > 1 && <span>{runName(last)}</span>}
      </Flex>
      <Flex as="figcaption" wrap="wrap" gap="4" rowGap="1" mt="3" fontSize="sm">
        {FIGURES.map(({ name, label, color }) => (
          <Flex key={name} align="center" gap="2">
            <Mark figure={name} color={color} />
            {label}
          </Flex>
        ))}
        {runs.some(({ changed }) => changed) && (
          <Flex align="center" gap="2">
            <Box
              height="3"
              borderLeftWidth="1px"
              borderStyle="dashed"
              borderColor="border.control"
            />
            <Text as="span" color="fg.muted">
              Settings changed
            </Text>
          </Flex>
        )}
      </Flex>
    </Box>
  );
}

function Points({ runs }: { runs: readonly FinishedRun[] }) {
  return (
    <Box position="absolute" inset="0" pointerEvents="none">
      {runs.flatMap(({ id, figures }, index) =>
        FIGURES.map(({ name, color, size }) => (
          <Box
            key={`${id} ${name}`}
            position="absolute"
            transform="translate(-50%, -50%)"
            style={{ left: `${left(index, runs.length)}%`, top: `${top(figures[name])}%` }}
          >
            <Mark figure={name} color={color} size={size} />
          </Box>
        )),
      )}
    </Box>
  );
}

function Lines({ runs }: { runs: readonly FinishedRun[] }) {
  return (
    <Box position="absolute" inset="0" pointerEvents="none">
      <svg
        viewBox="0 0 100 100"
        preserveAspectRatio="none"
        width="100%"
        height="100%"
        overflow="visible"
      >
        {LINES.map((line) => (
          <Stroke
            key={line}
            color="border.subtle"
            width={1}
            points={`0,${top(line)} 100,${top(line)}`}
          />
        ))}
        {runs.map(
          ({ id, changed }, index) =>
            changed && (
              <Stroke
                key={id}
                color="border.control"
                width={1}
                dashed
                points={`${left(index, runs.length)},0 ${left(index, runs.length)},100`}
              />
            ),
        )}
        {FIGURES.map(({ name, color, width }) => (
          <Stroke
            key={name}
            color={color}
            width={width}
            points={runs
              .map(({ figures }, index) => `${left(index, runs.length)},${top(figures[name])}`)
              .join(' ')}
          />
        ))}
      </svg>
    </Box>
  );
}

interface StrokeProps {
  color: string;
  width: number;
  points: string;
  dashed?: boolean;
}

function Stroke({ color, width, points, dashed = false }: StrokeProps) {
  return (
    <Box asChild color={color}>
      <polyline
        points={points}
        fill="none"
        stroke="currentColor"
        strokeWidth={width}
        strokeLinejoin="round"
        strokeDasharray={dashed ? '3 3' : undefined}
        vectorEffect="non-scaling-stroke"
      />
    </Box>
  );
}

interface ColumnProps {
  run: FinishedRun;
  /** The place of its middle, and its width, in percent. */
  at: number;
  width: number;
  isChosen: boolean;
  onChoose: (runId: string) => void;
}

/** The area of a run that chooses it. */
function Column({ run, at, width, isChosen, onChoose }: ColumnProps) {
  const figures = FIGURES.map(
    ({ name, label }) => `${label} ${figureText(run.figures[name])}`,
  ).join('\n');
  return (
    <Box
      asChild
      position="absolute"
      insetBlock="0"
      transform="translateX(-50%)"
      minWidth="4"
      cursor="pointer"
      borderRadius="sm"
      bg={isChosen ? 'accent.subtle' : undefined}
      _hover={{ bg: isChosen ? 'accent.subtle' : 'bg.hover' }}
      style={{ left: `${at}%`, width: `min(${width}%, 1.5rem)` }}
    >
      <button
        type="button"
        tabIndex={-1}
        title={`${runName(run)}\n${figures}`}
        aria-label={runName(run)}
        onClick={() => onChoose(run.id)}
      />
    </Box>
  );
}

interface MarkProps {
  figure: (typeof FIGURES)[number]['name'];
  color: string;
  size?: string;
}

/** A point in the shape of its figure, as colours alone are not told apart by everyone. */
function Mark({ figure, color, size = '2.5' }: MarkProps) {
  return (
    <Box asChild color={color} display="block" boxSize={size} flexShrink="0">
      <svg viewBox="0 0 10 10" aria-hidden>
        {figure === 'recall' && <circle cx="5" cy="5" r="4" fill="currentColor" />}
        {figure === 'mrr' && <rect x="1.5" y="1.5" width="7" height="7" fill="currentColor" />}
        {figure === 'ndcg' && <path d="M5 0.5 9.5 9 0.5 9Z" fill="currentColor" />}
      </svg>
    </Box>
  );
}
