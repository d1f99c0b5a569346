import type { DocumentVersion } from '@carrel/shared/contract';
import { Button, Flex } from '@carrel/shared/ui';
import { formatDate, SelectField } from '@carrel/shared/ui/signed-in';

import type { ChosenVersions } from './chosen-versions.ts';

interface VersionChoiceProps {
  versions: readonly DocumentVersion[];
  chosen: ChosenVersions;
  onChoose: (query: Record<string, string>) => void;
}

/** Which version is read, or which two are compared. */
export function VersionChoice({ versions, chosen, onChoose }: VersionChoiceProps) {
  const current = versions[0]?.number;
  const options = (number: number) => {
    const listed = versions.map((version) => ({
      value: String(version.number),
      label:
        version.number === current
          ? `Version ${version.number} (current)`
          : `Version ${version.number}, ${formatDate(version.received_at)}`,
    }));
    const isListed = versions.some((version) => version.number === number);
    const value = String(number);
    return isListed ? listed : [...listed, { value, label: `Version ${number}, not kept` }];
  };
  return (
    <Flex
      wrap="wrap"
      align="flex-end"
      gap="3"
      px="3"
      py="2.5"
      borderBottomWidth="1px"
      css={{ '& > :not(button)': { flex: '1 1 11rem', maxWidth: '18rem', minWidth: 0 } }}
    >
      {chosen.kind === 'text' ? (
        <>
          <SelectField
            label="Version"
            options={options(chosen.version)}
            value={String(chosen.version)}
            onChange={({ target }) => onChoose({ version: target.value })}
          />
          {current !== undefined && current !== chosen.version && (
            <Button
              variant="secondary"
              onClick={() => onChoose({ from: String(chosen.version), to: String(current) })}
            >
              Compare with current
            </Button>
          )}
        </>
      ) : (
        <>
          <SelectField
            label="From"
            options={options(chosen.from)}
            value={String(chosen.from)}
            onChange={({ target }) => onChoose({ from: target.value, to: String(chosen.to) })}
          />
          <SelectField
            label="To"
            options={options(chosen.to)}
            value={String(chosen.to)}
            onChange={({ target }) => onChoose({ from: String(chosen.from), to: target.value })}
          />
        </>
      )}
    </Flex>
  );
}
