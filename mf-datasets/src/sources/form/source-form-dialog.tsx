import { messageOf, useSubmit } from '@carrel/shared/api';
import type { Source, SourceKindName, SourceList } from '@carrel/shared/contract/sources';
import {
  Box,
  Button,
  Flex,
  FormMessage,
  Heading,
  Stack,
  Text,
  TextAreaField,
  TextField,
  toast,
} from '@carrel/shared/ui';
import { FormDialog, SelectField } from '@carrel/shared/ui/signed-in';
import { valibotResolver } from '@hookform/resolvers/valibot';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { ReactNode } from 'react';
import { useForm } from 'react-hook-form';

import { KIND_LABELS } from '../../data/sources/kind-labels.ts';
import { SCHEDULES, scheduleText } from '../../data/sources/source-labels.ts';
import { createSource, updateSource } from '../../data/sources/sources.api.ts';
import type { SourcesPlace } from '../../data/sources/sources.api.ts';
import { sourcesKey } from '../../data/sources/sources.queries.ts';
import { KindIcon } from '../kind-icon.tsx';
import { KindChoice } from './kind-choice.tsx';
import { KIND_FIELDS } from './kind-fields.ts';
import { PlaceFields } from './place-fields.tsx';
import { changesOf, fieldOf, kindOf, sourceFormOf, sourceFormSchema } from './source-form.ts';
import type { SignIn, SourceForm, SourceFormReturn, SourceInput } from './source-form.ts';
import { TestSource } from './test-source.tsx';

interface SourceFormDialogProps {
  place: SourcesPlace;
  /** Kinds that can be added, and those of them that are connected by signing in. */
  offered: Pick<SourceList, 'kinds' | 'connects'>;
  /** The source that is changed; absent for a new one. */
  source?: Source;
  onClose: () => void;
  /** Called with the id of a new source, and whether a person has to sign in there first. */
  onCreated: (id: string, isUnconnected: boolean) => void;
}

/** Adds a source, whose kind is chosen first, or changes one. */
export function SourceFormDialog(props: SourceFormDialogProps) {
  const { place, offered, source, onClose, onCreated } = props;
  const queryClient = useQueryClient();
  const hasSecret = source?.has_secret === true;
  const isStored = hasSecret || source?.account !== undefined;
  const signIn = { isStored, hasSecret, connects: offered.connects };
  const form = useForm<SourceForm, unknown, SourceInput>({
    resolver: valibotResolver(sourceFormSchema(signIn)),
    defaultValues: sourceFormOf(source),
  });
  const { isSubmitting, isDirty } = form.formState;
  const kind = kindOf({ kind: form.watch('kind') });
  const saving = useMutation({
    mutationFn: async (input: SourceInput) => {
      if (source === undefined) {
        const { secret, ...others } = input;
        return (await createSource(place, { ...others, ...(secret && { secret }) })).id;
      }
      const changes = changesOf(source, input);
      if (Object.keys(changes).length > 0) {
        await updateSource({ ...place, sourceId: source.id }, changes);
      }
      return undefined;
    },
    onSuccess: (id, input) => {
      toast.success(id === undefined ? 'Source updated' : 'Source added');
      onClose();
      if (id !== undefined) {
        onCreated(id, input.secret === undefined && offered.connects.includes(input.place.kind));
      }
      return queryClient.invalidateQueries({ queryKey: sourcesKey(place) });
    },
  });
  const submit = useSubmit(form, {
    send: saving.mutateAsync,
    fieldOf,
    onFailed: (error) =>
      toast.error(
        messageOf(error, source === undefined ? 'Failed to add source' : 'Failed to update source'),
      ),
  });
  const choose = (chosen: SourceKindName) => {
    form.setValue('kind', chosen);
    for (const { name, initial } of KIND_FIELDS[chosen].place) {
      if (initial !== undefined && form.getValues(name) === '') form.setValue(name, initial);
    }
  };

  return (
    <FormDialog
      open
      onClose={onClose}
      title={source === undefined ? 'Add a source' : 'Edit source'}
      description={
        kind === undefined ? 'What keeps documents of this dataset up to date?' : undefined
      }
      submitLabel={source === undefined ? 'Add source' : 'Save changes'}
      onSubmit={submit}
      submitting={isSubmitting}
      disabled={kind === undefined}
      dirty={isDirty}
    >
      {kind === undefined ? (
        <KindChoice kinds={offered.kinds} onChoose={choose} />
      ) : (
        <Fields
          kind={kind}
          form={form}
          place={place}
          signIn={signIn}
          source={source}
          onChangeKind={() => form.setValue('kind', '')}
        />
      )}
    </FormDialog>
  );
}

interface FieldsProps {
  kind: SourceKindName;
  form: SourceFormReturn;
  place: SourcesPlace;
  signIn: SignIn;
  source: Source | undefined;
  onChangeKind: () => void;
}

function Fields({ kind, form, place, signIn, source, onChangeKind }: FieldsProps) {
  const { errors } = form.formState;
  const { register } = form;
  // The button that was pressed is gone.
  const isNew = source === undefined;
  useEffect(() => {
    if (isNew) form.setFocus('name');
  }, [isNew, form]);
  const isTestable =
    kind === 'folder' || KIND_FIELDS[kind].secret !== undefined || source?.account !== undefined;
  return (
    <Stack gap="5">
      <Flex align="center" gap="2" minHeight="8">
        <Text as="span" color="fg.muted" display="inline-flex">
          <KindIcon kind={kind} />
        </Text>
        <Text fontWeight="medium" flex="1">
          {KIND_LABELS[kind].name}
        </Text>
        {source === undefined && (
          <Button size="sm" variant="ghost" onClick={onChangeKind}>
            Another kind
          </Button>
        )}
      </Flex>
      <FormMessage>{errors.kind?.message}</FormMessage>
      <TextField
        label="Name"
        placeholder="Handbook"
        autoComplete="off"
        required
        error={errors.name?.message}
        {...register('name')}
      />
      <PlaceFields kind={kind} form={form} signIn={signIn} />
      {isTestable && <TestSource place={place} form={form} signIn={signIn} source={source} />}
      <Section title="What is read">
        <TextAreaField
          label="Only"
          rows={2}
          mono
          placeholder={'docs/**\n*.pdf'}
          hint="Patterns of paths, one a line. Empty for everything."
          error={errors.include?.message}
          {...register('include')}
        />
        <TextAreaField
          label="Leave out"
          rows={2}
          mono
          placeholder={'drafts/**\n*.tmp'}
          hint="Patterns of paths, one a line."
          error={errors.exclude?.message}
          {...register('exclude')}
        />
        <TextField
          label="Size at most"
          placeholder="20 MB"
          hint="Larger objects are left out. Empty for the limit of this server."
          autoComplete="off"
          error={errors.size_max?.message}
          {...register('size_max')}
        />
      </Section>
      <Section title="In the dataset">
        <TextField
          label="Folder"
          placeholder="Handbook"
          hint={
            source === undefined
              ? 'Documents are put below it. Empty for the top of the dataset.'
              : 'A source keeps its folder.'
          }
          autoComplete="off"
          readOnly={source !== undefined}
          error={errors.target?.message}
          {...register('target')}
        />
        <SelectField
          label="When something is gone there"
          options={[
            { value: 'delete', label: 'Delete its document' },
            { value: 'keep', label: 'Keep its document' },
          ]}
          hint="A run that would delete more than a tenth waits for you."
          error={errors.gone?.message}
          {...register('gone')}
        />
        <SelectField
          label="Runs"
          options={schedulesWith(source?.every_minutes ?? null)}
          defaultValue={form.getValues('every_minutes')}
          error={errors.every_minutes?.message}
          {...register('every_minutes')}
        />
      </Section>
      <Text fontSize="sm" color="fg.muted">
        {source === undefined
          ? 'The first run shows its plan. Nothing is read until you start it.'
          : 'Another place makes a new plan, which waits for you.'}
      </Text>
    </Stack>
  );
}

/** With the interval that a source has by another client. */
function schedulesWith(minutes: number | null) {
  const value = minutes === null ? '' : String(minutes);
  const isKnown = SCHEDULES.some((schedule) => schedule.value === value);
  return isKnown ? SCHEDULES : [...SCHEDULES, { value, label: scheduleText(minutes) }];
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Box as="section" borderTopWidth="1px" pt="4">
      <Heading as="h3" fontSize="sm" mb="3">
        {title}
      </Heading>
      <Stack gap="4">{children}</Stack>
    </Box>
  );
}
