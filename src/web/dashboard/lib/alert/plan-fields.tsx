import { useId } from 'react';
import { TextField } from '#src/web/ui/text-field.tsx';

const ZONES: readonly string[] = Intl.supportedValuesOf('timeZone');

/** A date and a time in a named time zone. */
export function PlanFields({
  local,
  timeZone,
  problem,
  note,
  onChange,
}: {
  local: string;
  timeZone: string;
  problem: string | null;
  /** What there is to say about that time. */
  note: string | null;
  onChange: (change: { local?: string; timeZone?: string }) => void;
}) {
  const zones = useId();
  return (
    <div className="grid gap-5 sm:grid-cols-2">
      <TextField
        label="Date and time"
        type="datetime-local"
        value={local}
        error={problem ?? undefined}
        hint={note ?? undefined}
        onChange={({ target }) => onChange({ local: target.value.slice(0, 16) })}
      />
      <TextField
        label="Time zone"
        autoComplete="off"
        list={zones}
        value={timeZone}
        onChange={({ target }) => onChange({ timeZone: target.value })}
      />
      <datalist id={zones}>
        {ZONES.map((zone) => (
          <option key={zone} value={zone}>
            {zone}
          </option>
        ))}
      </datalist>
    </div>
  );
}
