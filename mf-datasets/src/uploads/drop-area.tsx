import { Box, Button, Flex, FormMessage, Text, VisuallyHidden } from '@carrel/shared/ui';
import { FileArchive } from 'lucide-react';
import { useRef, useState } from 'react';
import type { ChangeEvent } from 'react';

import { usePageDrop } from './use-page-drop.ts';

const ONLY_ZIP = 'Only ZIP files are accepted';

interface DropAreaProps {
  /** No file is accepted during an upload. */
  disabled: boolean;
  onChoose: (file: File) => void;
}

/** Returns whether a file may be uploaded: by its name, as its type differs between systems. */
export function isZip(file: File): boolean {
  return file.name.toLowerCase().endsWith('.zip');
}

/** Accepts one zip, dropped anywhere on the page or browsed for. */
export function DropArea({ disabled, onChoose }: DropAreaProps) {
  const input = useRef<HTMLInputElement>(null);
  const [refused, setRefused] = useState(false);

  const take = (file: File | undefined) => {
    if (file === undefined) return;
    setRefused(!isZip(file));
    if (isZip(file)) onChoose(file);
  };

  const hovered = usePageDrop(({ files }) => {
    if (!disabled) take(files[0]);
  });

  const browse = ({ target }: ChangeEvent<HTMLInputElement>) => {
    take(target.files?.[0]);
    // The file is stored elsewhere: a reset input accepts the same file again, and shows no refused one.
    target.value = '';
  };

  return (
    <Box>
      <Box
        as="fieldset"
        aria-label="Archive to upload"
        mb={refused ? '3' : '0'}
        borderWidth="1px"
        borderStyle="dashed"
        borderRadius="md"
        borderColor={hovered && !disabled ? 'accent' : 'border.strong'}
        bg={hovered && !disabled ? 'accent.subtle' : 'bg.canvas'}
        transition="background-color 120ms ease-out, border-color 120ms ease-out"
      >
        {/* A fieldset cannot centre its content. */}
        <Flex
          direction={{ base: 'column', md: 'row' }}
          align="center"
          justify="center"
          gap="3"
          minHeight="6rem"
          p="4"
        >
          <Box as="span" color="fg.muted">
            <FileArchive size={20} aria-hidden />
          </Box>
          <Text color="fg.muted">Drop a ZIP file here, or</Text>
          <Button disabled={disabled} onClick={() => input.current?.click()}>
            Browse files
          </Button>
          <VisuallyHidden>
            <input
              ref={input}
              type="file"
              accept=".zip"
              aria-label="ZIP file"
              tabIndex={-1}
              disabled={disabled}
              onChange={browse}
            />
          </VisuallyHidden>
        </Flex>
      </Box>
      {refused && <FormMessage>{ONLY_ZIP}</FormMessage>}
    </Box>
  );
}
