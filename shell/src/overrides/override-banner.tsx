import { DISABLE_PARAMETER, OVERRIDES_COOKIE } from '@carrel/shared/releases';
import { Box, Button } from '@carrel/shared/ui';
import { CircleAlert, FlaskConical } from 'lucide-react';

import type { OverrideNotice } from './override-notice.ts';

/** Lists over every screen which remotes are not the released ones, with a button that resets them. */
export function OverrideBanner({ notices }: { notices: readonly OverrideNotice[] }) {
  return (
    <Box
      as="section"
      aria-label="Overrides"
      position="fixed"
      insetInline="4"
      bottom="4"
      zIndex="toast"
      mx="auto"
      width="fit-content"
      maxWidth="min(44rem, calc(100vw - 2rem))"
      display="flex"
      flexWrap={{ base: 'wrap', md: 'nowrap' }}
      alignItems="center"
      justifyContent="flex-end"
      gap="3"
      px="4"
      py="2.5"
      bg="bg.raised"
      color="fg.default"
      fontSize="sm"
      borderWidth="1px"
      borderRadius="lg"
      boxShadow="raised"
    >
      <Box as="output" display="block" flex="1 1 auto" minWidth="0">
        <Box as="ul" display="grid" gap="1.5" listStyleType="none">
          {notices.map((notice) => (
            <Notice key={notice.text} {...notice} />
          ))}
        </Box>
      </Box>
      <Button size="sm" flexShrink="0" onClick={resetOverrides}>
        Reset overrides
      </Button>
    </Box>
  );
}

function Notice({ kind, text }: OverrideNotice) {
  const isProblem = kind === 'refused' || kind === 'failed';
  const Icon = isProblem ? CircleAlert : FlaskConical;
  return (
    <Box as="li" display="flex" gap="2" overflowWrap="anywhere">
      <Box asChild flexShrink="0" mt="0.125rem" color={isProblem ? 'danger.fg' : 'accent.fg'}>
        <Icon size={16} aria-hidden />
      </Box>
      {text}
    </Box>
  );
}

/** Deletes all overrides and reloads the page. */
function resetOverrides(): void {
  document.cookie = `${OVERRIDES_COOKIE}=; Path=/; SameSite=Lax; Max-Age=0`;
  const url = new URL(location.href);
  url.searchParams.delete(DISABLE_PARAMETER);
  if (url.href === location.href) location.reload();
  else location.replace(url);
}
