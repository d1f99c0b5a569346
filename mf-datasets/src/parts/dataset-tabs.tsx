import { consolePaths } from '@carrel/shared/paths';
import { LazySearchScreen } from '@carrel/shared/search';
import { Flex, Link } from '@carrel/shared/ui';
import { Link as RouterLink } from 'react-router-dom';

const TABS = [
  { key: 'documents', label: 'Documents', path: consolePaths.datasetDocuments },
  { key: 'search', label: 'Search', path: consolePaths.datasetSearch },
  { key: 'uploads', label: 'Uploads', path: consolePaths.datasetArchives },
] as const;

interface DatasetTabsProps {
  datasetId: string;
  shown: (typeof TABS)[number]['key'];
}

/** The screens of a dataset, the same on each of them. On a phone they scroll sideways. */
export function DatasetTabs({ datasetId, shown }: DatasetTabsProps) {
  return (
    <Flex
      as="nav"
      aria-label="Dataset"
      borderBottomWidth="1px"
      overflowX="auto"
      flexShrink="0"
      mt="-2"
      mb="6"
    >
      {TABS.map(({ key, label, path }) => (
        <Link
          key={key}
          asChild
          variant="quiet"
          display="flex"
          alignItems="center"
          minHeight="2.75rem"
          px="3"
          fontSize="sm"
          fontWeight="medium"
          whiteSpace="nowrap"
          color={key === shown ? 'fg.default' : 'fg.muted'}
          borderBottomWidth="2px"
          borderColor={key === shown ? 'accent' : 'transparent'}
          _focusVisible={{ outlineOffset: '-2px' }}
        >
          <RouterLink
            to={path(datasetId)}
            aria-current={key === shown ? 'page' : undefined}
            {...(key === 'search' && {
              onPointerEnter: LazySearchScreen.preload,
              onFocus: LazySearchScreen.preload,
            })}
          >
            {label}
          </RouterLink>
        </Link>
      ))}
    </Flex>
  );
}
