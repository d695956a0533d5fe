import { type ComponentProps, useId } from 'react';
import { TextField } from './text-field.tsx';

const ZONES: readonly string[] = Intl.supportedValuesOf('timeZone');

/** The name of a time zone, such as Europe/London, with those the browser knows to choose from. */
export function ZoneField(props: ComponentProps<typeof TextField>) {
  const zones = useId();
  return (
    <>
      <TextField
        list={zones}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={64}
        {...props}
      />
      <datalist id={zones}>
        {ZONES.map((zone) => (
          <option key={zone} value={zone}>
            {zone}
          </option>
        ))}
      </datalist>
    </>
  );
}
