import { chakra } from '@chakra-ui/react/styled-system';
import { ChevronRight } from 'lucide-react';
import { Link as RouterLink } from 'react-router-dom';

const List = chakra('ol', {
  base: {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    gap: '1',
    minWidth: 0,
    fontSize: 'sm',
  },
});
const Step = chakra('li', {
  base: {
    display: 'flex',
    alignItems: 'center',
    gap: '1',
    minWidth: 0,
    maxWidth: '16rem',
    color: 'fg.muted',
  },
});
const StepLink = chakra('a', {
  base: {
    px: '1',
    py: '0.5',
    borderRadius: 'sm',
    truncate: true,
    _hover: { color: 'fg.default', bg: 'bg.hover' },
  },
});

export interface BreadcrumbsProps {
  /** The path from the root; the last one is the current page, with or without a `to`. */
  items: readonly { name: string; to?: string | undefined }[];
  /** The landmark's name, for a screen with two. */
  label?: string | undefined;
}

/** The path to the current page, as links of the router. */
export function Breadcrumbs({ items, label = 'Breadcrumb' }: BreadcrumbsProps) {
  return (
    <nav aria-label={label}>
      <List>
        {items.map((item, place) => {
          const last = place === items.length - 1;
          return (
            <Step key={item.to ?? item.name}>
              {place > 0 && (
                <chakra.span flexShrink={0}>
                  <ChevronRight size={14} aria-hidden />
                </chakra.span>
              )}
              {last || item.to === undefined ? (
                <chakra.span
                  px="1"
                  truncate
                  color={last ? 'fg.default' : undefined}
                  fontWeight={last ? 'medium' : undefined}
                  aria-current={last ? 'page' : undefined}
                >
                  {item.name}
                </chakra.span>
              ) : (
                <StepLink asChild>
                  <RouterLink to={item.to}>{item.name}</RouterLink>
                </StepLink>
              )}
            </Step>
          );
        })}
      </List>
    </nav>
  );
}
