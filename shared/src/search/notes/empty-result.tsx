import type { SearchResponse } from '@carrel/shared/contract';
import { consolePaths } from '@carrel/shared/paths';
import { Button } from '@carrel/shared/ui';
import { EmptyState } from '@carrel/shared/ui/signed-in';
import { Database, FilterX, SearchX, Type, Upload } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link as RouterLink } from 'react-router-dom';

import { hasFilters, NO_FILTERS } from '../facets/filter-labels.ts';
import type { SearchParams } from '../query/search-params.ts';
import type { SearchScope } from '../search-scope.ts';
import { useIsGuest } from '../use-is-guest.ts';
import { counted } from '../words.ts';

interface EmptyResultProps {
  scope: SearchScope;
  params: SearchParams;
  answer: SearchResponse;
  onChange: (changes: Partial<SearchParams>) => void;
}

/** What was searched in vain, and what to try. */
export function EmptyResult({ scope, params, answer, onChange }: EmptyResultProps) {
  const { documents, datasets } = answer.searched;
  const searched = `Searched ${counted(documents, 'document')} in ${counted(datasets, 'dataset')}.`;
  const clear = hasFilters(params) ? (
    <Button onClick={() => onChange(NO_FILTERS)}>
      <FilterX aria-hidden />
      Clear filters
    </Button>
  ) : undefined;

  switch (answer.empty) {
    case 'no_datasets':
      return params.datasets.length > 0 ? (
        <EmptyState
          icon={<Database />}
          title={
            scope.kind === 'organization'
              ? 'None of the chosen datasets is here'
              : 'None of the chosen datasets is attached'
          }
          description={
            scope.kind === 'organization'
              ? 'They were deleted since, or are of another organization.'
              : 'They were detached or deleted since.'
          }
          action={clear}
        />
      ) : scope.kind === 'organization' ? (
        <EmptyState
          icon={<Database />}
          title="No datasets yet"
          description="A search of the organization is over all of its datasets."
          action={<Way to={consolePaths.datasets()}>Create a dataset</Way>}
        />
      ) : (
        <EmptyState
          icon={<Database />}
          title="No datasets are attached"
          description="A workspace searches the datasets that are attached to it."
          action={<Way to={consolePaths.workspaceManage(scope.id)}>Attach datasets</Way>}
        />
      );
    case 'no_documents':
      return (
        <EmptyState
          icon={<Upload />}
          title="No document can be searched yet"
          description={`${counted(datasets, 'dataset')} without a ready document. Upload documents, or wait until they are processed.`}
          action={<Way to={uploadPath(scope)}>Upload documents</Way>}
        />
      );
    case 'no_words':
      return <EmptyState icon={<Type />} {...noWords(shortened(params.q))} />;
    case 'filtered':
      return (
        <EmptyState
          icon={<FilterX />}
          title={`Nothing found for “${shortened(params.q)}” with these filters`}
          description={`${searched} Without the filters there may be more.`}
          action={clear}
        />
      );
    default:
      return (
        <EmptyState
          icon={<SearchX />}
          title={`Nothing found for “${shortened(params.q)}”`}
          description={`${searched} Try fewer or other words, and check the spelling.`}
          action={clear}
        />
      );
  }
}

const OPERATORS = /(?<=^|\s)(?:(?:in|kind|name):(?:"[^"]*"|\S*)|-(?:"[^"]*"|\S+))/giu;
const WORD = /[\p{L}\p{N}]/u;

/** Returns why a text has no words to look for, and what to type. */
function noWords(text: string): { title: string; description: string } {
  if (!WORD.test(text)) {
    return { title: `No words in “${text}”`, description: 'Type a word, a name or a number.' };
  }
  if (!WORD.test(text.replaceAll(OPERATORS, ''))) {
    return {
      title: `Nothing to look for in “${text}”`,
      description:
        'A minus, in:, kind: and name: narrow a search. Add a word that the documents should have.',
    };
  }
  return {
    title: `Only common words in “${text}”`,
    description: 'Words such as “the” and “of” are in nearly every text. Try names or terms.',
  };
}

/** The way to what is missing; guests have none. */
function Way({ to, children }: { to: string; children: ReactNode }) {
  if (useIsGuest()) return null;
  return (
    <Button asChild variant="primary">
      <RouterLink to={to}>{children}</RouterLink>
    </Button>
  );
}

/** Returns where documents are uploaded: in a workspace of several datasets, one has to be chosen first. */
function uploadPath({ kind, id, datasets }: SearchScope): string {
  if (kind === 'dataset') return consolePaths.datasetArchives(id);
  const [only, ...others] = datasets ?? [];
  return only !== undefined && others.length === 0
    ? consolePaths.datasetArchives(only.id)
    : consolePaths.datasets();
}

const SHOWN_MAX = 80;
const shortened = (text: string) =>
  text.trim().length > SHOWN_MAX
    ? `${text.trim().slice(0, SHOWN_MAX).toWellFormed()}…`
    : text.trim();
