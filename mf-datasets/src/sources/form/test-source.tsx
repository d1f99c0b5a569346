import { isApiError, messageOf } from '@carrel/shared/api';
import { shownName } from '@carrel/shared/contract';
import type { Source, TestedSource } from '@carrel/shared/contract/sources';
import { Box, Button, Flex, FormMessage, Text } from '@carrel/shared/ui';
import { formatSize } from '@carrel/shared/ui/signed-in';
import { useMutation } from '@tanstack/react-query';
import { PlugZap } from 'lucide-react';

import { testSource } from '../../data/sources/sources.api.ts';
import type { SourcesPlace } from '../../data/sources/sources.api.ts';
import { fieldOf, placeInput, readPlace, secretInput } from './source-form.ts';
import type { SignIn, SourceForm, SourceFormReturn } from './source-form.ts';

interface TestSourceProps {
  place: SourcesPlace;
  form: SourceFormReturn;
  signIn: SignIn;
  /** The source that is changed; absent for a new one. */
  source: Source | undefined;
}

/** What a test is of: it says nothing any more about other values. */
const testedKey = (form: SourceForm): string =>
  JSON.stringify([placeInput(form), secretInput(form)]);

/** Tries the place as it is typed, and shows the first objects there, or why there are none. */
export function TestSource({ place, form, signIn, source }: TestSourceProps) {
  const test = useMutation({
    mutationFn: (values: SourceForm) => {
      const read = readPlace(values, signIn);
      if ('issues' in read) {
        for (const [at, { field, message }] of read.issues.entries()) {
          form.setError(field, { message }, { shouldFocus: at === 0 });
        }
        return Promise.resolve(undefined);
      }
      const secret = secretInput(values);
      return testSource(place, {
        place: read.place,
        ...(secret !== undefined && { secret }),
        ...(source !== undefined && { source_id: source.id }),
      });
    },
    onError: (error) => {
      for (const { path, message } of issuesOf(error)) {
        form.setError(fieldOf(path), { type: 'server', message });
      }
    },
  });
  const isCurrent =
    test.variables !== undefined && testedKey(test.variables) === testedKey(form.watch());
  return (
    <Box>
      <Flex align="center" gap="3" wrap="wrap">
        <Button
          size="sm"
          loading={test.isPending}
          onClick={() => {
            form.clearErrors();
            test.mutate(form.getValues());
          }}
        >
          <PlugZap aria-hidden />
          Test
        </Button>
        <Text fontSize="xs" color="fg.muted">
          Lists what is there. Nothing is read or stored.
        </Text>
      </Flex>
      <Box aria-live="polite">
        {isCurrent && test.isError && issuesOf(test.error).length === 0 && (
          <Box mt="3" ref={showBelow}>
            <FormMessage>{messageOf(test.error, 'The test failed. Please try again.')}</FormMessage>
          </Box>
        )}
        {isCurrent && test.data !== undefined && <Tested tested={test.data} />}
      </Box>
    </Box>
  );
}

/** What appears below the edge of the dialog is scrolled to. */
const showBelow = (element: HTMLElement | null) => element?.scrollIntoView({ block: 'nearest' });

const issuesOf = (error: unknown) => (isApiError(error) ? (error.issues ?? []) : []);

function Tested({ tested: { objects, is_more: isMore } }: { tested: TestedSource }) {
  if (objects.length === 0) {
    return (
      <Text mt="3" fontSize="sm" ref={showBelow}>
        It can be reached, and nothing is there.
      </Text>
    );
  }
  return (
    <Box
      ref={showBelow}
      mt="3"
      px="3"
      py="2"
      borderWidth="1px"
      borderRadius="md"
      bg="bg.canvas"
      fontSize="sm"
    >
      <Text fontWeight="medium" color="success.fg">
        {isMore ? 'It works. The first of what is there:' : 'It works. This is there:'}
      </Text>
      <Box as="ul" mt="1">
        {objects.map(({ path, size }) => (
          <Flex as="li" key={path} gap="3" justify="space-between">
            <Text as="span" truncate title={shownName(path)}>
              {shownName(path)}
            </Text>
            {size !== null && (
              <Text as="span" color="fg.muted" flexShrink="0" fontVariantNumeric="tabular-nums">
                {formatSize(size, { decimals: 1 })}
              </Text>
            )}
          </Flex>
        ))}
      </Box>
    </Box>
  );
}
