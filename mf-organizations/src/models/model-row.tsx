import { messageOf } from '@carrel/shared/api';
import type { Model, ModelName } from '@carrel/shared/contract/organization';
import { Box, Button, Flex, Text } from '@carrel/shared/ui';
import { ProgressBar, StatusBadge } from '@carrel/shared/ui/signed-in';
import { useMutation } from '@tanstack/react-query';
import { CircleCheck, CircleDashed, LoaderCircle, TriangleAlert } from 'lucide-react';

import {
  answeredText,
  loadingText,
  MODEL_USES,
  placeText,
  unavailableText,
} from '../data/models/model-labels.ts';
import { testModel } from '../data/models/models.api.ts';

interface ModelRowProps {
  organizationId: string;
  /** What the model is for. */
  use: ModelName;
  model: Model | null;
}

/** One model: what it is, where it runs, how it stands, and a way to test it. */
export function ModelRow({ organizationId, use, model }: ModelRowProps) {
  const { title, unset } = MODEL_USES[use];
  const test = useMutation({ mutationFn: () => testModel(organizationId, use) });
  return (
    <Box
      as="li"
      px={{ base: '4', md: '5' }}
      py="4"
      borderBottomWidth="1px"
      _last={{ borderBottomWidth: '0' }}
    >
      <Flex align="flex-start" columnGap="4" rowGap="3" wrap="wrap">
        <Box flex="1 1 16rem" minWidth="0">
          <Text as="h3" fontSize="sm" fontWeight="medium">
            {title}
          </Text>
          {model === null ? (
            <Text fontSize="sm" color="fg.muted" mt="1">
              <WithSettings text={unset} />
            </Text>
          ) : (
            <>
              <Text fontSize="sm" mt="1" overflowWrap="anywhere">
                {model.name}
              </Text>
              <Text
                fontSize="xs"
                color="fg.muted"
                mt="0.5"
                overflowWrap="anywhere"
                fontVariantNumeric="tabular-nums"
              >
                {placeText(model)}
              </Text>
            </>
          )}
        </Box>
        <Flex align="center" justify="space-between" gap="4" width={{ base: 'full', md: 'auto' }}>
          <ModelState model={model} />
          {model !== null && (
            <Button
              aria-label={`Test ${title.toLowerCase()}`}
              loading={test.isPending}
              loadingText="Testing"
              onClick={() => test.mutateAsync().catch(() => undefined)}
            >
              Test
            </Button>
          )}
        </Flex>
      </Flex>
      {model !== null && <StateSentence title={title} model={model} />}
      <Box as="output" display="block" fontSize="sm" overflowWrap="anywhere">
        {test.isSuccess && (
          <Text color="success.fg" mt="2">
            {answeredText(test.data.milliseconds)}
          </Text>
        )}
        {test.isError && (
          <Text color="danger.fg" mt="2">
            {messageOf(test.error, 'Failed to test the model')}
          </Text>
        )}
      </Box>
    </Box>
  );
}

function ModelState({ model }: { model: Model | null }) {
  if (model === null) return <StatusBadge icon={<CircleDashed />} label="Not set" tone="neutral" />;
  if (model.state === 'ready') {
    return <StatusBadge icon={<CircleCheck />} label="Ready" tone="success" />;
  }
  return model.state === 'loading' ? (
    <StatusBadge icon={<LoaderCircle />} label="Loading" tone="info" pulse />
  ) : (
    <StatusBadge icon={<TriangleAlert />} label="Unavailable" tone="danger" />
  );
}

function StateSentence({ title, model }: { title: string; model: Model }) {
  if (model.state === 'ready') return null;
  if (model.state === 'unavailable') {
    return (
      <Text fontSize="sm" color="danger.fg" mt="2" overflowWrap="anywhere">
        {unavailableText(model)}
      </Text>
    );
  }
  const { loaded } = model;
  return (
    <Box mt="2" maxWidth="20rem">
      <Text fontSize="sm" mb="1" fontVariantNumeric="tabular-nums">
        {loadingText(model)}
      </Text>
      {loaded !== null && loaded.total !== null && loaded.total > 0 && (
        <ProgressBar
          label={`Loading the model of ${title.toLowerCase()}`}
          value={(100 * loaded.bytes) / loaded.total}
        />
      )}
    </Box>
  );
}

/** A sentence whose settings stand between backticks. */
function WithSettings({ text }: { text: string }) {
  return text.split('`').map((piece, at) =>
    at % 2 === 0 ? (
      piece
    ) : (
      <Box
        key={piece}
        as="code"
        fontFamily="mono"
        fontSize="xs"
        color="fg.default"
        whiteSpace="nowrap"
      >
        {piece}
      </Box>
    ),
  );
}
