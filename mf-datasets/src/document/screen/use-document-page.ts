import type { DocumentDetail } from '@carrel/shared/contract';
import { consolePaths } from '@carrel/shared/paths';
import { useIsGuest } from '@carrel/shared/search';
import { usePage, type Breadcrumb } from '@carrel/shared/shell';

import { folderAbove, stepsTo } from '../../parts/use-folder-navigation.ts';

/** Sets the title and the breadcrumbs: the dataset, the folders, the document. Those of guests lead nowhere. */
export function useDocumentPage(datasetId: string, document: DocumentDetail | undefined): void {
  const isGuest = useIsGuest();
  const breadcrumbs: Breadcrumb[] = [
    { name: 'Datasets', to: consolePaths.datasets() },
    ...(document === undefined
      ? [{ name: 'Document' }]
      : [
          { name: document.dataset.name, to: consolePaths.datasetDocuments(datasetId) },
          ...stepsTo(folderAbove(document.path)).map(({ name, path }) => ({
            name,
            to: consolePaths.datasetDocuments(datasetId, path),
          })),
          { name: document.name },
        ]),
  ];
  usePage({
    title: document?.name ?? 'Document',
    breadcrumbs: isGuest ? breadcrumbs.map(({ name }) => ({ name })) : breadcrumbs,
  });
}
