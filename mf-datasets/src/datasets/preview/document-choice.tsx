import { shownName } from '@carrel/shared/contract';
import { useOrganizationId } from '@carrel/shared/shell';
import { SelectField } from '@carrel/shared/ui/signed-in';
import { useQuery } from '@tanstack/react-query';

import { previewableQuery } from './chunk-preview.queries.ts';

interface DocumentChoiceProps {
  datasetId: string;
  /** The id of a document; empty for the sample text. */
  chosen: string;
  onChoose: (documentId: string) => void;
}

/** Chooses what is previewed: a sample text, or one of the dataset's documents. */
export function DocumentChoice({ datasetId, chosen, onChoose }: DocumentChoiceProps) {
  const { data } = useQuery(previewableQuery(useOrganizationId(), datasetId));
  const documents = data?.documents ?? [];
  const isMore = data !== undefined && (data.total ?? 0) > documents.length;
  return (
    <SelectField
      label="Preview of"
      hint={
        isMore
          ? `The first ${documents.length} of ${(data.total ?? 0).toLocaleString('en-US')} documents.`
          : undefined
      }
      options={[
        { value: '', label: 'A sample text' },
        ...documents.map(({ id, path }) => ({ value: id, label: shownName(path) })),
      ]}
      value={chosen}
      onChange={({ target }) => onChoose(target.value)}
    />
  );
}
